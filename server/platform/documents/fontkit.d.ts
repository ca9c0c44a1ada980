/** The part of fontkit that we use; the package has no types. */
declare module 'fontkit' {
  export interface Glyph {
    id: number
    codePoints: number[]
    advanceWidth: number
  }

  export interface GlyphRun {
    glyphs: Glyph[]
    positions: { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number }[]
    readonly advanceWidth: number
  }

  export interface Font {
    layout(text: string): GlyphRun
    glyphForCodePoint(codePoint: number): Glyph
    hasGlyphForCodePoint(codePoint: number): boolean
  }

  export function create(file: Uint8Array): Font
}
