/** Rows that are tested in their order before the n-gram index is read: all that a small shop has. */
export const FIRST_ROWS = 1_000

/** Where the first hits of a search are looked for: in the first rows of an order, or everywhere. */
export type Reach = 'first-rows' | 'everywhere'

/**
 * Returns the first `most` hits of a search in an order. Frequent terms appear in the first 1,000 rows; rare terms are
 * cheap to find through the index. Neither case needs a count.
 */
export async function firstHits<Row>(most: number, read: (reach: Reach) => Promise<Row[]>): Promise<Row[]> {
  const near = await read('first-rows')
  return near.length === most ? near : read('everywhere')
}

/** The newest rows, in which common terms are looked for. */
export const SAMPLE = 200
/** Longer terms are in few rows. */
const LONGEST_COMMON = 2

/** With so many hits in the sample, counting rows in an order ends before the n-gram index has been read. */
const COMMON = 0.4 * SAMPLE

/** Returns whether a shop's rows often contain these words; `sample` counts the hits among `SAMPLE` rows. */
export async function isCommonTerm(
  words: readonly { text: string }[],
  sample: () => Promise<number>,
): Promise<boolean> {
  const length = words.reduce((sum, { text }) => sum + text.length, 0)
  return length <= LONGEST_COMMON && (await sample()) >= COMMON
}
