import { MAX_NAME_LENGTH } from '#shared/options.ts'

import { fontFileOf } from './fonts.ts'
import { LETTER, NON_JOINER, PLAIN } from './text-runs.ts'

/** A possible line break without a space; never drawn. */
export const BREAK_HERE = '\u200B'

const MAX_LINE_BREAKS = 100
/** A neutral sign for what no font can show. */
const UNKNOWN = '◻'

/** Returns a text as `printableText` does, for one line of a form: line breaks become spaces. */
export function printableLine(text: string, max: number): string {
  return printableText(text, max).replace(/\n+/g, ' ')
}

/** Returns a text as `printableLine` does, for a name or another short field. */
export const printableName = (text: string): string => printableLine(text, MAX_NAME_LENGTH)

/**
 * Returns a text that can be laid out: NFC; without control, direction and other invisible characters; '◻' for
 * characters that no font has; limited stacked accents and blank lines; at most `max` characters, the last one '…'
 * if the text was cut; `BREAK_HERE` after every 30 characters without a space. Line breaks stay.
 */
export function printableText(text: string, max: number): string {
  // Four times `max` allows for removed characters, without normalising a megabyte of text.
  const visible = normalise(text.slice(0, max * 4)).replace(INVISIBLE, '')
  const shown = PLAIN.test(visible)
    ? visible
    : visible.replace(LETTER, printableLetter).replace(/(\p{M}{3})\p{M}+/gu, '$1')
  const capped = capLength(tidySpaces(shown), max)
  return capped.replace(/(\S{30})(?=[^\s\p{M}])/gu, `$1${BREAK_HERE}`)
}

function normalise(text: string): string {
  // Programs that lower-case İ without Turkish rules leave a combining dot after the i.
  return (
    text
      .toWellFormed()
      .normalize('NFC')
      .replace(/i\u0307+/g, 'i')
      // A font that has drawn such a form as one glyph lets later texts be copied with it instead of their letters.
      .replace(/[\uFB50-\uFDFF\uFE70-\uFEFC]/g, (form) => form.normalize('NFKC'))
      .replace(/\r\n?|[\u2028\u2029\u0085\v\f]/g, '\n')
      .replaceAll('\t', ' ')
  )
}

/** The tone of an emoji's skin counts as invisible; a non-joiner between Arabic letters does not. */
const INVISIBLE =
  /(?!(?<=\p{Script=Arabic})\u200C(?=\p{Script=Arabic}))[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Emoji_Modifier}]|[^\P{Cc}\n]/gu

/** Returns the letter, without accents that no font has; a sign in its place if no font has it, because it must not vanish. */
function printableLetter(letter: string): string {
  const [base = ''] = letter
  if (base !== '\uFFFD' && fontFileOf(letter, 'regular') !== undefined) return letter
  if (/\s/.test(base) || base === NON_JOINER) return base
  return base !== '\uFFFD' && fontFileOf(base, 'regular') !== undefined ? base : UNKNOWN
}

/** Trims the text and leaves at most one blank line in a row, so that line breaks alone cannot fill a page. */
function tidySpaces(text: string): string {
  const lines = text
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
    .split('\n')
  const rest = lines.slice(MAX_LINE_BREAKS).filter((line) => line !== '')
  return [...lines.slice(0, MAX_LINE_BREAKS), ...(rest.length > 0 ? [rest.join(' ')] : [])].join('\n')
}

function capLength(text: string, max: number): string {
  if (text.length <= max) return text
  const characters = Array.from(text)
  return characters.length <= max ? text : `${characters.slice(0, max - 1).join('')}…`
}
