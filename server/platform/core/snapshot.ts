import { type Kysely, sql } from 'kysely'

import { isPipelined, snapshotOf, pipeline } from '#server/platform/db/pipeline.ts'
import type { DB } from '#server/platform/db/schema.ts'

/** Runs `work` on one snapshot, so that several readings agree, or in the transaction that is already open. */
export function withSnapshot<C extends { db: Kysely<DB> }, T>(
  ctx: C,
  work: (ctx: C) => Promise<T>,
): Promise<T> {
  if (ctx.db.isTransaction) return work(ctx)
  const on = (db: Kysely<DB>) => work({ ...ctx, db })
  const snapshot = snapshotOf(ctx.db)
  return snapshot === null ? pipeline(ctx.db, (one) => on(snapshotOf(one) ?? one)) : on(snapshot)
}

/** Runs `work` on one connection or the open transaction: reads started at once take one round trip. */
export function pipelineReads<T>(db: Kysely<DB>, work: (db: Kysely<DB>) => Promise<T>): Promise<T> {
  return db.isTransaction || isPipelined(db) ? work(db) : pipeline(db, work)
}

/**
 * Opens a snapshot that is read while a response is written; it holds a connection until the caller closes it. The database
 * allows `maxIdle` ms between two statements instead of the pool's limit, because one may wait for the response's reader.
 */
export async function openSnapshot(db: Kysely<DB>, maxIdle: number) {
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
