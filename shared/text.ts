/** Control characters other than line feed and carriage return; a tab is one of them. */
const FORBIDDEN = /[^\P{Cc}\n\r]/u

/**
 * The text as sent, trimmed; '' when it shows nothing but spaces; `null` when it contains NUL, a lone surrogate or a
 * control character other than line breaks (decisions: limits). Inner white space, line breaks and Unicode form stay as
 * they are.
 */
export function cleanText(text: string): string | null {
  const trimmed = text.trim()
  if (!isCleanText(trimmed)) return null
  return isBlank(trimmed) ? '' : trimmed
}

/** True for text without NUL, lone surrogates and control characters other than line breaks. */
export function isCleanText(text: string): boolean {
  return text.isWellFormed() && !FORBIDDEN.test(text)
}

/** Soft hyphens, zero-width characters, direction marks, variation selectors, a braille cell without dots: none is seen. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]+/gu
const APOSTROPHES = /[’‘‛´`ʼʻʹ′＇]/g
const DASHES = /[\p{Pd}\u2212\u2043]/gu

/** The text without invisible characters, in NFC. */
export const visibleText = (text: string): string => text.replace(INVISIBLE, '').normalize('NFC')

/** The text with full-width signs as the plain ones (NFKC), but not '²' as '2': a number of a car has no such sign. */
export const plainSigns = (text: string): string => text.replace(/[\p{No}\p{Nl}]/gu, '').normalize('NFKC')

/** True for a text of nothing but spaces and invisible characters, which counts as empty (decisions: search). */
export const isBlank = (text: string): boolean => visibleText(text).trim() === ''

/**
 * The form in which texts that look the same are the same (decisions: search): without invisible characters, in NFC,
 * with one kind of apostrophe and dash, and with runs of spaces of any kind as one. Case stays.
 */
export function sameLook(text: string): string {
  return visibleText(text).replace(APOSTROPHES, "'").replace(DASHES, '-').replace(/\s+/g, ' ').trim()
}

export const digitsIn = (text: string): string => text.replace(/[^0-9]/g, '')

/** What no text may hold, as runs. */
const FORBIDDEN_RUNS = /(?:[^\P{Cc}\n\r]|\p{Cs})+/gu

/** The text with a space for each run of characters that the server refuses (decisions: limits). */
export function withoutControls(text: string): string {
  return isCleanText(text) ? text : text.replace(FORBIDDEN_RUNS, ' ')
}
