import { hideTrunk, phoneTerm } from './phone.ts'
import { digitsIn, plainSigns, sameLook, visibleText } from './text.ts'
import { BLANK_CLASSES, EXPANSIONS, SORT_CLASSES } from './turkish-sort-table.ts'

/*
 * Case and order of the Turkish alphabet (decisions: search, sorting). Only this file may call the case functions; it
 * does not use the runtime's locale data, so browser and server always agree.
 */

/**
 * Removes the dot that other programs combine with i when they lower-case İ. NFC comes last, because a capital may have
 * no composed form.
 */
function withoutStrayDots(text: string): string {
  return text.replace(/i\u0307+/g, 'i').normalize('NFC')
}

/** Converts to lower case by Turkish rules (I → ı, İ → i), NFC. */
export function lowerTr(text: string): string {
  const dotted = text.normalize('NFC').replace(/[Iİ]/g, (letter) => (letter === 'I' ? 'ı' : 'i'))
  return withoutStrayDots(dotted.toLowerCase())
}

/** Converts to upper case by Turkish rules (i → İ, ı → I), NFC. */
export function upperTr(text: string): string {
  const undotted = withoutStrayDots(text.normalize('NFC'))
  return undotted
    .replace(/[ıi]/g, (letter) => (letter === 'i' ? 'İ' : 'I'))
    .toUpperCase()
    .normalize('NFC')
}

/** Converts plates and chassis numbers to upper case. They have only one letter I: i, ı, İ and I become I. */
export function upperVehicle(text: string): string {
  return withoutStrayDots(text.normalize('NFC')).replace(/[ıiİ]/g, 'I').toUpperCase()
}

/** Full-width replacements: a folded text has no LIKE wildcard or escape, so no engine needs ESCAPE. */
const LIKE_REPLACEMENTS: Readonly<Record<string, string>> = { '%': '％', _: '＿', '\\': '＼' }

function withoutWildcards(text: string): string {
  return text.replace(/[%_\\]/g, (sign) => LIKE_REPLACEMENTS[sign] ?? sign)
}

/**
 * Returns the search form of a name: texts that look the same are equal, in Turkish lower case, with `%`, `_` and `\`
 * as ordinary characters (decisions: search). Stored and searched texts use the same function.
 */
export function foldName(text: string): string {
  return withoutWildcards(lowerTr(sameLook(text)).replaceAll('ς', 'σ'))
}

/**
 * Returns the search form of a plate or chassis number: i, ı, İ, I are one letter, full-width signs are the plain ones,
 * and only letters and digits count.
 */
export function foldVehicle(text: string): string {
  const oneI = visibleText(plainSigns(text)).replace(/[ıİI]/g, 'i')
  return withoutStrayDots(oneI.toLowerCase())
    .replace(/[^\p{L}\p{Nd}]/gu, '')
    .replaceAll('ς', 'σ')
}

/**
 * Returns the search form of a record's vehicle; spaces keep a hit from spanning two numbers. A chassis number with I,
 * O or Q, which it cannot have, is repeated with 1 and 0.
 */
export function foldVehicles(plaka: string, sasiNo: string): string {
  const vin = foldVehicle(sasiNo)
  const read = asRead(vin)
  return [foldVehicle(plaka), vin, ...(read === vin ? [] : [read])].join(' ')
}

/** Returns a folded chassis number as it is read: 1 for I, 0 for O and Q (ISO 3779). */
const asRead = (vin: string) => vin.replaceAll('i', '1').replace(/[oq]/g, '0')

/** Returns the search form of a name without its Turkish marks: 'Öztürk' and 'ozturk' are equal. */
export function foldPlain(text: string): string {
  return foldName(text).replaceAll('ı', 'i').normalize('NFD').replace(/\p{M}/gu, '')
}

interface SearchPatterns {
  /** The words that must all occur in the name, in any order. */
  words: string[]
  /** The words without Turkish marks, for a second search after one without a match. */
  plainWords: string[]
  vehicle: string
  /**
   * A chassis number's part with I, O or Q, written with 1 and 0; '' for other texts, and for a possible part of a
   * plate.
   */
  vin: string
  /** `vin` also for a possible part of a plate, for a second search after one without a match. */
  similarVin: string
  /** The digits of a phone, if at least four are typed, without the codes before the area code; '' for other texts. */
  phone: string
}

