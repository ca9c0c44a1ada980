/** Control characters other than line feed and carriage return; a tab is one of them. */
const FORBIDDEN = /[^\P{Cc}\n\r]/u

/**
 * Returns the text trimmed; '' if it shows only spaces; `null` if it contains NUL, a lone surrogate or a control
 * character other than line breaks (decisions: limits). Inner white space, line breaks and Unicode form stay.
 */
export function cleanText(text: string): string | null {
  const trimmed = text.trim()
  if (!isCleanText(trimmed)) return null
  return isBlank(trimmed) ? '' : trimmed
}

/** Returns whether the text has no NUL, lone surrogate or control character other than line breaks. */
export function isCleanText(text: string): boolean {
  return text.isWellFormed() && !FORBIDDEN.test(text)
}

/**
 * Invisible characters: soft hyphens, zero-width characters, direction marks, variation selectors, the empty braille
 * cell.
 */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]+/gu
const APOSTROPHES = /[’‘‛´`ʼʻʹ′＇]/g
const DASHES = /[\p{Pd}\u2212\u2043]/gu

/** Returns the text without invisible characters, in NFC. */
export const visibleText = (text: string): string => text.replace(INVISIBLE, '').normalize('NFC')

/**
 * Returns the text with plain signs for full-width ones (NFKC). Signs such as '²' are dropped rather than read as '2',
 * because no number of a car has them.
 */
export const plainSigns = (text: string): string => text.replace(/[\p{No}\p{Nl}]/gu, '').normalize('NFKC')

/** Returns whether the text has only spaces and invisible characters, which counts as empty (decisions: search). */
export const isBlank = (text: string): boolean => visibleText(text).trim() === ''

/**
 * Returns the form in which texts that look the same are equal (decisions: search): without invisible characters, in
 * NFC, with one kind of apostrophe and dash, and with runs of spaces as one. Case stays.
 */
export function sameLook(text: string): string {
  return visibleText(text).replace(APOSTROPHES, "'").replace(DASHES, '-').replace(/\s+/g, ' ').trim()
}

export const digitsIn = (text: string): string => text.replace(/[^0-9]/g, '')

/** Runs of forbidden characters. */
const FORBIDDEN_RUNS = /(?:[^\P{Cc}\n\r]|\p{Cs})+/gu

/** Returns the text with a space for each run of characters that the server refuses (decisions: limits). */
export function withoutControls(text: string): string {
  return isCleanText(text) ? text : text.replace(FORBIDDEN_RUNS, ' ')
}
