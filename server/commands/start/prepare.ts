import { ensureFirstAdmin } from '#server/auth/first-admin.ts'
import { backupFolder, backUpToFolder } from '#server/platform/backup/folder.ts'
import { removeLeftovers } from '#server/platform/backup/service.ts'
import { configWarnings } from '#server/config-warnings.ts'
import type { Config } from '#server/config.ts'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import type { Limits } from '#server/platform/db/limits.ts'
import { migrateToLatest, newestMigration, pendingMigrations } from '#server/platform/db/migrate.ts'
import { createLogger, type Logger } from '#server/platform/lib/logger.ts'
import { StartupError } from '#server/platform/lib/startup-error.ts'
import { BASE_PATH } from '#shared/base.ts'

export type StartOptions = {
  stop?: AbortSignal | undefined
  /** Timeouts of the requests' statements; tests of an unreachable database shorten them. */
  requestLimits?: Limits
  /** Tests replace the logger that writes to standard error. */
  log?: Logger
  /** The time of requests to a single process; tests move it from day to day. */
  clock?: () => Date
}

type Prepared = Awaited<ReturnType<typeof prepare>>

/** Prepares the database and its administrator for all processes. Throws StartupError, or the reason of `stop`. */
export async function prepare(
  config: Config,
  { stop, requestLimits, log = createLogger(config.logLevel) }: StartOptions,
) {
  await using opened = new AsyncDisposableStack()
  const database = await openDatabase({
    ...config,
    log: (message) => log.error(message),
    signal: stop,
    requestLimits,
  })
  opened.use(database)
  if (config.databaseUrl === undefined) removeLeftovers(backupFolder(config.dataDir))
  await backUpBeforeUpdate(config, database)
  await migrateToLatest(database.maintenance)
  const forSuperuser = await database.allowRequests()
  const admin = await ensureFirstAdmin(database.db, { ...config.admin, now: new Date() })
  opened.move()
  return {
    database,
    log,
    /** Messages for the operator, besides the address. */
    notices: [
      ...(database.notice === undefined ? [] : [database.notice]),
      ...(forSuperuser === null
        ? []
        : [
            `Aramalar yavaş olabilir. Bir süper kullanıcı bu veritabanında bir kez çalıştırmalı: ${forSuperuser}`,
          ]),
      ...configWarnings(config),
    ],
    /** How to log in, if this start created the first administrator. */
    login: admin === null ? null : firstAdminNotice(admin),
  }
}

/** Backs up before a new version changes the data of an old one. With DATABASE_URL the operator of the server does it. */
async function backUpBeforeUpdate(config: Config, { target, maintenance }: Database): Promise<void> {
  if (config.databaseUrl !== undefined || (await newestMigration(maintenance)) === undefined) return
  if ((await pendingMigrations(maintenance)).length === 0) return
  const options = { kind: 'guncelleme', now: new Date(), passphrase: config.backupPassphrase } as const
  await backUpToFolder(target, backupFolder(config.dataDir), options)
}

function firstAdminNotice({ username, password, generated }: FirstAdmin): string {
  const shown = generated ? `${password} (yalnızca bu kez gösterilir)` : 'ADMIN_PASSWORD ile verilen parola'
  return `Yönetici hesabı oluşturuldu. Kullanıcı adı: ${username}  Parola: ${shown}`
}
type FirstAdmin = NonNullable<Awaited<ReturnType<typeof ensureFirstAdmin>>>

/** Adds a password that was just generated to the error, because the next start generates none. */
export const withLogin = (error: StartupError, { login }: Prepared): StartupError =>
  login === null ? error : new StartupError(`${error.message}\n${login}`)

/** Returns 'http://127.0.0.1:3000/oto-servis/'. */
export function addressOf({ host, publicOrigin }: Config, port: number): string {
  const name = host.includes(':') ? `[${host}]` : host
  return `${publicOrigin ?? `http://${name}:${port}`}${BASE_PATH}/`
}
