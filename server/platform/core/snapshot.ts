import { type Kysely, sql } from 'kysely'

import { isPipelined, snapshotOf, pipeline } from '#server/platform/db/one-connection.ts'
import type { DB } from '#server/platform/db/schema.ts'

/**
 * Runs `work` on one snapshot of the database, so that the figures of several statements agree. For reading only;
 * joins a transaction that is already open.
 */
export function withSnapshot<T>(db: Kysely<DB>, work: (db: Kysely<DB>) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db)
  const snapshot = snapshotOf(db)
  return snapshot === null ? pipeline(db, (one) => work(snapshotOf(one) ?? one)) : work(snapshot)
}

/**
 * Runs `work` on one connection: statements that it starts together travel together, in one round trip. For reading
 * whose statements need not agree; joins a transaction that is already open.
 */
export function pipelineReads<T>(db: Kysely<DB>, work: (db: Kysely<DB>) => Promise<T>): Promise<T> {
  return db.isTransaction || isPipelined(db) ? work(db) : pipeline(db, work)
}

/** A snapshot that is read while a response is written; it holds a connection until the caller closes it. */
export type OpenSnapshot = { db: Kysely<DB>; close: () => Promise<void> }

/**
 * Opens a snapshot. Between two of its statements the database allows `maxIdle` ms instead of the pool's limit: the
 * next one may wait for the reader of the response.
 */
export async function openSnapshot(db: Kysely<DB>, maxIdle: number): Promise<OpenSnapshot> {
  const trx = await db.startTransaction().setIsolationLevel('repeatable read').execute()
  const close = () => trx.rollback().execute()
  try {
    await sql`select set_config('idle_in_transaction_session_timeout', ${String(maxIdle)}, true)`.execute(trx)
  } catch (error) {
    await close()
    throw error
  }
  return { db: trx, close }
}
