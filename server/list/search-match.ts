import { dialledNumber, phoneTerm, phoneQuery } from '#shared/phone.ts'
import { digitsIn } from '#shared/text.ts'
import { allWords, foldName, searchPatterns, vehiclePatterns } from '#shared/turkish.ts'

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
  const joined = joinedPhones(allWords(foldName(q)).slice(0, MAX_JOINED))
  // A chassis number may be typed in several words, so every word also matches the whole number.
  const whole = match === 'similar' ? [similarVin] : []
  return names.map((name) => ({
    name,
    vehicles: distinct([...vehicleTerms(name, match), ...whole]),
    phones: distinct([phoneTerm(name), joined.get(name) ?? '']),
  }))
}

/** Returns the forms of a text; a plate or chassis number must contain one of them. */
export function vehicleTerms(text: string, match: SearchMatch): string[] {
  const { vehicle, vin, similarVin } = vehiclePatterns(text)
  return distinct([vehicle, match === 'similar' ? similarVin : vin])
}

const distinct = (terms: readonly string[]) => [...new Set(terms)].filter((term) => term !== '')

/** More words than a query with a phone has. */
const MAX_JOINED = 20

/** The phone that neighbouring words make together ('+49 170 1234567'), by each of these words. */
function joinedPhones(words: readonly string[]): Map<string, string> {
  const runs: string[][] = [[]]
  for (const word of words)
    if (phoneQuery(word) === '') runs.push([])
    else runs.at(-1)?.push(word)
  return new Map(
    runs.flatMap((run) => {
      const phone = wholePhoneIn(run) ?? run
      return phone.map((word) => [word, phoneTerm(phone.join(' '))] as const)
    }),
  )
}

/** The longest whole number among these words: beside it, they may be digits of a plate. */
function wholePhoneIn(words: readonly string[]): readonly string[] | undefined {
  const parts = words.flatMap((_, from) => words.slice(from).map((_, i) => words.slice(from, from + i + 1)))
  const length = (part: readonly string[]) => digitsIn(part.join('')).length
  const whole = parts.filter((part) => dialledNumber(part.join(' ')) !== null)
  return whole.sort((a, b) => length(b) - length(a))[0]
}

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
