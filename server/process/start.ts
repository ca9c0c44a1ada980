import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { createApp } from '#server/app.ts'
import { ensureFirstAdmin, hasAdmin } from '#server/auth/first-admin.ts'
import { configWarnings } from '#server/config-warnings.ts'
import type { Config } from '#server/config.ts'
import { type Database, openDatabase } from '#server/db/database.ts'
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
  /** For work beside the requests, as the demo's data is. */
  maintenance: Database['maintenance']
  /** What the person who starts the server should read besides the address. */
  notices: string[]
  /** How to log in, where this start made the first administrator. */
  login: string | null
  stop: () => Promise<void>
}

/** Whoever asks whether we are ready waits no longer, in ms. */
const READY_MS = 1_000

/**
 * Database, schema, application, listening; stopping goes the other way, as does a start that fails on the way.
 * Throws StartupError, or the reason of `stop` when that came while the database was waited for.
 */
export async function start(config: Config, stop?: AbortSignal): Promise<Running> {
  await using opened = new AsyncDisposableStack()
  const log = createLogger(config.logLevel)
  const database = await openDatabase({ ...config, log: (message) => log.error(message), signal: stop })
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
    isReady: () => within(isReady(database), READY_MS, new Error('not ready in time')).catch(() => false),
  })
  const admin = await ensureFirstAdmin(database.db, { ...config.admin, now: new Date() })
  const login = admin === null ? null : firstAdminNotice(admin)
  // Last: whoever is served finds everything in place.
  const listening = await listen(app.fetch, config).catch((error: StartupError) => {
    // A password that was just made is shown for certain: the next start makes none.
    throw login === null ? error : new StartupError(`${error.message}\n${login}`)
  })
  const housekeeping = startHousekeeping(database.maintenance, log)
  // Side by side, for together they have little more than half of the stop's ten seconds.
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
