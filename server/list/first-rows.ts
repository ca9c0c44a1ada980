/** Rows that are looked through in their order before an index of letters is asked: all that a small shop has. */
export const FIRST_ROWS = 1_000

/** Where the first hits of a search are looked for: in the first rows of an order, or everywhere. */
export type Reach = 'first-rows' | 'everywhere'

/**
 * The first `most` hits of a search in an order: what many rows have is among the first ones, and of what few have
 * everything is found quickly. So nothing is counted.
 */
export async function firstHits<Row>(most: number, read: (reach: Reach) => Promise<Row[]>): Promise<Row[]> {
  const near = await read('first-rows')
  return near.length === most ? near : read('everywhere')
}

/** Rows in which usual letters are looked for. */
export const SAMPLE = 200
/** Longer texts are in few rows. */
const LONGEST_USUAL = 2

/** Whether so many of a sample are hits that counting rows in an order ends before the index has been read. */
const USUAL = 0.4 * SAMPLE

/**
 * Whether these words are usual in a shop, as letters are: counted in the order of the rows, they reach a bound before
 * the index of letters has been read. `sample` returns how many of `SAMPLE` rows have them.
 */
export async function areUsual(
  words: readonly { text: string }[],
  sample: () => Promise<number>,
): Promise<boolean> {
  const length = words.reduce((sum, { text }) => sum + text.length, 0)
  return length <= LONGEST_USUAL && (await sample()) >= USUAL
}
