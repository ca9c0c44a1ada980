import { BASE_PATH } from '#shared/base.ts'

/** The names that may be labels: what callers may invent otherwise would fill the memory of who collects. */
export type KnownRoutes = { procedures: ReadonlySet<string>; legacy: ReadonlySet<string> }

const TRPC = `${BASE_PATH}/api/trpc/`
const LEGACY = /^(?:\/oto-servis)?\/api\/(.+\.php)$/
const DOWNLOAD = /^\/oto-servis\/api\/(export|backup)\b/

/** The label of a request's path: a procedure ('kayit.list'), 'batch', an old path, 'page' and so on. */
export function routeOf(path: string, { procedures, legacy }: KnownRoutes): string {
  if (path.startsWith(TRPC)) {
    const names = path.slice(TRPC.length)
    if (procedures.has(names)) return names
    return names.includes(',') ? 'batch' : 'unknown'
  }
  const old = LEGACY.exec(path)?.[1]
  if (old !== undefined) return legacy.has(old) ? old : 'unknown'
  const download = DOWNLOAD.exec(path)?.[1]
  if (download !== undefined) return download
  if (path.includes('/api/')) return 'unknown'
  if (path === '/healthz' || path === '/readyz') return path.slice(1)
  return /\.[^/]*$/.test(path) ? 'file' : 'page'
}
