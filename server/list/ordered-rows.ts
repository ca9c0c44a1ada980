import { createSemaphore } from '#server/platform/lib/semaphore.ts'

/** Rows read at once: some milliseconds of work between two requests of others. */
const BATCH = 100

/** One batch at a time: those of several lists that arrive together would be worked on in one piece. */
const turn = createSemaphore({ permits: 1 })

/**
 * Yields the rows of `ids` in batches, in the order of the ids. The search for the ids decided filter and order, and
 * each batch is found by its key, however long the list is.
 */
export async function* rowsInOrder<Row>(
  ids: readonly number[],
  read: (ids: number[]) => Promise<Row[]>,
  idOf: (row: Row) => number,
): AsyncGenerator<Row[]> {
  for (let from = 0; from < ids.length; from += BATCH) {
    const batch = ids.slice(from, from + BATCH)
    const rows = await turn.run(() => read(batch))
    const found = new Map(rows.map((row) => [idOf(row), row]))
    yield batch.flatMap((id) => found.get(id) ?? [])
  }
}
