import type { Kysely } from 'kysely'

import { type SendCommit, isPipelined, pipeline } from '#server/platform/db/pipeline.ts'
import { codeOf } from '#server/platform/db/errors.ts'
import type { DB } from '#server/platform/db/schema.ts'

/** The SQLSTATE of a statement after a failed one of its transaction. */
const AFTER_FAILURE = '25P02'

/**
 * Starts steps of an open transaction in one round trip, then calls `sendCommit`. The database runs them and takes their
 * locks in that order, except statements that a step sends after an answer. Returns the results, or throws the first
 * cause after all have ended, because nothing may follow the rollback.
 */
export function pipelineSteps<C extends { db: Kysely<DB> }, T extends readonly unknown[]>(
  ctx: C,
  start: (ctx: C) => { [Index in keyof T]: Promise<T[Index]> },
  sendCommit?: SendCommit,
): Promise<T> {
  const run = async (db: Kysely<DB>): Promise<T> => {
    const started = start({ ...ctx, db })
    if (isPipelined(db)) for (const one of started) db.pipeline.watch(one)
    sendCommit?.()
    const results = await Promise.allSettled(started)
    const errors = results.flatMap((result) =>
      result.status === 'rejected' ? [result.reason as unknown] : [],
    )
    // The database refuses the statements after a failure with an error of its own, which is not the cause.
    if (errors.length > 0) throw errors.find((error) => codeOf(error) !== AFTER_FAILURE) ?? errors[0]
    return Promise.all(started)
  }
  // A second pipeline would let statements overtake those that are started beside this call.
  return isPipelined(ctx.db) ? run(ctx.db) : pipeline(ctx.db, run)
}
