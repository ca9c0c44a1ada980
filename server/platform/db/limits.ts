import { type Kysely, sql } from 'kysely'

import type { DB } from './schema.ts'

/** Timeouts of a pool's users, in ms, and its number of connections. */
export type Limits = {
  /** Connections in use at once. One whose statement got no response for long does not count (connections.ts). */
  connections: number
  /** Wait while all connections are in use. After a longer wait the user has given up. */
  queue: number
  /** Wait for a connection, opening it included. */
  wait: number
  /** One statement, until the server ends it (SQLSTATE 57014). */
  serverStatement: number
  /** One statement, until its connection is destroyed, which happens only when the server is unreachable. */
  statement: number
}

/** Lets the statements of this transaction take, and the transaction pause, as long as they need. */
export async function liftTimeLimits(trx: Kysely<DB>): Promise<void> {
  // Servers before version 17 have no `transaction_timeout`.
  await sql`select set_config(name, '0', true) from pg_settings where name in (
    'statement_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`.execute(trx)
}

/** A user waits for the response. */
export const REQUEST_LIMITS: Limits = {
  connections: 10,
  queue: 1_000,
  wait: 2_000,
  serverStatement: 7_000,
  statement: 8_000,
}

/** One of several processes. Clients reach them by chance, so each has more connections than its share. */
export const WORKER_LIMITS: Limits = { ...REQUEST_LIMITS, connections: 6 }

/** Returns the replica's limits. A read that it does not serve soon falls back to the primary (replica.ts). */
export const replicaLimits = ({ connections }: Limits): Limits => ({
  connections,
  queue: 100,
  wait: 400,
  serverStatement: 2_000,
  statement: 2_500,
})

/** Migrations, housekeeping, rebuild, the demo's data: no request waits, and a large shop may need minutes. */
export const MAINTENANCE_LIMITS: Limits = {
  connections: 4,
  queue: 10_000,
  wait: 10_000,
  serverStatement: 600_000,
  statement: 3_600_000,
}
