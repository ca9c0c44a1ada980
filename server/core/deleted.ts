const KEPT_MS = 30 * 86_400_000
/** So many rows, with what hangs on them, go well within a statement's time. */
const BATCH = 1_000

/** What was deleted at this moment or later can be brought back; the rest is purged (decisions: deleting). */
export const keptSince = (now: Date): Date => new Date(now.getTime() - KEPT_MS)

/**
 * Calls `remove`, which removes at most `limit` rows and returns how many, until nothing is left or `stop` says
 * so; returns how many went. One statement for all could time out, and then would again every day.
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
