import bidiFactory from 'bidi-js'

import { type FontName, fontFileOf, PANEL } from './fonts.ts'

/** A part of a line in one font; its letters are in the order of reading. */
export type TextRun = { file: string; text: string }
type LevelRun = TextRun & { level: number }

/** Texts of only such characters are in the panel's typeface and run from left to right. */
export const PLAIN =
  /^[\u0020-\u007E\u00A0-\u017F\u2013-\u2015\u2018-\u201A\u201C-\u201E\u2020-\u2022\u2026₺]*$/
/** A letter with its accents. */
export const LETTER = /\P{M}\p{M}*|\p{M}+/gu
/** Separates letters that would be joined, as in Persian names. */
export const NON_JOINER = '\u200C'
const ISOLATES = /[\u2066-\u2069]/u
/** The letters that fontkit itself draws from right to left. */
const SHAPED = /\p{Script=Arabic}|\p{Script=Hebrew}/u

let bidi: ReturnType<typeof bidiFactory> | null = null

/**
 * Splits a line into its fonts, in the order of drawing from left to right: by the Unicode bidirectional algorithm, with
 * the direction of the first letter, as `<bdi>` does on the screen.
 */
export function runsOf(line: string, font: FontName): readonly TextRun[] {
  if (PLAIN.test(line)) return [{ file: PANEL[font], text: line }]
  bidi ??= bidiFactory()
  const embedding = bidi.getEmbeddingLevels(line)
  const letters = new Map(Array.from(line.matchAll(LETTER), ({ 0: letter, index }) => [index, letter]))
  const runs: LevelRun[] = []
  let isSeparate = true
  for (const index of bidi.getReorderedIndices(line, embedding)) {
    const letter = letters.get(index) ?? ''
    const isSign = letter === NON_JOINER || ISOLATES.test(letter)
    isSeparate ||= isSign
    if (isSign || letter === '') continue
    const level = embedding.levels[index] ?? 0
    const isFromRight = level % 2 === 1
    const file = fontFileOf(letter, font) ?? PANEL[font]
    const text = isFromRight ? (bidi.getMirroredCharacter(letter) ?? letter) : letter
    const last = runs.at(-1)
    if (isSeparate || last?.file !== file || last.level !== level) runs.push({ file, level, text })
    else last.text = isFromRight && SHAPED.test(letter) ? text + last.text : last.text + text
    isSeparate = false
  }
  return runs
}
