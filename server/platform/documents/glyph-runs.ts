import type { Font, Glyph, GlyphRun } from 'fontkit'

const MAX_RUNS = 5_000
const MAX_TEXT_LENGTH = 40
/** Amounts: every digit is equally wide and nothing is kerned, so that columns stay straight. */
const AMOUNT = /^[\d.,₺%]+ ?$/

/**
 * Lets a font cache its shaped glyph runs over all documents of the thread: shops repeat their words, and shaping
 * one costs more than drawing it. Amounts rarely repeat, so they are not shaped at all.
 */
export function rememberRuns(font: Font): Font {
  const shape = font.layout.bind(font)
  const runs = new Map<string, GlyphRun>()

  font.layout = (text) => {
    if (AMOUNT.test(text)) return unshapedRun(font, text)
    const known = runs.get(text)
    if (known !== undefined) return freshRun(known)
    const run = nameCharacters(shape(text), text)
    if (text.length <= MAX_TEXT_LENGTH) {
      if (runs.size >= MAX_RUNS) runs.clear()
      runs.set(text, run)
    }
    return freshRun(run)
  }
  return font
}

/**
 * fontkit holds one object per glyph of a font, with the characters of its first use. A glyph that was first used
 * as a part of another (O in Ö) has none, and would be missing from the text of every later document.
 */
function nameCharacters(run: GlyphRun, text: string): GlyphRun {
  const characters = Array.from(text)
  // After a ligature or decomposition, glyphs cannot be assigned to characters.
  if (characters.length !== run.glyphs.length) return run
  const glyphs = run.glyphs.map((glyph, index) => named(glyph, characters[index] ?? ''))
  return freshRun({ glyphs, positions: run.positions })
}

/** The part of a glyph that pdfkit reads. */
const named = ({ id, advanceWidth }: Glyph, character: string) =>
  ({ id, advanceWidth, codePoints: [character.codePointAt(0) ?? 0] }) as Glyph

/** A copy for one document: pdfkit scales the positions in place, and reads the width only afterwards. */
function freshRun({ glyphs, positions }: Pick<GlyphRun, 'glyphs' | 'positions'>): GlyphRun {
  const own = positions.map((position) => ({ ...position }))
  let width: number | null = null
  return {
    glyphs,
    positions: own,
    get advanceWidth() {
      return (width ??= own.reduce((sum, position) => sum + position.xAdvance, 0))
    },
  } as GlyphRun
}

function unshapedRun(font: Font, text: string): GlyphRun {
  const glyphs = Array.from(text, (character) =>
    named(font.glyphForCodePoint(character.codePointAt(0) ?? 0), character),
  )
  const still = { yAdvance: 0, xOffset: 0, yOffset: 0 }
  return freshRun({ glyphs, positions: glyphs.map((glyph) => ({ xAdvance: glyph.advanceWidth, ...still })) })
}
