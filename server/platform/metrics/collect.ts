import { AggregatorRegistry, collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

import type { BackupService } from '#server/platform/backup/service.ts'
import type { Load } from '#server/platform/lib/semaphore.ts'
import { BASE_PATH } from '#shared/base.ts'
import { PUBLIC_PATH } from '#shared/share/rules.ts'

/** A response to a request; `seconds` until its head was ready. */
export type TimedResponse = { path: string; method: string; status: number; seconds: number }

export type Sources = {
  routes: KnownRoutes
  pool: () => Load
  documents: () => Load
  /** Reads of the replica by outcome, and the bytes that it is behind. */
  replica: { readonly counts: Readonly<Record<string, number>>; lag: () => Promise<number> } | undefined
  backups: BackupService | null
  countSessions: () => Promise<number>
}

const BUCKET_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const METHODS = new Set(['GET', 'POST', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])

/**
 * Collects the figures of this process in its own registry; a primary process adds those of its workers, except figures
 * that all processes share (sessions, backups).
 */
export function collectMetrics({ routes, pool, documents, replica, backups, countSessions }: Sources) {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry, prefix: 'oto_' })
  const requests = new Histogram({
    name: 'oto_http_request_duration_seconds',
    help: 'Time until the head of the response, by route, method and status',
    labelNames: ['route', 'method', 'status'],
    buckets: BUCKET_SECONDS,
    registers,
  })
  const addLoad = (name: string, help: string, figure: keyof Load) =>
    new Gauge({
      name,
      help,
      labelNames: ['what'],
      registers,
      collect() {
        for (const [what, loadOf] of Object.entries({ pool, documents })) this.set({ what }, loadOf()[figure])
      },
    })
  addLoad('oto_in_use', 'Connections of the database in use by requests, documents being laid out', 'inUse')
  addLoad('oto_waiting', 'Requests that wait for a connection, documents that wait for a thread', 'waiting')
  /** Adds a figure that all processes share. */
  const addSharedGauge = (
    figure: { name: string; help: string; aggregator: 'min' | 'max' },
    read: () => number | Promise<number>,
  ) =>
    new Gauge({
      ...figure,
      registers,
      async collect() {
        this.set(await read())
      },
    })
  addSharedGauge({ name: 'oto_sessions', help: 'Sessions that have not expired', aggregator: 'max' }, () =>
    countSessions().catch(() => NaN),
  )
  if (backups !== null) {
    const help = 'Age of the newest backup; +Inf if there is none'
    addSharedGauge({ name: 'oto_backup_age_seconds', help, aggregator: 'min' }, () => {
      const [newest] = backups.stored()
      return newest === undefined ? Infinity : (Date.now() - newest.createdAt.getTime()) / 1_000
    })
  }
  if (replica !== undefined) {
    void new Counter({
      name: 'oto_replica_reads_total',
      help: 'Reads of lists by outcome: served by the replica, or why the primary was asked',
      registers,
      labelNames: ['outcome'],
      collect() {
        this.reset()
        for (const [outcome, count] of Object.entries(replica.counts)) this.inc({ outcome }, count)
      },
    })
    const help = 'Bytes of log that the replica has not replayed; NaN when it does not answer'
    addSharedGauge({ name: 'oto_replica_lag_bytes', help, aggregator: 'max' }, () => replica.lag())
  }
  AggregatorRegistry.setRegistries(registry)
  // Only a worker with a registry of its own answers the primary's requests.
  void new AggregatorRegistry()
  return {
    text: () => registry.metrics(),
    observe: ({ path, method, status, seconds }: TimedResponse) => {
      const labels = { route: routeOf(path, routes), method: METHODS.has(method) ? method : 'other', status }
      requests.observe(labels, seconds)
    },
  }
}

/** The names that may be labels; names that callers invent would fill the memory of the metrics' collector. */
type KnownRoutes = { procedures: ReadonlySet<string>; legacy: ReadonlySet<string> }

const TRPC = `${BASE_PATH}/api/trpc/`
const LEGACY = /^(?:\/oto-servis)?\/api\/(.+\.php)$/
const DOWNLOAD = /^\/oto-servis\/api\/(export|backup)\b/

/** Returns the label of a request's path: a procedure ('kayit.list'), 'batch', an old path, 'page' and so on. */
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
  if (path.startsWith(`${PUBLIC_PATH}/`)) return 'public'
  if (path === '/healthz' || path === '/readyz') return path.slice(1)
  return /\.[^/]*$/.test(path) ? 'file' : 'page'
}