/** A possible part of a Turkish plate, folded. */
const PLATE_PART = /^\d{0,2}[a-z]{0,3}\d{0,5}$/

/**
 * A possible part of a chassis number, folded: it has a digit or is longer than a plate, so that it is no word. Shorter
 * parts would match too many.
 */
const VIN_PART = /^(?=.*\d|.{10})[a-z0-9]{3,17}$/

/** The number of words that a search uses, more than any name has; it ignores the rest. */
const MAX_WORDS = 10

/**
 * Returns the folded search terms of a query. A match of the name, the vehicle or the phone counts; a blank query has
 * no terms.
 */
export function searchPatterns(query: string): SearchPatterns {
  return {
    words: wordsOf(foldName(query)),
    plainWords: wordsOf(foldPlain(query)),
    ...vehiclePatterns(query),
    phone: phoneTerm(query),
  }
}

/** Returns the search terms of a query or a word for the plate and the chassis number of a car. */
export function vehiclePatterns(query: string): Pick<SearchPatterns, 'vehicle' | 'vin' | 'similarVin'> {
  const vehicle = foldVehicle(query)
  const read = asRead(vehicle)
  const similarVin = VIN_PART.test(vehicle) && read !== vehicle ? read : ''
  return { vehicle, vin: [vehicle, read].some((text) => PLATE_PART.test(text)) ? '' : similarVin, similarVin }
}

const wordsOf = (folded: string): string[] => [...new Set(allWords(folded))].slice(0, MAX_WORDS)

/** Returns the words of a folded query, also repeated ones; words of signs count only if there are no others. */
export function allWords(folded: string): string[] {
  const words = folded.split(' ').filter((word) => word !== '')
  const realWords = words.filter((word) => /[\p{L}\p{N}]/u.test(word))
  return realWords.length === 0 ? words : realWords
}

/** Returns the LIKE pattern "contains" for a folded search term, which needs no escaping (see `foldName`). */
export function containsPattern(term: string): string {
  return `%${term}%`
}

/**
 * Returns the form in which user names are compared (decisions: user names): NFKC, lower case, ı, İ, I as i. Invisible
 * characters are removed and white space is collapsed, so that no look-alike account can be created.
 */
export function foldUserName(name: string): string {
  const oneI = name.normalize('NFKC').replace(/[ıİI]/g, 'i')
  const visible = oneI.toLowerCase().replace(/\p{Default_Ignorable_Code_Point}/gu, '')
  const folded = visible
    .replace(/i\u0307+/g, 'i')
    .replaceAll('ς', 'σ')
    .normalize('NFKC')
  return folded.replace(/\s+/g, ' ').trim()
}

/**
 * Returns the form in which e-mail addresses are compared, that of user names: Caps Lock on a Turkish keyboard types İ
 * for i.
 */
export function foldEmail(email: string): string {
  return foldUserName(email)
}

/** A half-open range of UTF-16 positions in the original text. */
export type TextRange = [start: number, end: number]

/** Returns the ranges of `query` in a name, for `<mark>`: non-overlapping, in order; empty without a match. */
export const highlightRanges = (text: string, query: string): TextRange[] =>
  foldedRanges(text, foldName(query), foldUnit)

/** Returns the ranges of the whole query, else of each of its words in any order. */
export function highlightWordRanges(text: string, query: string): TextRange[] {
  const whole = highlightRanges(text, query)
  return whole.length > 0 ? whole : rangesOfAll(text, searchPatterns(query).words, foldUnit)
}

/** Returns the ranges of all words without Turkish marks, in any order. */
export const highlightSimilarRanges = (text: string, query: string): TextRange[] =>
  rangesOfAll(text, searchPatterns(query).plainWords, plainUnit)

const foldUnit = (unit: string) => (/\s/.test(unit) ? ' ' : foldName(unit))
const plainUnit = (unit: string) => (/\s/.test(unit) ? ' ' : foldPlain(unit))

/** Returns the ranges of all search terms, or none if one of them is missing. */
function rangesOfAll(text: string, terms: readonly string[], fold: (unit: string) => string): TextRange[] {
  const found = terms.map((term) => foldedRanges(text, term, fold))
  return found.some((ranges) => ranges.length === 0) ? [] : mergeRanges(found)
}

