import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'

import { getRequestListener } from '@hono/node-server'

import { BASE_PATH } from '#shared/base.ts'

import { createApp } from './app.ts'
import { ensureFirstAdmin, hasAdmin } from './auth/first-admin.ts'
import type { Config } from './config.ts'
import { configWarnings } from './config-warnings.ts'
import { ClientConnections } from './core/client-connections.ts'
import { startHousekeeping } from './core/housekeeping.ts'
import { closeServer, limitConnections, type Listening, serverOptions } from './core/lifecycle.ts'
import { createLogger } from './core/logger.ts'
import { StartupError } from './core/startup-error.ts'
import { type Database, openDatabase } from './db/database.ts'
import { within } from './core/deadline.ts'
import { migrateToLatest, pendingMigrations } from './db/migrate.ts'
import { createPdfService } from './documents/pdf-service.ts'

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
  const dir = join(import.meta.dirname, '../dist/client')
  return existsSync(join(dir, 'index.html')) ? dir : null
}

async function isReady({ db }: Database): Promise<boolean> {
  return (await pendingMigrations(db)).length === 0 && (await hasAdmin(db))
}

type Fetch = ReturnType<typeof createApp>['fetch']

function listen(fetch: Fetch, { port, host, trustProxy }: Config): Promise<Listening> {
  const clients = new ClientConnections(trustProxy)
  const listener = getRequestListener(fetch, { hostname: host })
  const http = createServer(
    serverOptions,
    clients.around((request, response) => void listener(request, response)),
  )
  clients.watch(http)
  limitConnections(http)
  return new Promise((resolve, reject) => {
    http.once('error', (error: NodeJS.ErrnoException) => reject(listenRefusal(error, { port, host })))
    http.listen(port, host, () => resolve({ http, clients }))
  })
}

function listenRefusal(error: NodeJS.ErrnoException, { port, host }: { port: number; host: string }): Error {
  if (error.code === 'EADDRINUSE') return new StartupError(`PORT: ${port} numaralı port kullanımda.`)
  if (error.code === 'EACCES') return new StartupError(`PORT: ${port} numaralı portu açma izni yok.`)
  return new StartupError(`HOST: ${host} adresi dinlenemiyor (${error.code ?? error.message}).`)
}

function addressOf({ host, publicOrigin }: Config, { http }: Listening): string {
  const bound = http.address()
  const port = typeof bound === 'object' && bound !== null ? bound.port : ''
  const name = host.includes(':') ? `[${host}]` : host
  return `${publicOrigin ?? `http://${name}:${port}`}${BASE_PATH}/`
}
