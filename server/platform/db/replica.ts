import { CompiledQuery, type DatabaseConnection, type Kysely, sql } from 'kysely'

import { withTimeout } from '#server/platform/lib/deadline.ts'
import { StartupError } from '#server/platform/lib/startup-error.ts'

import { connectTimeout } from './connections.ts'
import { codeOf } from './errors.ts'
import { pipeline } from './pipeline.ts'
import type { DB } from './schema.ts'
import { oneRow } from './one-row.ts'

/**
 * The outcomes of a read. All but `served` fall back to the primary: `cancelled` by a conflict with the replay, `busy`
 * with all connections in use, `paused` without asking the replica.
 */
export const OUTCOMES = [
  'served',
  'behind',
  'detached',
  'cancelled',
  'unreachable',
  'busy',
  'paused',
] as const
export type Outcome = (typeof OUTCOMES)[number]

/** Timeout of a connection and the replica's state, in ms. */
const STATE_MS = 500
/** Timeout of a read, in ms; a slower one falls back to the primary, for which its caller then still has time. */
const READ_MS = 2_000
/** Pause between two checks of a replica that failed, in ms, and the failures in a row that begin it. */
const PAUSE_MS = 500
const IN_A_ROW = 3
/** Returns the error of a caller who finds all connections in use. */
export const replicaBusyError = (): Error =>
  Object.assign(new Error('All connections to the replica are in use.'), { code: BUSY })
const BUSY = 'REPLICA_BUSY'
/** SQLSTATEs of a statement that the replay of the log did not wait for, or that took too long. */
const CANCELLED = new Set(['40001', '40P01', '57014'])

type Servers = {
  replica: Kysely<DB>
  /** The requests' database on the primary. */
  primary: Kysely<DB>
  /** Ends the idle connections. */
  reconnect: () => void
  /** Gets a Turkish message when the replica cannot be read, and when it can again. */
  log?: ((message: string) => void) | undefined
}

/**
 * A streaming standby that serves lists. A read is never older than the primary's position when the caller asked for it
 * (decision 36). A standby that is behind or does not answer costs a bounded pause, and is not asked for a while.
 */
export class Replica {
  readonly #servers: Servers
  readonly #counts = Object.fromEntries(OUTCOMES.map((name) => [name, 0])) as Record<Outcome, number>
  #isChecked = false
  #isReported = false
  #isDetached = false
  #isChecking = false
  #failures = 0
  /** When to look at the replica again; `null` while it is read. */
  #nextCheck: number | null = null

  constructor(servers: Servers) {
    this.#servers = servers
  }

  get counts(): Readonly<Record<Outcome, number>> {
    return this.#counts
  }

