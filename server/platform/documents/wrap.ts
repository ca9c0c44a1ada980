import { BREAK_HERE } from './printable-text.ts'

/** Width of a text in points, in the font and size that will be used to draw it. */
export type Measure = (text: string) => number

/** A word or part of one up to a hyphen or slash that no digit follows ('5W-30' is one), with the spaces after it. */
const WORDS = /(?:[^ /-]|[/-](?=\d))+(?: |[/-](?!\d))*|(?: |[/-](?!\d))+/gu

/**
 * Breaks a text into lines no wider than `width`: at line breaks, spaces, '-' and '/' that no digit follows, and
 * inside a word that is wider than a line. A line broken at a space or line break ends in a space without width,
 * so that the joined lines are the text again when it is copied or read aloud.
 */
export function wrapText(text: string, width: number, measure: Measure): string[] {
  const paragraphs = text.split('\n').map((paragraph) => wrapParagraph(paragraph, width, measure))
  return paragraphs.flatMap((lines, index) =>
    index === paragraphs.length - 1 ? lines : [...lines.slice(0, -1), `${lines.at(-1) ?? ''} `],
  )
}

/** At most `max` lines; what is left out shows as '…'. */
export function limitLines(lines: readonly string[], max: number): readonly string[] {
  if (lines.length <= max) return lines
  const last = Array.from(lines[max - 1] ?? '')
  return [...lines.slice(0, max - 1), `${last.slice(0, -2).join('').trimEnd()}…`]
}

function wrapParagraph(paragraph: string, width: number, measure: Measure): string[] {
  const lines: string[] = []
  let line = ''
  let used = 0
  const breakLine = () => {
    lines.push(line.replace(/ +$/, ' '))
    line = ''
    used = 0
  }
  for (const [word] of paragraph.matchAll(WORDS)) {
    // A long word is measured in pieces: measuring thousands of characters at once takes seconds.
    const pieces = word.split(BREAK_HERE)
    const wordWidth = (part: string[]) => part.reduce((sum, piece) => sum + measure(piece), 0)
    const visible = wordWidth([...pieces.slice(0, -1), pieces.at(-1)?.trimEnd() ?? ''])
    if (line !== '' && used + visible > width) breakLine()
    const parts = visible > width ? pieces.flatMap((piece) => charactersOf(piece)) : [pieces.join('')]
    for (const part of parts) {
      if (line !== '' && used + measure(part.trimEnd()) > width) breakLine()
      line += part
      used += measure(part)
    }
  }
  return [...lines, line.trimEnd()]
}

/** The characters, each with its combining marks. */
function charactersOf(text: string): string[] {
  return text.match(/\P{M}?\p{M}*/gu)?.filter((character) => character !== '') ?? []
}
