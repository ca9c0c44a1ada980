import { BREAK_HERE } from './printable-text.ts'

/** Width of a text in points, in the font and size in which it will be drawn. */
export type Measure = (text: string) => number

/** A run that is not broken, with the spaces or the break that follow it. */
const PIECES = /[^ \u200B/-]*(?:[ \u200B/-]+|$)/gu

/**
 * Breaks a text into lines no wider than `width`: at line breaks, spaces, `BREAK_HERE`, after '-' and '/', and
 * where nothing else helps inside a word. No character but those spaces and breaks is lost.
 */
export function wrapText(text: string, width: number, measure: Measure): string[] {
  return text.split('\n').flatMap((paragraph) => wrapParagraph(paragraph, width, measure))
}

function wrapParagraph(paragraph: string, width: number, measure: Measure): string[] {
  const lines: string[] = []
  let line = ''
  let used = 0
  for (const [piece] of paragraph.matchAll(PIECES)) {
    for (const part of splitTooWide(piece.replaceAll(BREAK_HERE, ''), width, measure)) {
      if (line !== '' && used + measure(part.trimEnd()) > width) {
        lines.push(line.trimEnd())
        line = ''
        used = 0
      }
      line += part
      used += measure(part)
    }
  }
  lines.push(line.trimEnd())
  return lines
}

function splitTooWide(piece: string, width: number, measure: Measure): string[] {
  if (measure(piece.trimEnd()) <= width) return [piece]
  const parts: string[] = []
  let part = ''
  for (const character of piece) {
    const isMark = /^\p{M}$/u.test(character)
    if (part !== '' && !isMark && measure((part + character).trimEnd()) > width) {
      parts.push(part)
      part = ''
    }
    part += character
  }
  return [...parts, part]
}
