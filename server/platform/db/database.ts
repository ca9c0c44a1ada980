import { Kysely, sql } from 'kysely'

import { StartupError } from '#server/platform/lib/startup-error.ts'

import { connectTimeout, createPermits, socketsFor } from './connections.ts'
import { parseDatabaseUrl } from './database-url.ts'
import { withTimeout } from '#server/platform/lib/deadline.ts'
import type { Semaphore } from '#server/platform/lib/semaphore.ts'
import { hasCitus } from '#server/platform/db/distribute/plan.ts'
import { type EmbeddedOptions, findEmbedded, startEmbedded } from './embedded/server.ts'
import { GuardedKysely } from './guarded.ts'
import { type Limits, MAINTENANCE_LIMITS, REQUEST_LIMITS, replicaLimits, WORKER_LIMITS } from './limits.ts'
import { oneRow } from './one-row.ts'
import { createPool, type PoolTarget } from './pool.ts'
import { isPostgresJsPatched, SafePostgresDialect } from './postgres-dialect.ts'
import { replicaBusyError, Replica, UNREADABLE } from './replica.ts'
import { allowRequests, checkRequestRole, createRequestRole, REQUEST_ROLE } from './request-role.ts'
import type { DB } from './schema.ts'
import type { ScopeMode } from './scope.ts'

export type DatabaseOptions = Pick<EmbeddedOptions, 'dataDir' | 'signal' | 'lockWaitMs'> & {
  /** A PostgreSQL server, version 15 or newer; without it the embedded one runs in `dataDir`. */
  databaseUrl?: string | undefined
  /** The same database as a role without rights of its own, for requests under row-level security. */
  databaseRequestUrl?: string | undefined
  /** A streaming standby of the server of `databaseUrl`, as the role of the requests. */
  databaseReplicaUrl?: string | undefined
  /** Gets a Turkish message when the embedded server ended by itself, or the replica cannot be read, and when it is back. */
  log?: ((message: string) => void) | undefined
  /** Whether the embedded server also checks whose rows a request may touch (decision 27). */
  rowSecurity?: boolean | undefined
  /** Timeout of the first connection to the server of `databaseUrl`, in ms. */
  openMs?: number
  /** Timeouts of `db`. */
  requestLimits?: Limits | undefined
  /** Processes that will connect to the database for requests; by default only this one. */
  workers?: number | undefined
}

export type Database = AsyncDisposable & {
  /** The database's address for the owner of its tables. */
  target: PoolTarget
  /** The database's address for requests. */
  requests: RequestsTarget
  /** The replica for lists, and its address; absent without `databaseReplicaUrl`. */
  replica?: Replica | undefined
  replicaTarget?: RequestsTarget | undefined
  /** The database for requests; it fails within seconds when the server is slow or unreachable. */
  db: Kysely<DB>
  /** Grants the tables to the requests' role. Returns the statements that a superuser must run for quick searches. */
  allowRequests: () => Promise<string | null>
  /** The load of the connections of `db`. */
  load: Semaphore['load']
  /** The database with connections of its own, for long work that no request waits for. */
  maintenance: Kysely<DB>
  /** Ends the pools, then the embedded server. May be called twice. */
  close: () => Promise<void>
  /** A notice for the start line: the data's folder if it is not `dataDir`, or that the replica cannot be read. */
  notice: string | undefined
}

/** An address for requests. With `isGuarded` the role sees only the shop that the transaction names (decision 27). */
export type RequestsTarget = PoolTarget & { isGuarded?: boolean; scopeMode?: ScopeMode }

const OLDEST_VERSION = 15
/** Time for statements that still run when the application stops, in seconds. */
const CLOSE_SECONDS = 2
/** Connections that PostgreSQL allows by default. */
const DEFAULT_CONNECTIONS = 100
/** Connections besides the workers' own: the primary process, `npm run rebuild`, and an administrator's programs. */
const OTHER_CONNECTIONS = 30
/** Default timeout of the first connection to the server of `databaseUrl`, in ms. */
const OPEN_MS = 9_000

