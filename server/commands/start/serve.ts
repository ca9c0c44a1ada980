import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { createApp } from '#server/app.ts'
import { queueKeyOf, SessionHints } from '#server/auth/session-hints.ts'
import { hasAdmin } from '#server/auth/first-admin.ts'
import type { BackupService } from '#server/platform/backup/service.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/platform/db/database.ts'
import { pendingMigrations } from '#server/platform/db/migrate.ts'
import { countSessions } from '#server/auth/sessions.ts'
import { createPdfService } from '#server/platform/documents/pdf-service.ts'
import { type BusyCheck, isCallRefused } from '#server/platform/http/busy.ts'
import { clientOfRequest } from '#server/platform/http/client-address.ts'
import { closeServer, listen, portOf } from '#server/platform/http/server.ts'
import { withTimeout } from '#server/platform/lib/deadline.ts'
import { legacyPaths } from '#server/transports/legacy/routes.ts'
import type { Logger } from '#server/platform/lib/logger.ts'
import type { Sources } from '#server/platform/metrics/collect.ts'
import { appRouter } from '#server/transports/rpc/app-router.ts'

/** The pause between two lines that count refused calls, in ms. */
const REFUSED_LOG_MS = 1_000
/** Timeout of `/readyz`, in ms. */
const READY_MS = 1_000

export type Serving = Awaited<ReturnType<typeof serve>>

type Served = Pick<Database, 'db' | 'load' | 'replica'> & {
  log: Logger
  backups: BackupService | null
  /** Whether other processes listen at the same address. */
  reusePort?: boolean
  clock?: (() => Date) | undefined
}

/**
 * Serves requests on a prepared database until `stop`. `metrics` returns the figures of this process; it is undefined without
 * METRICS_PORT, and where workers have them. Throws StartupError when it cannot listen.
 */
export async function serve(
  config: Config,
  { db, load, replica, log, backups, reusePort = false, clock }: Served,
) {
  await using opened = new AsyncDisposableStack()
  const pdf = createPdfService()
  opened.defer(() => pdf.close())
  const metrics =
    config.metricsPort === undefined
      ? undefined
      : await collect({ db, pool: load, replica, documents: () => pdf.load(), backups })
  const hints = new SessionHints()
  const app = createApp({
    ...config,
    db,
    replica,
    hints,
    log,
    pdf,
    backups,
    clock,
    observe: metrics?.observe,
    clientDir: builtClient(),
    isReady: () =>
      withTimeout(isReady(db), READY_MS, () => new Error('not ready in time')).catch((error: unknown) => {
        log.warn({ err: error }, 'not ready')
        return false
      }),
  })
  const refused = countRefused(log)
  const isBusy: BusyCheck = (path, request) => {
    const caller = () => queueKeyOf(hints, clientOfRequest(request, config.trustProxy))
    if (!isCallRefused(load, caller)) return false
    refused()
    metrics?.observe({ method: request.method ?? '', path, status: 503, seconds: 0 })
    return true
  }
  const listening = await listen(app.fetch, { ...config, reusePort, isBusy })
  opened.defer(() => closeServer(listening, log))
  const serving = opened.move()
  return { port: portOf(listening.http), metrics: metrics?.text, stop: () => serving.disposeAsync() }
}

/** Loads the collection only with METRICS_PORT. */
async function collect({ db, ...sources }: Omit<Sources, 'routes' | 'countSessions'> & Pick<Database, 'db'>) {
  const { collectMetrics } = await import('#server/platform/metrics/collect.ts')
  const routes = {
    procedures: new Set(Object.keys(appRouter._def.procedures)),
    legacy: new Set(Object.keys(legacyPaths)),
  }
  return collectMetrics({ ...sources, routes, countSessions: () => countSessions(db, new Date()) })
}

/** Counts refusals and logs the number once a second: a line for each would cost more than the refusal. */
function countRefused(log: Logger): () => void {
  let refused = 0
  return () => {
    refused += 1
    if (refused > 1) return
    setTimeout(() => {
      log.warn({ refused }, 'too busy, calls refused')
      refused = 0
    }, REFUSED_LOG_MS).unref()
  }
}

function builtClient(): string | null {
  const dir = join(import.meta.dirname, '../../../dist/client')
  return existsSync(join(dir, 'index.html')) ? dir : null
}

async function isReady(db: Database['db']): Promise<boolean> {
  return (await pendingMigrations(db)).length === 0 && (await hasAdmin(db))
}
