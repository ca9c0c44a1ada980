import { CompiledQuery, type DatabaseConnection, type Kysely, sql } from 'kysely'

import { StartupError } from '#server/platform/lib/startup-error.ts'

import { oneRow } from './one-row.ts'
import type { DB } from './schema.ts'

/** How far the primary's log is: everything that was acknowledged before it was asked for is before it. */
export type Position = { lsn: string; timeline: string; system: string }

/**
 * What a server is for a reading: `equal` has everything up to the position. `detached` streams from nobody, from another
 * timeline, or is no standby any more: how far it is says nothing then.
 */
export type ReplicaState = 'equal' | 'behind' | 'detached'

/** A commit that is acknowledged before it is flushed is behind the flushed position. */
const POSITION = sql<Position>`
  select lsn::text, left(pg_walfile_name(lsn), 8) as timeline,
    (select system_identifier from pg_control_system())::text as system
  from (select case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
    else pg_current_wal_flush_lsn() end as lsn offset 0) as written`

/** Returns the position of the primary, to be sent beside the lookup of a session. */
export const positionOf = (primary: Kysely<DB>): Promise<Position> => oneRow(POSITION, primary)

/**
 * Waits 1, 2, … 6 ms for the position. The timeline is looked at after the position: what was replayed until then is of
 * this timeline or an earlier one. `round` in the pause has it taken again in each round.
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

/** Asks the connection itself for its server's state, so that a later snapshot has what the position has. */
export async function stateOf(
  connection: DatabaseConnection,
  { lsn, timeline, system }: Position,
): Promise<ReplicaState> {
  const asked = CompiledQuery.raw(STATE, [lsn, timeline, system])
  const { rows } = await connection.executeQuery<{ state: ReplicaState }>(asked)
  return rows[0]?.state ?? 'detached'
}

/** How much of the primary's log the replica has not replayed, in bytes. */
export async function lagOf(replica: Kysely<DB>, { lsn }: Position): Promise<number> {
  const lag = sql<{ lag: number | null }>`
    select greatest(pg_wal_lsn_diff(${lsn}::pg_lsn, pg_last_wal_replay_lsn()), 0) as lag`
  return (await oneRow(lag, replica)).lag ?? NaN
}

/**
 * Checks that the replica is one of the requests' database, reached as the role of the requests, which so is bound by
 * the same policies. Returns whether it is a standby now. Throws a StartupError that names the variable to change.
 */
export async function checkReplica(replica: Kysely<DB>, requests: Kysely<DB>): Promise<boolean> {
  const [own, theirs] = await Promise.all([oneRow(IDENTITY, replica), oneRow(IDENTITY, requests)])
  if (own.place !== theirs.place)
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

const IDENTITY = sql<{ role: string; place: string; seesTimeline: boolean; isStandby: boolean }>`
  select current_user as role, pg_is_in_recovery() as "isStandby",
    (select system_identifier from pg_control_system()) || ' ' || current_database() as place,
    pg_has_role(current_user, 'pg_read_all_stats', 'usage') as "seesTimeline"`