/** Returns all ranges in order; of overlapping ones only the first. */
export function mergeRanges(found: readonly TextRange[][]): TextRange[] {
  const sorted = found.flat().sort(([a], [b]) => a - b)
  return sorted.filter(
    ([start], index) => start >= Math.max(0, ...sorted.slice(0, index).map(([, end]) => end)),
  )
}

/** Returns the ranges of a phone's digits in a phone number, whatever signs separate them. */
export function highlightPhoneRanges(text: string, query: string): TextRange[] {
  return foldedRanges(hideTrunk(text), searchPatterns(query).phone, (unit) =>
    digitsIn(unit.normalize('NFKC')),
  )
}

/**
 * Returns the ranges of `query` in a plate or chassis number, else those of its form with 1 and 0 (`asRead`); spaces
 * inside a match belong to it.
 */
export function highlightVehicleRanges(text: string, query: string): TextRange[] {
  const vehicle = foldVehicle(query)
  const found = foldedRanges(text, vehicle, foldVehicle)
  if (found.length > 0 || !VIN_PART.test(vehicle)) return found
  return foldedRanges(text, asRead(vehicle), (unit) => asRead(foldVehicle(unit)))
}

/** A run of spaces and invisible characters, or a character with its combining marks. */
const UNITS = /[\s\p{Cf}]+|[^\s\p{Cf}][\p{M}\p{Cf}]*/gu

/** Folds unit by unit, so that folded positions can be mapped back. */
function foldedRanges(text: string, term: string, fold: (unit: string) => string): TextRange[] {
  if (term === '') return []
  const origins: TextRange[] = []
  let folded = ''
  for (const { 0: unit, index } of text.matchAll(UNITS)) {
    const piece = fold(unit)
    folded += piece
    for (let i = 0; i < piece.length; i++) origins.push([index, index + unit.length])
  }
  const ranges: TextRange[] = []
  for (let at = folded.indexOf(term); at !== -1; at = folded.indexOf(term, at + term.length)) {
    const start = origins[at]?.[0] ?? 0
    ranges.push([start, origins[at + term.length - 1]?.[1] ?? start])
  }
  return ranges
}

function rankTable(): Map<string, string> {
  const ranks = new Map<string, string>()
  const classes = [...BLANK_CLASSES, ...SORT_CLASSES.flatMap((line) => line.split(' '))]
  classes.forEach((equals, index) => {
    for (const character of equals) ranks.set(character, index.toString(36).padStart(2, '0'))
  })
  for (const [parts, equals] of Object.entries(EXPANSIONS)) {
    const rank = Array.from(parts, (part) => ranks.get(part) ?? '').join('')
    for (const character of equals) ranks.set(character, rank)
  }
  return ranks
}

const RANKS = /* @__PURE__ */ rankTable()

/** Characters that the order ignores: controls, zero-width and bidi characters, combining marks. */
const WITHOUT_WEIGHT = /[\p{Cc}\p{Cf}\p{Mn}]/u

/**
 * Returns a key whose plain byte order is Turkish order without case (ç after c, ı before i; decisions: sorting): two
 * base-36 characters per letter; characters outside the table follow, by code point. Rows with equal keys are ordered
 * by id.
 */
export function sortKey(text: string): string {
  let key = ''
  for (const character of text.normalize('NFC')) {
    const rank = RANKS.get(character)
    if (rank !== undefined) key += rank
    else if (!WITHOUT_WEIGHT.test(character)) key += unknownKey(character)
  }
  return key
}

function unknownKey(character: string): string {
  return `zz${(character.codePointAt(0) ?? 0).toString(36).padStart(4, '0')}`
}

/** Returns the key of a stored text, in which texts that look the same are equal (decisions: search). */
export const storedSortKey = (text: string): string => sortKey(sameLook(text))

/** Compares in the order of `sortKey`; 0 for texts that differ in case only. */
export function compareTr(a: string, b: string): number {
  const [left, right] = [sortKey(a), sortKey(b)]
  if (left === right) return 0
  return left < right ? -1 : 1
}

/** Compares in the order of `sortKey` and orders texts that differ in case only; 0 for equal texts only. */
export function orderTr(a: string, b: string): number {
  if (a === b) return 0
  return compareTr(a, b) || (a < b ? -1 : 1)
}
