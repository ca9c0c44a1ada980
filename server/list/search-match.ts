import { phoneTerm } from '#shared/phone.ts'
import { joinedPhones } from '#shared/search/across.ts'
import { searchPatterns, vehiclePatterns } from '#shared/turkish.ts'

/**
 * The comparison of a query (decisions: search): as a whole with each field, each word with any field, or the latter
 * without Turkish marks and with similar characters of a chassis number.
 */
export type SearchMatch = 'whole' | 'across' | 'similar'

/** A word of a query as each kind of field would have it, in one of these forms. */
type SearchWord = { name: string; vehicles: string[]; phones: string[] }

/** Returns the words of a query that may each be in any field; `undefined` if the query is one word. */
export function wordsAcross(q: string, match: SearchMatch): SearchWord[] | undefined {
  const { words, plainWords, similarVin } = searchPatterns(q)
  const names = match === 'similar' ? plainWords : words
  if (match === 'whole' || names.length < 2) return undefined
  const joined = joinedPhones(q)
  // A chassis number may be typed in several words, so every word also matches the whole number.
  const whole = match === 'similar' ? [similarVin] : []
  return names.map((name) => ({
    name,
    vehicles: distinct([...vehicleTerms(name, match), ...whole]),
    phones: distinct([name, joined.get(name) ?? ''].map(phoneTerm)),
  }))
}

/** Returns the forms of a text; a plate or chassis number must contain one of them. */
export function vehicleTerms(text: string, match: SearchMatch): string[] {
  const { vehicle, vin, similarVin } = vehiclePatterns(text)
  return distinct([vehicle, match === 'similar' ? similarVin : vin])
}

const distinct = (terms: readonly string[]) => [...new Set(terms)].filter((term) => term !== '')

/** Tries one comparison after the other until there is a hit; without one, returns the result of the first. */
export async function firstMatch<T>(
  q: string,
  find: (match: SearchMatch) => Promise<T>,
  isFound: (result: T) => boolean,
): Promise<{ result: T; isSimilar: boolean }> {
  const result = await find('whole')
  if (isFound(result)) return { result, isSimilar: false }
  for (const match of laterMatches(q)) {
    const later = await find(match)
    if (isFound(later)) return { result: later, isSimilar: match === 'similar' }
  }
  return { result, isSimilar: false }
}

function laterMatches(q: string): SearchMatch[] {
  const { words } = searchPatterns(q)
  if (words.length === 0) return []
  return words.length === 1 ? ['similar'] : ['across', 'similar']
}
