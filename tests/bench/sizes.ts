import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

import { type Manifest, readManifest, filesWithImports } from '#server/platform/http/screen-files.ts'

const DIST = join(import.meta.dirname, '../../dist/client')

/** The chunks, with all their imports, that a cold browser loads beside the entry with the login screen. */
const ROUTES = {
  login: [],
  list: ['routes/_app.tsx', 'routes/_app/books.tsx'],
  record: ['routes/_app.tsx', 'routes/_app/book.$id.tsx'],
  statistics: ['routes/_app.tsx', 'routes/_app/stats.tsx'],
}
type Route = keyof typeof ROUTES

/** The limit of each route in KiB after gzip (docs/performance.md, 'Download'). */
export const BUDGETS: Readonly<Record<Route, number>> = {
  login: 129,
  list: 176,
  record: 195,
  statistics: 168,
}

/** Returns the JavaScript of each route in KiB after gzip. */
export function routeSizes(): Record<Route, number> {
  const manifest = readManifest(DIST)
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry)
  if (entry === undefined) throw new Error('the build has no entry')
  return Object.fromEntries(
    Object.entries(ROUTES).map(([name, routes]) => {
      const starts = routes.map((route) => {
        const key = Object.keys(manifest).find((it) => it.startsWith(route))
        if (key === undefined) throw new Error(`the build has no chunk for ${route}`)
        return key
      })
      return [name, sizeOf(manifest, [entry, ...starts])]
    }),
  ) as Record<Route, number>
}

function sizeOf(manifest: Manifest, starts: string[]): number {
  const files = [...filesWithImports(manifest, starts)].filter((file) => file.endsWith('.js'))
  const bytes = files.map((file) => gzipSync(readFileSync(join(DIST, file)), { level: 9 }).length)
  return bytes.reduce((sum, size) => sum + size, 0) / 1_024
}
