import { phoneNeedle } from '#shared/phone.ts'
import { foldVehicle, searchPatterns } from '#shared/turkish.ts'

/**
 * How a query is compared (decisions: search): as a whole with each field, each word with any field, or so without
 * Turkish marks.
 */
export type SearchMatch = 'whole' | 'across' | 'similar'

/** A word of a query as each kind of field would have it; '' where such a field cannot. */
export type SearchWord = { name: string; vehicle: string; phone: string }

/** The words of a query that are each looked for in any field; `undefined` where the query is one word. */
export function wordsAcross(q: string, match: SearchMatch): SearchWord[] | undefined {
  const { words, plainWords } = searchPatterns(q)
  const names = match === 'similar' ? plainWords : words
  if (match === 'whole' || names.length < 2) return undefined
  return names.map((name) => ({ name, vehicle: foldVehicle(name), phone: phoneNeedle(name) }))
}

/** Tries one way of comparing after the other until something is found; without a hit, returns what the first gave. */
export async function firstMatch<T>(
  q: string,
  find: (match: SearchMatch) => Promise<T>,
  isFound: (found: T) => boolean,
): Promise<{ found: T; isSimilar: boolean }> {
  const found = await find('whole')
  if (isFound(found)) return { found, isSimilar: false }
  for (const match of laterMatches(q)) {
    const later = await find(match)
    if (isFound(later)) return { found: later, isSimilar: match === 'similar' }
  }
  return { found, isSimilar: false }
}

function laterMatches(q: string): SearchMatch[] {
  const { words } = searchPatterns(q)
  if (words.length === 0) return []
  return words.length === 1 ? ['similar'] : ['across', 'similar']
}
