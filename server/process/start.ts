import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { createApp } from '#server/app.ts'
import { ensureFirstAdmin, hasAdmin } from '#server/auth/first-admin.ts'
import { configWarnings } from '#server/config-warnings.ts'
import type { Config } from '#server/config.ts'
import { type Database, openDatabase } from '#server/db/database.ts'
import type { Limits } from '#server/db/limits.ts'
import { migrateToLatest, pendingMigrations } from '#server/db/migrate.ts'
import { createPdfService } from '#server/documents/pdf-service.ts'
import { closeServer, listen, type Listening } from '#server/http/server.ts'
import { startHousekeeping } from '#server/jobs/housekeeping.ts'
import { within } from '#server/lib/deadline.ts'
import { createLogger } from '#server/lib/logger.ts'
import { StartupError } from '#server/lib/startup-error.ts'
import { BASE_PATH } from '#shared/base.ts'

export type Running = {
  /** 'http://127.0.0.1:3000/oto-servis/' */
  address: string
  /** For work besides the requests, such as the demo's data. */
  maintenance: Database['maintenance']
  /** Messages for the person who starts the server, besides the address. */
  notices: string[]
  /** How to log in, if this start created the first administrator. */
  login: string | null
  stop: () => Promise<void>
}

/** Timeout of `/readyz`, in ms. */
const READY_MS = 1_000

export type StartOptions = {
  /** Aborts the wait for the database. */
  stop?: AbortSignal | undefined
  /** Timeouts of the requests' statements, for tests of an unreachable database. */
  requestLimits?: Limits
}

/**
 * Opens the database, migrates, creates the application and listens; stopping, or a failed start, goes the other
 * way. Throws StartupError, or the reason of `stop` when that came while waiting for the database.
 */
export async function start(config: Config, { stop, requestLimits }: StartOptions = {}): Promise<Running> {
  await using opened = new AsyncDisposableStack()
  const log = createLogger(config.logLevel)
  const database = await openDatabase({
    ...config,
    log: (message) => log.error(message),
    signal: stop,
    requestLimits,
  })
  opened.defer(() => database.close())
  await migrateToLatest(database.maintenance)
  const pdf = createPdfService()
  opened.defer(() => pdf.close())
  const app = createApp({
    db: database.db,
    log,
    pdf,
    supportEmail: config.supportEmail,
    publicOrigin: config.publicOrigin,
    trustProxy: config.trustProxy,
    clientDir: builtClient(),
    isReady: () =>
      within(isReady(database), READY_MS, () => new Error('not ready in time')).catch(() => false),
  })
  const admin = await ensureFirstAdmin(database.db, { ...config.admin, now: new Date() })
  const login = admin === null ? null : firstAdminNotice(admin)
  // Last, so that every request finds everything in place.
  const listening = await listen(app.fetch, config).catch((error: StartupError) => {
    // A password that was just generated must be shown in any case: the next start generates none.
    throw login === null ? error : new StartupError(`${error.message}\n${login}`)
  })
  const housekeeping = startHousekeeping(database.maintenance, log)
  // In parallel, because together they have little more than half of the stop's ten seconds.
  opened.defer(async () => void (await Promise.all([closeServer(listening, log), housekeeping.stop()])))
  const running = opened.move()
  return {
    address: addressOf(config, listening),
    maintenance: database.maintenance,
    notices: [...(database.notice === undefined ? [] : [database.notice]), ...configWarnings(config)],
    login,
    stop: () => running.disposeAsync(),
  }
}

function firstAdminNotice({ username, password, generated }: FirstAdmin): string {
  const shown = generated ? `${password} (yalnızca bu kez gösterilir)` : 'ADMIN_PASSWORD ile verilen parola'
  return `Yönetici hesabı oluşturuldu. Kullanıcı adı: ${username}  Parola: ${shown}`
}
type FirstAdmin = NonNullable<Awaited<ReturnType<typeof ensureFirstAdmin>>>

function builtClient(): string | null {
  const dir = join(import.meta.dirname, '../../dist/client')
  return existsSync(join(dir, 'index.html')) ? dir : null
}

async function isReady({ db }: Database): Promise<boolean> {
  return (await pendingMigrations(db)).length === 0 && (await hasAdmin(db))
}

function addressOf({ host, publicOrigin }: Config, { http }: Listening): string {
  const bound = http.address()
  const port = typeof bound === 'object' && bound !== null ? bound.port : ''
  const name = host.includes(':') ? `[${host}]` : host
  return `${publicOrigin ?? `http://${name}:${port}`}${BASE_PATH}/`
}
