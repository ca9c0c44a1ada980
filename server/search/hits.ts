import { firstMatch, type SearchMatch } from '#server/list/search-match.ts'

/** The most hits of each kind. */
export const MOST = 5

type Hits<T> = { items: T[]; similar?: true }

/** Whether the text has a letter, which may have Turkish marks. */
const isMarkable = (q: string) => /\p{L}/u.test(q)

/** Returns the hits of `find`, else its hits with the words in different fields, else those without Turkish marks. */
export async function orSimilar<T>(q: string, find: (match: SearchMatch) => Promise<T[]>): Promise<Hits<T>> {
  if (!isMarkable(q)) return { items: await find('whole') }
  const { found: items, isSimilar } = await firstMatch(q, find, ({ length }) => length > 0)
  return isSimilar ? { items, similar: true } : { items }
}

/** The exact hits before the others, each once, at most five. */
export function exactFirst<T extends { id: number }>(exact: readonly T[], others: readonly T[]): T[] {
  const ids = new Set(exact.map(({ id }) => id))
  return [...exact, ...others.filter(({ id }) => !ids.has(id))].slice(0, MOST)
}
