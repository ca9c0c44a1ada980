import type { Kysely } from 'kysely'

import { isPipelined, pipeline } from '#server/platform/db/one-connection.ts'
import { codeOf } from '#server/platform/db/errors.ts'
import type { DB } from '#server/platform/db/schema.ts'

/** The SQLSTATE of a statement after a failed one of its transaction. */
const AFTER_FAILURE = '25P02'

/**
 * Starts several changes of an open transaction without waiting for the response to the one before: their statements
 * travel together, and the database runs them, and takes their locks, in the order in which they were started. So each
 * has to send its statements at once, or only what it sends at once has a place in the order. Returns their results, or
 * throws the cause of the failure when all have ended: nothing may be sent after the transaction has been rolled back.
 */
export function pipelineWrites<C extends { db: Kysely<DB> }, T extends readonly unknown[]>(
  ctx: C,
  start: (ctx: C) => { [Index in keyof T]: Promise<T[Index]> },
): Promise<T> {
  const run = async (db: Kysely<DB>): Promise<T> => {
    const started = start({ ...ctx, db })
    const results = await Promise.allSettled(started)
    const errors = results.flatMap((result) =>
      result.status === 'rejected' ? [result.reason as unknown] : [],
    )
    // After a failure the database refuses the others: the cause is the error that says something else.
    if (errors.length > 0) throw errors.find((error) => codeOf(error) !== AFTER_FAILURE) ?? errors[0]
    return Promise.all(started)
  }
  // Another layer would have statements overtake those that are started beside this call.
  return isPipelined(ctx.db) ? run(ctx.db) : pipeline(ctx.db, run)
}
