import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { createApp } from '#server/app.ts'
import { hasAdmin } from '#server/auth/first-admin.ts'
import { createBackupService } from '#server/backup/service.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import { pendingMigrations } from '#server/db/migrate.ts'
import { createPdfService } from '#server/documents/pdf-service.ts'
import { closeServer, listen, portOf } from '#server/http/server.ts'
import { within } from '#server/lib/deadline.ts'
import type { Logger } from '#server/lib/logger.ts'

/** Timeout of `/readyz`, in ms. */
const READY_MS = 1_000

export type Serving = { port: number; stop: () => Promise<void> }

type Served = Pick<Database, 'db'> & {
  log: Logger
  /** Whether other processes listen at the same address. */
  reusePort?: boolean
}

/** Serves requests on a database that is prepared, until `stop`. Throws StartupError when it cannot listen. */
export async function serve(config: Config, { db, log, reusePort = false }: Served): Promise<Serving> {
  await using opened = new AsyncDisposableStack()
  const pdf = createPdfService()
  opened.defer(() => pdf.close())
  const app = createApp({
    db,
    log,
    pdf,
    backups: config.databaseUrl === undefined ? createBackupService(config) : null,
    supportEmail: config.supportEmail,
    publicOrigin: config.publicOrigin,
    trustProxy: config.trustProxy,
    clientDir: builtClient(),
    isReady: () => within(isReady(db), READY_MS, () => new Error('not ready in time')).catch(() => false),
  })
  const listening = await listen(app.fetch, { ...config, reusePort })
  opened.defer(() => closeServer(listening, log))
  const serving = opened.move()
  return { port: portOf(listening.http), stop: () => serving.disposeAsync() }
}

function builtClient(): string | null {
  const dir = join(import.meta.dirname, '../../dist/client')
  return existsSync(join(dir, 'index.html')) ? dir : null
}

async function isReady(db: Database['db']): Promise<boolean> {
  return (await pendingMigrations(db)).length === 0 && (await hasAdmin(db))
}
