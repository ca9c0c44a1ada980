import { readFileSync } from 'node:fs'

import * as fontkit from 'fontkit'

import { rememberRuns } from './glyph-runs.ts'

export type FontName = 'regular' | 'bold'
type Fonts = Readonly<Record<FontName, fontkit.Font>>

const FILES: Readonly<Record<FontName, string>> = {
  regular: 'NotoSans-Regular.ttf',
  bold: 'NotoSans-Bold.ttf',
}

function load(name: FontName): fontkit.Font {
  return rememberRuns(fontkit.create(readFileSync(new URL(`./fonts/${FILES[name]}`, import.meta.url))))
}

let loaded: Fonts | null = null

/** The two fonts of every document, read and parsed once per thread: parsing costs more than a short document. */
export function documentFonts(): Fonts {
  loaded ??= { regular: load('regular'), bold: load('bold') }
  return loaded
}

/** Whether the fonts can show a character; both fonts have the same characters. */
export function hasGlyph(codePoint: number): boolean {
  return documentFonts().regular.hasGlyphForCodePoint(codePoint)
}
