import { readFileSync } from 'node:fs'

import * as fontkit from 'fontkit'

import { rememberRuns } from './glyph-runs.ts'

const FILES = { regular: 'NotoSans-Regular.ttf', bold: 'NotoSans-Bold.ttf' } as const

export type FontName = keyof typeof FILES

const load = (name: FontName): fontkit.Font =>
  rememberRuns(
    fontkit.create(readFileSync(new URL(`./fonts/${FILES[name]}`, import.meta.url))) as fontkit.Font,
  )

let loaded: Readonly<Record<FontName, fontkit.Font>> | null = null

/** The two fonts of every document, read and parsed once per thread: parsing costs more than a short document. */
export const documentFonts = () => (loaded ??= { regular: load('regular'), bold: load('bold') })

/** Whether the fonts can show a character; both fonts have the same characters. */
export const hasGlyph = (codePoint: number): boolean =>
  documentFonts().regular.hasGlyphForCodePoint(codePoint)
