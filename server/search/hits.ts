/** How many of each kind are found. */
export const MOST = 5

type Hits<T> = { items: T[]; similar?: true }

/** Something with a letter, which may have marks. */
const isMarkable = (q: string) => /\p{L}/u.test(q)

/** What `find` finds, or else what it finds without Turkish marks. */
export async function orSimilar<T>(q: string, find: (similar: boolean) => Promise<T[]>): Promise<Hits<T>> {
  const items = await find(false)
  if (items.length > 0 || !isMarkable(q)) return { items }
  const similar = await find(true)
  return similar.length === 0 ? { items } : { items: similar, similar: true }
}

/** The exact hits before the others, each once, at most five. */
export function exactFirst<T extends { id: number }>(exact: readonly T[], others: readonly T[]): T[] {
  const ids = new Set(exact.map(({ id }) => id))
  return [...exact, ...others.filter(({ id }) => !ids.has(id))].slice(0, MOST)
}
