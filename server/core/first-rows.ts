/** Rows that are looked through in their order before an index of letters is asked: all that a small shop has. */
export const FIRST_ROWS = 1_000

/** Where the first hits of a search are looked for: in the first rows of an order, or everywhere. */
export type Reach = 'first rows' | 'everywhere'

/**
 * The first `most` hits of a search in an order: what many rows have is among the first ones, and of what few have
 * everything is found quickly. So nothing is counted.
 */
export async function firstHits<Row>(most: number, read: (reach: Reach) => Promise<Row[]>): Promise<Row[]> {
  const near = await read('first rows')
  return near.length === most ? near : read('everywhere')
}

/** Rows in which usual letters are looked for. */
export const SAMPLE = 200
/** Longer texts are in few rows. */
const LONGEST_USUAL = 2

/** Whether these words may be usual in a shop, as letters are. */
export const mayBeUsual = (words: readonly { text: string }[]): boolean =>
  words.reduce((sum, { text }) => sum + text.length, 0) <= LONGEST_USUAL

/** Whether so many of a sample are hits that counting rows in an order ends before the index has been read. */
export const isUsual = (hits: number): boolean => hits >= 0.4 * SAMPLE