  /** Returns whether the replica is a standby now. Throws StartupError if it is another server or role. */
  async check(): Promise<boolean> {
    const isStandby = await checkReplica(this.#servers.replica, this.#servers.primary)
    this.#isChecked = true
    return isStandby
  }

  /** Returns whether the replica may be asked. If not, a check beside the requests finds out when it has recovered. */
  isUsable(): boolean {
    if (this.#isChecked && this.#nextCheck === null) return true
    this.#counts.paused += 1
    if (!this.#isChecking && performance.now() >= (this.#nextCheck ?? 0)) void this.#checkAgain()
    return false
  }

  /** Returns `work` on a snapshot with everything up to the position; `null` if the primary must be asked. */
  async read<T>(position: Position, work: (db: Kysely<DB>) => Promise<T>): Promise<T | null> {
    const { outcome, value = null } = await this.#attempt(position, work)
    this.#counts[outcome] += 1
    this.#noteOutcome(outcome)
    return value
  }

  /** Returns the outcome that a read would have now. */
  async state(): Promise<Outcome> {
    try {
      const position = await withTimeout(positionOf(this.#servers.primary), STATE_MS, connectTimeout)
      return (await this.#attempt(position, () => Promise.resolve())).outcome
    } catch {
      return 'unreachable'
    }
  }

  /** Returns the bytes of the primary's log that the replica has not replayed; `NaN` when either does not answer. */
  async lag(): Promise<number> {
    const { primary, replica } = this.#servers
    const measured = positionOf(primary).then(({ lsn }) => {
      const lag = sql<{ lag: number | null }>`
        select greatest(pg_wal_lsn_diff(${lsn}::pg_lsn, pg_last_wal_replay_lsn()), 0) as lag`
      return oneRow(lag, replica)
    })
    return withTimeout(measured, STATE_MS, connectTimeout).then(
      ({ lag }) => lag ?? NaN,
      () => NaN,
    )
  }

  async #attempt<T>(
    position: Position,
    work: (db: Kysely<DB>) => Promise<T>,
  ): Promise<{ outcome: Outcome; value?: T }> {
    const state = Promise.withResolvers<ReplicaState>()
    let failed: Outcome | undefined
    const wrapConnection = (connection: DatabaseConnection) => {
      stateOf(connection, position).then(state.resolve, state.reject)
      return watched(connection, (error) => (failed ??= outcomeOf(error)))
    }
    const reading = pipeline(
      this.#servers.replica,
      async (db) => {
        const value = await work(db)
        await state.promise
        return value
      },
      wrapConnection,
    )
    reading.catch(state.reject)
    try {
      const found = await withTimeout(state.promise, STATE_MS, connectTimeout)
      if (found !== 'equal') return { outcome: found }
      const value = await withTimeout(reading, READ_MS, connectTimeout)
      return failed === undefined ? { outcome: 'served', value } : { outcome: failed }
    } catch (error) {
      return { outcome: failed ?? outcomeOf(error) }
    }
  }

  async #checkAgain(): Promise<void> {
    this.#isChecking = true
    try {
      // The address may lead to another server now; a promoted server keeps its connections, so they are ended.
      if (this.#isDetached) this.#servers.reconnect()
      if (!this.#isChecked) await withTimeout(this.check(), STATE_MS, connectTimeout)
      this.#noteOutcome(await this.state())
    } catch (error) {
      this.#report(error instanceof StartupError ? error.message : UNREADABLE)
      this.#nextCheck = performance.now() + PAUSE_MS
    }
    this.#isChecking = false
  }

  #noteOutcome(outcome: Outcome): void {
    if (outcome === 'busy') return
    this.#isDetached = outcome === 'detached'
    if (outcome === 'served') {
      this.#failures = 0
      this.#nextCheck = null
      if (this.#isReported) this.#servers.log?.('Veritabanının kopyası yeniden okunuyor.')
      this.#isReported = false
      return
    }
    const isGone = outcome === 'unreachable' || outcome === 'detached'
    this.#failures += 1
    if (isGone || this.#failures >= IN_A_ROW) this.#nextCheck = performance.now() + PAUSE_MS
    if (isGone) this.#report(UNREADABLE)
  }

  /** Logs the message once, until the replica can be read again. */
  #report(message: string): void {
    if (!this.#isReported) this.#servers.log?.(message)
    this.#isReported = true
  }
}

export const UNREADABLE =
  'DATABASE_REPLICA_URL: veritabanının kopyası okunamıyor; listeler ana sunucudan okunur.'

function outcomeOf(error: unknown): Outcome {
  const code = codeOf(error)
  if (code === BUSY) return 'busy'
  return CANCELLED.has(code) ? 'cancelled' : 'unreachable'
}

/** Returns the connection, which reports each failed statement, because an operation's refusal hides the cause. */
function watched(connection: DatabaseConnection, onError: (error: unknown) => void): DatabaseConnection {
  return {
    executeQuery: <R>(query: CompiledQuery, options?: { signal?: AbortSignal }) => {
      const running = connection.executeQuery<R>(query, options)
      running.catch(onError)
      return running
    },
    streamQuery: (...args) => connection.streamQuery(...args),
    cancelQuery: async (control) => connection.cancelQuery?.(control),
  }
}

/** A position in the primary's log, behind everything that was acknowledged before the position was asked for. */
type Position = { lsn: string; timeline: string; system: string }

/**
 * The state of a server for a read: `equal` has everything up to the position. `detached` does not stream, streams from
 * another timeline, or is no standby any more, so that its position means nothing.
 */
type ReplicaState = 'equal' | 'behind' | 'detached'

/** With asynchronous commits the insert position counts, because an acknowledged commit may not be flushed yet. */
const POSITION = sql<Position>`
  select lsn::text, left(pg_walfile_name(lsn), 8) as timeline,
    (select system_identifier from pg_control_system())::text as system
  from (select case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
    else pg_current_wal_flush_lsn() end as lsn offset 0) as written`

/** Returns the position of the primary, to be sent beside the lookup of a session. */
export const positionOf = (primary: Kysely<DB>): Promise<Position> => oneRow(POSITION, primary)

/**
 * Waits 1, 2, … 6 ms for the position. The timeline is read after the position, because everything replayed until then
 * is of this timeline or an earlier one. `round` in the pause makes PostgreSQL evaluate it in each round.
 */
const STATE = `with recursive waited(round, has) as (
    select 1, pg_last_wal_replay_lsn() >= $1::pg_lsn
    union all
    select round + 1, pg_last_wal_replay_lsn() >= $1::pg_lsn
    from waited cross join lateral pg_sleep(0.001 * round) where has is false and round < 7)
  select case
    when not pg_is_in_recovery() then 'detached'
    when (select system_identifier from pg_control_system())::text <> $3 then 'detached'
    when (select bool_or(has) from waited) is not true then 'behind'
    when (select lpad(upper(to_hex(received_tli)), 8, '0') from pg_stat_wal_receiver) is distinct from $2
      then 'detached'
    else 'equal' end as state`

/** Reads the state on the same connection, so that its later snapshot has everything up to the position. */
async function stateOf(
  connection: DatabaseConnection,
  { lsn, timeline, system }: Position,
): Promise<ReplicaState> {
  const asked = CompiledQuery.raw(STATE, [lsn, timeline, system])
  const { rows } = await connection.executeQuery<{ state: ReplicaState }>(asked)
  return rows[0]?.state ?? 'detached'
}

/**
 * Checks that the replica is a copy of the requests' database and that its role is the requests' role, so that the same
 * policies apply. Returns whether it is a standby now. Throws a StartupError that names the variable to change.
 */
async function checkReplica(replica: Kysely<DB>, requests: Kysely<DB>): Promise<boolean> {
  const [own, theirs] = await Promise.all([oneRow(IDENTITY, replica), oneRow(IDENTITY, requests)])
  if (own.database !== theirs.database)
    throw new StartupError('DATABASE_REPLICA_URL: DATABASE_URL veritabanının kopyasını göstermeli.')
  if (own.role !== theirs.role)
    throw new StartupError(
      'DATABASE_REPLICA_URL: kullanıcı DATABASE_REQUEST_URL ile, o yoksa DATABASE_URL ile aynı olmalı.',
    )
  if (!own.seesTimeline)
    throw new StartupError(
      'DATABASE_REPLICA_URL: kullanıcının pg_read_all_stats izni yok. Bir süper kullanıcı ana sunucuda bir kez ' +
        `çalıştırmalı: grant pg_read_all_stats to "${own.role.replaceAll('"', '""')}";`,
    )
  return own.isStandby
}

const IDENTITY = sql<{ role: string; database: string; seesTimeline: boolean; isStandby: boolean }>`
  select current_user as role, pg_is_in_recovery() as "isStandby",
    (select system_identifier from pg_control_system()) || ' ' || current_database() as database,
    pg_has_role(current_user, 'pg_read_all_stats', 'usage') as "seesTimeline"`
