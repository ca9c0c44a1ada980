import { readFileSync } from 'node:fs'

import * as fontkit from 'fontkit'

export type FontName = 'regular' | 'bold'

/** The panel's typeface, which has the letters of nearly every text. */
export const PANEL = { regular: 'ServisSans-Regular', bold: 'ServisSans-SemiBold' } as const

/** The fonts for what the panel's typeface lacks, in the order in which they are tried. */
const OTHERS: readonly [letters: RegExp, regular: string, bold?: string][] = [
  [/\p{scx=Arabic}/u, 'ServisSansArabic-Regular', 'ServisSansArabic-SemiBold'],
  [/\p{scx=Hebrew}/u, 'ServisSansHebrew-Regular', 'ServisSansHebrew-SemiBold'],
  [/\p{scx=Georgian}/u, 'NotoSansGeorgian-Regular'],
  [/\p{scx=Armenian}/u, 'NotoSansArmenian-Regular'],
  [/[\p{Extended_Pictographic}\p{Emoji_Component}]/u, 'NotoEmoji-Regular'],
  [/\S/u, 'NotoSans-Regular'],
]

const loaded = new Map<string, fontkit.Font>()

/** Returns a font, parsed once per thread when a text needs it, because parsing costs more than a short document. */
export function fontOf(file: string): fontkit.Font {
  const known = loaded.get(file)
  if (known !== undefined) return known
  const bytes = readFileSync(new URL(`./fonts/${file}.ttf`, import.meta.url))
  const font = cacheGlyphRuns(fontkit.create(bytes) as fontkit.Font)
  loaded.set(file, font)
  return font
}

/** Returns the file of the first font that has a letter with all of its accents. */
export function fontFileOf(letter: string, name: FontName): string | undefined {
  const hasLetter = (file: string) =>
    codePointsOf(letter).every((code) => fontOf(file).hasGlyphForCodePoint(code))
  if (hasLetter(PANEL[name])) return PANEL[name]
  return OTHERS.filter(([letters]) => letters.test(letter))
    .map(([, regular, bold = regular]) => (name === 'bold' ? bold : regular))
    .find(hasLetter)
}

const MAX_RUNS = 5_000
const MAX_TEXT_LENGTH = 40
/** Amounts: every digit is equally wide and nothing is kerned, so that columns stay straight. */
const AMOUNT = /^[\d.,₺%]+ ?$/

/**
 * Lets a font cache its shaped glyph runs over all documents of the thread: shops repeat their words, and shaping
 * one costs more than drawing it. Amounts rarely repeat, so they are not shaped at all.
 */
function cacheGlyphRuns(font: fontkit.Font): fontkit.Font {
  const shape = font.layout.bind(font)
  const runs = new Map<string, fontkit.GlyphRun>()

  font.layout = (text) => {
    if (AMOUNT.test(text)) return unshapedRun(font, text)
    const cached = runs.get(text)
    if (cached !== undefined) return copyRun(cached)
    const run = assignCharacters(shape(text), text)
    if (text.length <= MAX_TEXT_LENGTH) {
      if (runs.size >= MAX_RUNS) runs.clear()
      runs.set(text, run)
    }
    return copyRun(run)
  }
  return font
}

/**
 * fontkit holds one object per glyph of a font, with the characters of its first use. A glyph that was first used
 * as a part of another (O in Ö) has none, and would be missing from the text of every later document.
 */
function assignCharacters(run: fontkit.GlyphRun, text: string): fontkit.GlyphRun {
  const isFromRight = run.direction === 'rtl'
  const codePoints = codePointsOf(text)
  if (isFromRight) codePoints.reverse()
  const isOneEach = codePoints.length === run.glyphs.length
  // After a ligature or decomposition, glyphs cannot be assigned to characters.
  if (!isOneEach && !isFromRight) return run
  const glyphs = run.glyphs.map((glyph, index) =>
    // Readers reverse a text from the right character by character, also within a ligature.
    withCodePoints(glyph, isOneEach ? codePoints.slice(index, index + 1) : glyph.codePoints.toReversed()),
  )
  return copyRun({ glyphs, positions: run.positions })
}

const codePointsOf = (text: string) => Array.from(text, (character) => character.codePointAt(0) ?? 0)

/** The part of a glyph that pdfkit reads. */
const withCodePoints = ({ id, advanceWidth }: fontkit.Glyph, codePoints: number[]) =>
  ({ id, advanceWidth, codePoints }) as fontkit.Glyph

/** A copy for one document: pdfkit scales the positions in place, and reads the width only afterwards. */
function copyRun({ glyphs, positions }: Pick<fontkit.GlyphRun, 'glyphs' | 'positions'>): fontkit.GlyphRun {
  const copied = positions.map((position) => ({ ...position }))
  let width: number | null = null
  return {
    glyphs,
    positions: copied,
    get advanceWidth() {
      return (width ??= copied.reduce((sum, position) => sum + position.xAdvance, 0))
    },
  } as fontkit.GlyphRun
}

function unshapedRun(font: fontkit.Font, text: string): fontkit.GlyphRun {
  const glyphs = codePointsOf(text).map((code) => withCodePoints(font.glyphForCodePoint(code), [code]))
  const zeros = { yAdvance: 0, xOffset: 0, yOffset: 0 }
  return copyRun({
    glyphs,
    positions: glyphs.map(({ advanceWidth }) => ({ xAdvance: advanceWidth, ...zeros })),
  })
}