/** Opens the database and checks its version, before migrations. Throws StartupError that names the variable. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { databaseUrl } = options
  if (!isPostgresJsPatched())
    throw new StartupError(
      'postgres paketinin düzeltmesi uygulanmamış: "node scripts/post-install.mjs" komutunu çalıştırın.',
    )
  return databaseUrl === undefined ? openEmbedded(options) : openServer(databaseUrl, options)
}

async function openEmbedded(options: DatabaseOptions): Promise<Database> {
  const { dataDir, log, signal, lockWaitMs, requestLimits, workers = 1, rowSecurity = false } = options
  const settings = settingsFor(workers)
  const server = await startEmbedded({ dataDir, log, signal, lockWaitMs, settings })
  const { target, notice } = server
  const requests = { ...target, username: REQUEST_ROLE, isGuarded: rowSecurity }
  const maintenance = openPool(target, MAINTENANCE_LIMITS)
  const pool = openRequests(requests, requestLimits)
  const closable = createCloser(async () => {
    await endAll([pool, maintenance], CLOSE_SECONDS)
    await server.stop()
  })
  try {
    await createRequestRole(maintenance.db, { password: target.password, isGuarded: rowSecurity })
  } catch (error) {
    await closable.close()
    throw error
  }
  return {
    target,
    requests,
    db: pool.db,
    load: pool.load,
    maintenance: maintenance.db,
    notice,
    allowRequests: () => allowRequests(maintenance.db, REQUEST_ROLE),
    ...closable,
  }
}

async function openServer(databaseUrl: string, options: DatabaseOptions): Promise<Database> {
  const { databaseRequestUrl, databaseReplicaUrl, openMs = OPEN_MS, requestLimits, log } = options
  const target = parseDatabaseUrl(databaseUrl)
  const isGuarded = databaseRequestUrl !== undefined
  const requestsAddress = isGuarded ? parseDatabaseUrl(databaseRequestUrl, 'DATABASE_REQUEST_URL') : target
  const replicaAddress = databaseReplicaUrl && parseDatabaseUrl(databaseReplicaUrl, 'DATABASE_REPLICA_URL')
  const maintenance = openPool(target, MAINTENANCE_LIMITS)
  const pools: Pick<Pool, 'end'>[] = [maintenance]
  const inTime = <T>(work: Promise<T>) => withTimeout(work, openMs, connectTimeout)
  try {
    await inTime(checkVersion(maintenance.db))
    const isCluster = await inTime(hasCitus(maintenance.db))
    const settings = { isGuarded, scopeMode: isCluster ? 'separate' : 'batched' } as const
    const requests = { ...requestsAddress, ...settings }
    const replicaTarget = replicaAddress ? { ...replicaAddress, ...settings } : undefined
    const { db, load, replica, end } = openWithReplica(requests, {
      replicaTarget,
      limits: requestLimits,
      log,
    })
    pools.push({ end })
    const role = isGuarded ? await inTime(checkRequestRole(db, maintenance.db)) : null
    const isRead = await isReadable(replica)
    return {
      target,
      requests,
      replica,
      replicaTarget,
      db,
      load,
      maintenance: maintenance.db,
      notice: isRead ? undefined : UNREADABLE,
      allowRequests: async () => (role === null ? null : allowRequests(maintenance.db, role)),
      ...createCloser(() => endAll(pools, CLOSE_SECONDS)),
    }
  } catch (error) {
    await endAll(pools, 0)
    throw error instanceof StartupError ? error : cannotConnect(error)
  }
}

/** Returns whether the replica can be read now; one that is no copy of this database throws StartupError. */
async function isReadable(replica: Replica | undefined): Promise<boolean> {
  try {
    return replica === undefined || (await replica.check())
  } catch (error) {
    if (error instanceof StartupError) throw error
    return false
  }
}

type ConnectOptions = {
  replicaTarget?: RequestsTarget | undefined
  limits?: Limits | undefined
  log?: DatabaseOptions['log']
}

/**
 * Opens the database as the owner of its tables, beside a running panel or without one, for commands on every shop: the
 * requests' role finds no rows, and has no rights between a restore and the next start. Throws StartupError.
 */
export async function openAsOwner(options: DatabaseOptions): Promise<AsyncDisposable & { db: Kysely<DB> }> {
  const running = options.databaseUrl === undefined ? await findEmbedded(options.dataDir) : undefined
  if (running !== undefined) return connectRequests(running)
  const database = await openDatabase(options)
  return { ...database, db: database.maintenance }
}

