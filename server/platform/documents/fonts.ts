import { readFileSync } from 'node:fs'

import * as fontkit from 'fontkit'

const FILES = { regular: 'NotoSans-Regular.ttf', bold: 'NotoSans-Bold.ttf' } as const

export type FontName = keyof typeof FILES

const load = (name: FontName): fontkit.Font =>
  cacheGlyphRuns(
    fontkit.create(readFileSync(new URL(`./fonts/${FILES[name]}`, import.meta.url))) as fontkit.Font,
  )

let loaded: Readonly<Record<FontName, fontkit.Font>> | null = null

/** Returns the two fonts of every document, parsed once per thread, because that costs more than a short document. */
export const documentFonts = () => (loaded ??= { regular: load('regular'), bold: load('bold') })

/** Returns whether the fonts can show a character; both fonts have the same characters. */
export const hasGlyph = (codePoint: number): boolean =>
  documentFonts().regular.hasGlyphForCodePoint(codePoint)

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
  const characters = Array.from(text)
  // After a ligature or decomposition, glyphs cannot be assigned to characters.
  if (characters.length !== run.glyphs.length) return run
  const glyphs = run.glyphs.map((glyph, index) => withCharacter(glyph, characters[index] ?? ''))
  return copyRun({ glyphs, positions: run.positions })
}

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
