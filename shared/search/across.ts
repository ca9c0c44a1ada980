import { dialledNumber, phoneQuery } from '#shared/phone.ts'
import { digitsIn } from '#shared/text.ts'
import {
  allWords,
  foldName,
  highlightPhoneRanges,
  highlightRanges,
  highlightSimilarRanges,
  highlightVehicleRanges,
  highlightWordRanges,
  mergeRanges,
  searchPatterns,
  type TextRange,
} from '#shared/turkish.ts'

/* The words of a search that may each be in another text of a row than the others (decisions: search). */

/** More words than a query with a phone has. */
const MAX_JOINED = 20

/** Returns the phone that neighbouring words make together ('+49 170 1234567'), by each of these words. */
export function joinedPhones(query: string): Map<string, string> {
  const runs: string[][] = [[]]
  for (const word of allWords(foldName(query)).slice(0, MAX_JOINED))
    if (phoneQuery(word) === '') runs.push([])
    else runs.at(-1)?.push(word)
  return new Map(
    runs.flatMap((run) => {
      const phone = wholePhoneIn(run) ?? run
      return phone.map((word) => [word, phone.join(' ')] as const)
    }),
  )
}

/** Returns the longest whole number among these words: beside it, they may be digits of a plate. */
function wholePhoneIn(words: readonly string[]): readonly string[] | undefined {
  const parts = words.flatMap((_, from) => words.slice(from).map((_, i) => words.slice(from, from + i + 1)))
  const length = (part: readonly string[]) => digitsIn(part.join('')).length
  const whole = parts.filter((part) => dialledNumber(part.join(' ')) !== null)
  return whole.sort((a, b) => length(b) - length(a))[0]
}

/** The searched texts of a row. */
export interface RowTexts {
  name: string
  /** Plate and chassis number. */
  vehicles?: readonly string[]
  phone?: string
  /** Whether the name counts without Turkish marks. */
  isSimilar: boolean
}

/** Returns whether no text of a row has the whole query, but each of its words is in one of them. */
export function matchesAcross(query: string, row: RowTexts): boolean {
  const { words, plainWords } = searchPatterns(query)
  if (words.length < 2 || hasMatch(query, row)) return false
  const joined = joinedPhones(query)
  const isInPhone = (word: string) => hasMatch(joined.get(word) ?? '', { ...row, name: '', vehicles: [] })
  return (row.isSimilar ? plainWords : words).every((word) => hasMatch(word, row) || isInPhone(word))
}

const hasMatch = (query: string, { name, vehicles = [], phone = '', isSimilar }: RowTexts): boolean =>
  (isSimilar ? highlightSimilarRanges : highlightWordRanges)(name, query).length > 0 ||
  vehicles.some((text) => highlightVehicleRanges(text, query).length > 0) ||
  highlightPhoneRanges(phone, query).length > 0

type RangesOf = (text: string, query: string) => TextRange[]

const ofEachWord =
  (rangesOf: RangesOf): RangesOf =>
  (text, query) =>
    mergeRanges(searchPatterns(query).words.map((word) => rangesOf(text, word)))

const ofPhoneWords = ofEachWord(highlightPhoneRanges)

/** The ranges of the words that a text has, by the kind of text; the others may be in another text of the row. */
export const ACROSS = {
  name: highlightRanges,
  words: ofEachWord(highlightRanges),
  similar: ofEachWord(highlightSimilarRanges),
  vehicle: ofEachWord(highlightVehicleRanges),
  /** Also the numbers that several words make together. */
  phone: (text: string, query: string): TextRange[] => {
    const phones = new Set(joinedPhones(query).values())
    const whole = mergeRanges([...phones].map((phone) => highlightPhoneRanges(text, phone)))
    return whole.length > 0 ? whole : ofPhoneWords(text, query)
  },
}

/** Returns how the hits of a search are marked in the texts of a row. */
export const markingOf = (query: string, row: RowTexts): { query: string; across?: typeof ACROSS } =>
  matchesAcross(query, row) ? { query, across: ACROSS } : { query }
