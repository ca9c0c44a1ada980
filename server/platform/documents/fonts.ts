import { readFileSync } from 'node:fs'

import * as fontkit from 'fontkit'

export type FontName = 'regular' | 'bold'

/** The files of a typeface by weight. */
type Typeface = Readonly<Record<FontName, string>>

const oneWeight = (file: string): Typeface => ({ regular: file, bold: file })

/** The panel's typeface, which has the letters of nearly every text. */
export const PANEL: Typeface = { regular: 'ServisSans-Regular', bold: 'ServisSans-SemiBold' }

/** The typefaces for what the panel's one lacks, in the order in which they are tried. */
const OTHERS: readonly { letters: RegExp; typeface: Typeface }[] = [
  {
    letters: /\p{scx=Arabic}/u,
    typeface: { regular: 'ServisSansArabic-Regular', bold: 'ServisSansArabic-SemiBold' },
  },
  {
    letters: /\p{scx=Hebrew}/u,
    typeface: { regular: 'ServisSansHebrew-Regular', bold: 'ServisSansHebrew-SemiBold' },
  },
  { letters: /\p{scx=Georgian}/u, typeface: oneWeight('NotoSansGeorgian-Regular') },
  { letters: /\p{scx=Armenian}/u, typeface: oneWeight('NotoSansArmenian-Regular') },
  { letters: /[\p{Extended_Pictographic}\p{Emoji_Component}]/u, typeface: oneWeight('NotoEmoji-Regular') },
  { letters: /\S/u, typeface: oneWeight('NotoSans-Regular') },
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
  const isIn = (file: string) =>
    Array.from(letter).every((sign) => fontOf(file).hasGlyphForCodePoint(sign.codePointAt(0) ?? 0))
  if (isIn(PANEL[name])) return PANEL[name]
  return OTHERS.find(({ letters, typeface }) => letters.test(letter) && isIn(typeface[name]))?.typeface[name]
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
  const characters = Array.from(text)
  if (isFromRight) characters.reverse()
  const isOneEach = characters.length === run.glyphs.length
  // After a ligature or decomposition, glyphs cannot be assigned to characters.
  if (!isOneEach && !isFromRight) return run
  const glyphs = run.glyphs.map((glyph, index) =>
    // Readers reverse a text from the right character by character, also within a ligature.
    isOneEach ? withCharacter(glyph, characters[index] ?? '') : withReversed(glyph),
  )
  return copyRun({ glyphs, positions: run.positions })
}

const withReversed = ({ id, advanceWidth, codePoints }: fontkit.Glyph) =>
  ({ id, advanceWidth, codePoints: codePoints.toReversed() }) as fontkit.Glyph

/** The part of a glyph that pdfkit reads. */
const withCharacter = ({ id, advanceWidth }: fontkit.Glyph, character: string) =>
  ({ id, advanceWidth, codePoints: [character.codePointAt(0) ?? 0] }) as fontkit.Glyph

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
  const glyphs = Array.from(text, (character) =>
    withCharacter(font.glyphForCodePoint(character.codePointAt(0) ?? 0), character),
  )
  const zeros = { yAdvance: 0, xOffset: 0, yOffset: 0 }
  return copyRun({ glyphs, positions: glyphs.map((glyph) => ({ xAdvance: glyph.advanceWidth, ...zeros })) })
}
