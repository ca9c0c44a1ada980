import { hasGlyph } from './fonts.ts'

/** A possible line break without a space; never drawn. */
export const BREAK_HERE = '\u200B'

const MAX_LINE_BREAKS = 100
const REPLACEMENT = '\uFFFD'

/** Returns a text as `printableText` does, for one line of a form: line breaks become spaces. */
export function printableLine(text: string, max: number): string {
  return printableText(text, max).replace(/\n+/g, ' ')
}

/**
 * Returns a text that can be laid out: NFC; without control, direction and other invisible characters; U+FFFD for
 * characters that the fonts lack; limited stacked accents and blank lines; at most `max` characters, the last one '…'
 * if the text was cut; `BREAK_HERE` after every 30 characters without a space. Line breaks stay.
 */
export function printableText(text: string, max: number): string {
  // Four times `max` allows for removed characters, without normalising a megabyte of text.
  const visible = replaceMissing(normalise(text.slice(0, max * 4)))
    .replace(INVISIBLE, '')
    .replace(/(\p{M}{3})\p{M}+/gu, '$1')
  const capped = capLength(tidySpaces(visible), max)
  return capped.replace(/(\S{30})(?=[^\s\p{M}])/gu, `$1${BREAK_HERE}`)
}

function normalise(text: string): string {
  // Programs that lower-case İ without Turkish rules leave a combining dot after the i.
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(/i\u0307+/g, 'i')
    .replace(/\r\n?|[\u2028\u2029\u0085\v\f]/g, '\n')
    .replaceAll('\t', ' ')
}

const segmenter = new Intl.Segmenter('tr', { granularity: 'grapheme' })
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]|[^\P{Cc}\n]/gu

/** Replaces a character that the fonts lack, with all of its parts, by U+FFFD, because it must not vanish. */
function replaceMissing(text: string): string {
  const isShown = (part: string) =>
    Array.from(part.replace(INVISIBLE, '')).every(
      (character) => character === '\n' || hasGlyph(character.codePointAt(0) ?? 0),
    )
  if (isShown(text)) return text
  const parts = Array.from(segmenter.segment(text), ({ segment }) => segment)
  return parts.map((part) => (isShown(part) ? part : REPLACEMENT)).join('')
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
