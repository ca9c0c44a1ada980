import type { Kysely } from 'kysely'

import type { DB } from '#server/platform/db/schema.ts'

const RETENTION_MS = 30 * 86_400_000
/** Deleting this many rows with their dependent rows takes well less than the statement timeout. */
const BATCH = 1_000

/** Rows deleted at this moment or later can be restored; older ones are purged (decisions: deleting). */
export const restorableSince = (now: Date): Date => new Date(now.getTime() - RETENTION_MS)

/**
 * Calls `remove`, which removes at most `limit` rows and returns how many, until nothing is left or `stop` is aborted;
 * returns the sum. A single statement for all could time out, and would do so again every day.
 */
export async function purgeInBatches(
  remove: (limit: number) => Promise<number>,
  stop?: AbortSignal,
): Promise<number> {
  let total = 0
  for (;;) {
    const removed = await remove(BATCH)
    total += removed
    if (removed < BATCH || stop?.aborted === true) return total
  }
}

/** Makes the function that removes every shop's rows of a table deleted 30 days before `now`; returns how many. */
export const createPurge =
  (table: 'expense' | 'expense_repetition' | 'feedback' | 'item_price' | 'item_package') =>
  (db: Kysely<DB>, now: Date, stop?: AbortSignal): Promise<number> => {
    const before = restorableSince(now)
    return purgeInBatches(async (limit) => {
      const found = db.selectFrom(table).where('deleted_at', '<', before).select('id').limit(limit)
      const ids = (await found.execute()).map(({ id }) => id)
      // Checks the date again, so that a row restored meanwhile stays.
      const rows = db.deleteFrom(table).where('deleted_at', '<', before)
      if (ids.length > 0) await rows.where('id', 'in', ids).execute()
      return ids.length
    }, stop)
  }
