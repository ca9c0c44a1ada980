import type { Kysely } from 'kysely'

import type { DB } from '#server/db/schema.ts'

/**
 * Runs `work` on one snapshot of the database, so that the figures of several statements agree. For reading only;
 * joins a transaction that is already open.
 */
export function inSnapshot<T>(db: Kysely<DB>, work: (db: Kysely<DB>) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db)
  return db.transaction().setIsolationLevel('repeatable read').execute(work)
}

/** A snapshot that is read while a response is written; it holds a connection until the caller closes it. */
export type OpenSnapshot = { db: Kysely<DB>; close: () => Promise<void> }

export async function openSnapshot(db: Kysely<DB>): Promise<OpenSnapshot> {
  const trx = await db.startTransaction().setIsolationLevel('repeatable read').execute()
  return { db: trx, close: () => trx.rollback().execute() }
}
