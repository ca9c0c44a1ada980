/** Rows read at once: some milliseconds of work between two requests of others. */
const BATCH = 200

/**
 * The rows of `ids` in batches, in the order of the ids. Whoever found the ids has decided filter and order, and each
 * batch is found by its key, however long the list is.
 */
export async function* rowsInOrder<Row>(
  ids: readonly number[],
  read: (ids: number[]) => Promise<Row[]>,
  idOf: (row: Row) => number,
): AsyncGenerator<Row[]> {
  for (let from = 0; from < ids.length; from += BATCH) {
    const batch = ids.slice(from, from + BATCH)
    const found = new Map((await read(batch)).map((row) => [idOf(row), row]))
    yield batch.flatMap((id) => found.get(id) ?? [])
  }
}