/** Connects requests to a database, and its replica, that another process has opened, checked and migrated. */
export function connectRequests(target: RequestsTarget, options: ConnectOptions = {}) {
  const { end, ...opened } = openWithReplica(target, { limits: WORKER_LIMITS, ...options })
  return { ...opened, ...createCloser(() => end(CLOSE_SECONDS)) }
}

/** Opens the database and its replica, which checks its role before it is read. */
function openWithReplica(target: RequestsTarget, options: ConnectOptions) {
  const { replicaTarget, limits = REQUEST_LIMITS, log } = options
  const { db, load, end } = openRequests(target, limits)
  if (replicaTarget === undefined) return { db, load, end }
  const copy = openRequests(replicaTarget, replicaLimits(limits), replicaBusyError)
  const replica = new Replica({ replica: copy.db, primary: db, reconnect: copy.reconnect, log })
  return { db, load, replica, end: (seconds: number) => endAll([{ end }, copy], seconds) }
}

/** Returns the setting for more connections than PostgreSQL's default, if the workers may need them. */
function settingsFor(workers: number): Record<string, string> {
  const needed = workers * socketsFor(WORKER_LIMITS) + OTHER_CONNECTIONS
  return needed > DEFAULT_CONNECTIONS ? { max_connections: String(needed) } : {}
}

async function checkVersion(db: Kysely<DB>): Promise<void> {
  const setting = sql<{ version: number }>`select current_setting('server_version_num')::int as version`
  const major = Math.floor((await oneRow(setting, db)).version / 10_000)
  if (major < OLDEST_VERSION)
    throw new StartupError(
      `DATABASE_URL: sunucu PostgreSQL ${major}; en az PostgreSQL ${OLDEST_VERSION} gerekli.`,
    )
}

/** Returns an error with only the code of the original, whose text can repeat parts of the address. */
function cannotConnect(error: unknown): StartupError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'bilinmeyen hata'
  return new StartupError(`DATABASE_URL: veritabanına bağlanılamadı (${REASONS[code] ?? code}).`)
}

const REASONS: Readonly<Record<string, string>> = {
  '08P01': 'adres bir pgbouncer ise sonuna ?pgbouncer=true ekleyin',
  '28P01': 'kullanıcı adı veya parola yanlış',
  '28000': 'bu kullanıcıya izin verilmiyor',
  '3D000': 'bu adda bir veritabanı yok',
  CONNECTION_READ_ONLY: 'yazılabilen ana sunucu bulunamadı, yalnızca okunan bir kopya var',
  CONNECT_TIMEOUT: 'sunucu yanıt vermiyor',
  ECONNREFUSED: 'sunucu bağlantıyı kabul etmiyor',
  ENOTFOUND: 'sunucu adı bulunamadı',
}

type Pool = ReturnType<typeof openPool>

const endAll = async (pools: readonly Pick<Pool, 'end'>[], seconds: number) =>
  void (await Promise.all(pools.map((pool) => pool.end(seconds))))

function openRequests(
  { isGuarded = false, scopeMode, ...target }: RequestsTarget,
  limits: Limits = REQUEST_LIMITS,
  refusal?: () => Error,
): Pool {
  const pool = openPool(target, limits, refusal)
  return isGuarded ? { ...pool, db: new GuardedKysely(pool.db.getExecutor(), scopeMode) } : pool
}

function openPool(target: PoolTarget, limits: Limits, refusal?: () => Error) {
  const pool = createPool(target, limits)
  const inUse = createPermits(limits, refusal)
  const db = new Kysely<DB>({ dialect: new SafePostgresDialect(pool, limits, inUse) })
  // The pool ends first, because Kysely would wait without a limit for statements that still run.
  const end = async (seconds: number) => {
    await pool.end({ timeout: seconds })
    await db.destroy()
  }
  return { db, load: inUse.load, end, reconnect: () => pool.discard(performance.now()) }
}

/** Returns `close`, also for the end of an `await using`; a second call waits for the first. */
function createCloser(end: () => Promise<void>): Pick<Database, 'close' | typeof Symbol.asyncDispose> {
  let closing: Promise<void> | undefined
  const close = () => (closing ??= end())
  return { close, [Symbol.asyncDispose]: close }
}
