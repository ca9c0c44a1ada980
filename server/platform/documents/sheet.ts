import { type FontName, fontOf } from './fonts.ts'
import { BREAK_HERE } from './printable-text.ts'
import { LETTER, runsOf, type TextRun } from './text-runs.ts'

/** A horizontal range, in points. */
export type Span = { x: number; width: number }

/** The area of a page's content, in points: from `top`, on further pages `topNext`, to `bottom`. */
type Page = Span & { top: number; topNext: number; bottom: number }

export const UPRIGHT_A4: Page = { x: 42, width: 511.28, top: 38, topNext: 58, bottom: 782 }
export const LANDSCAPE_A4: Page = { x: 34, width: 841.89 - 2 * 34, top: 34, topNext: 34, bottom: 542 }

/** The panel's colours, readable in black and white: text at least 6:1 on white, large areas light to save ink. */
export const COLORS = {
  ink: '#12181f',
  soft: '#3e4853',
  muted: '#55606d',
  /** The band of a Turkish plate. */
  band: '#12409a',
  line: '#d5dbe2',
  tint: '#eef1f4',
  white: '#ffffff',
} as const

export type TextStyle = { font: FontName; size: number; color: string }

export const STYLES = {
  title: { font: 'bold', size: 18, color: COLORS.ink },
  company: { font: 'bold', size: 13, color: COLORS.ink },
  heading: { font: 'bold', size: 9.75, color: COLORS.ink },
  label: { font: 'regular', size: 9, color: COLORS.muted },
  factLabel: { font: 'regular', size: 9.75, color: COLORS.muted },
  value: { font: 'regular', size: 9.75, color: COLORS.ink },
  strong: { font: 'bold', size: 9.75, color: COLORS.ink },
  detail: { font: 'regular', size: 9.5, color: COLORS.soft },
  car: { font: 'bold', size: 12.75, color: COLORS.ink },
  plate: { font: 'bold', size: 22.5, color: COLORS.ink },
  sum: { font: 'regular', size: 10.5, color: COLORS.ink },
  totalLabel: { font: 'regular', size: 10.5, color: COLORS.white },
  /** The largest number of the document; a longer one is printed smaller. */
  total: { font: 'bold', size: 21, color: COLORS.white },
} as const satisfies Record<string, TextStyle>

/** The measures of the panel's typeface, in parts of the size. */
const ASCENDER = 1.025
const LINE_HEIGHT = 1.3

export const lineHeight = ({ size }: TextStyle): number => size * LINE_HEIGHT

/** A structure element that contains others. */
export type Group = Pick<PDFKit.PDFStructureElement, 'add' | 'end'>

/** The groups of an untagged document. */
const NO_GROUP = { add: () => NO_GROUP, end: () => {} } as unknown as Group

type TextBox = Span & { y: number; style: TextStyle; align?: 'left' | 'right' }

type Tag = {
  type: string
  parent?: Group
  options?: PDFKit.Mixins.StructureElementOptions & { scope?: 'Column' }
}

const MAX_WIDTHS = 1_000

export class Sheet {
  readonly pdf: PDFKit.PDFDocument
  readonly page: Page
  /** Structure element of the whole document, for screen readers; `null` in an untagged one. */
  readonly #root: Group | null
  /** Widths of texts at size 1: a text is measured to break it and again to draw it. */
  readonly #widths = new Map<string, number>()
  y: number

  constructor(pdf: PDFKit.PDFDocument, page: Page, { isTagged }: { isTagged: boolean }) {
    this.pdf = pdf
    this.page = page
    this.y = page.top
    const root = isTagged ? pdf.struct('Document') : null
    if (root !== null) pdf.addStructure(root)
    this.#root = root
  }

  measure(text: string, { font, size }: TextStyle): number {
    const key = `${font} ${text}`
    const known = this.#widths.get(key)
    if (known !== undefined) return known * size
    const width = runsOf(text, font).reduce((sum, run) => sum + this.#widthOf(run, 1), 0)
    if (this.#widths.size >= MAX_WIDTHS) this.#widths.clear()
    this.#widths.set(key, width)
    return width * size
  }

  /** Returns the style in which a text is at most `width` points wide: this one, or a smaller one. */
  fit(text: string, style: TextStyle, width: number): TextStyle {
    const natural = this.measure(text, style)
    return natural <= width ? style : { ...style, size: (style.size * width) / natural }
  }

  #widthOf(run: TextRun, size: number): number {
    return this.#setFont(run, size).widthOfString(run.text)
  }

  #setFont({ file }: TextRun, size: number): PDFKit.PDFDocument {
    // pdfkit also takes a parsed font; its types allow only files.
    return this.pdf.font(fontOf(file) as unknown as Uint8Array, file, size)
  }

  /** Breaks a text into lines of at most `width` points; leaves out those after `max`. */
  wrap(text: string, { width, style }: Pick<TextBox, 'width' | 'style'>, max = Infinity): readonly string[] {
    return limitLines(
      wrapText(text, width, (part) => this.measure(part, style)),
      max,
    )
  }

  /** Draws lines below each other without wrapping them; returns the y below the last. */
  drawLines(lines: readonly string[], box: TextBox): number {
    const { style } = box
    let { y } = box
    this.pdf.fillColor(style.color)
    for (const line of lines) {
      let x = box.align === 'right' ? box.x + box.width - this.measure(line.trimEnd(), style) : box.x
      const runs = runsOf(line, style.font)
      for (const run of runs) {
        const textWidth = runs.length === 1 ? this.measure(line, style) : this.#widthOf(run, style.size)
        const options = { baseline: 'alphabetic', textWidth } as const
        // oxlint-disable-next-line no-underscore-dangle -- the name is pdfkit's
        this.#setFont(run, style.size)._fragment(run.text, x, y + ASCENDER * style.size, options)
        x += textWidth
      }
      y += lineHeight(style)
    }
    return y
  }

  /** Draws lines as one structure element; returns the y below the last. */
  tagLines(tag: Tag, lines: readonly string[], box: TextBox): number {
    let { y } = box
    this.tag(tag, () => {
      y = this.drawLines(lines, box)
    })
    return y
  }

  /** Draws the content of one structure element. `draw` must not tag other content. */
  tag({ type, parent, options = {} }: Tag, draw: () => void): void {
    if (this.#root === null) return draw()
    ;(parent ?? this.#root).add(this.pdf.struct(type, options, [draw]))
  }

  /** Opens an element that holds others, by default in the document; the caller ends it. */
  openGroup(type: string, parent: Group | null = this.#root): Group {
    if (parent === null || this.#root === null) return NO_GROUP
    const element = this.pdf.struct(type)
    parent.add(element)
    return element
  }

  /** Draws content that screen readers should skip: lines, areas, repeated heads, page numbers. */
  artifact(type: 'Layout' | 'Pagination', draw: () => void): void {
    this.pdf.markContent('Artifact', { type })
    draw()
    this.pdf.endMarkedContent()
  }

  /** Draws a horizontal line, by default between the margins; `width` is its thickness in points. */
  rule(
    y: number,
    color: string,
    { width = 0.5, span = this.page }: { width?: number; span?: Span } = {},
  ): void {
    this.pdf
      .moveTo(span.x, y)
      .lineTo(span.x + span.width, y)
      .lineWidth(width)
      .stroke(color)
  }

  newPage(): void {
    this.pdf.addPage()
    this.y = this.page.topNext
  }

  hasRoom(height: number): boolean {
    return this.y + height <= this.page.bottom
  }

  ensureRoom(height: number): void {
    if (!this.hasRoom(height)) this.newPage()
  }

  endStructure(): void {
    this.#root?.end()
  }
}

/** The length of a text that is measured as a whole before word by word. */
const SHORT_TEXT = 60

/** A function that returns a text's width in points, in the font and size of its drawing. */
type Measure = (text: string) => number

/** A word, or a part up to a hyphen or slash without a digit behind it ('5W-30' is one), with the spaces after it. */
const WORDS = /(?:[^ /-]|[/-](?=\d))+(?: |[/-](?!\d))*|(?: |[/-](?!\d))+/gu

/**
 * Breaks a text into lines no wider than `width`: at line breaks, spaces, '-' and '/' that no digit follows, and
 * inside a word that is wider than a line. A line broken at a space or line break ends in a space without width,
 * so that the joined lines are the text again when it is copied or read aloud.
 */
export function wrapText(text: string, width: number, measure: Measure): string[] {
  // A column that is as wide as its text must not be too narrow by a rounding error.
  const limit = width + 0.01
  if (text.length <= SHORT_TEXT && !/[\n\u200B]/.test(text) && measure(text.trimEnd()) <= limit)
    return [text.trimEnd()]
  const paragraphs = text.split('\n').map((paragraph) => wrapParagraph(paragraph, limit, measure))
  return paragraphs.flatMap((lines, index) =>
    index === paragraphs.length - 1 ? lines : [...lines.slice(0, -1), `${lines.at(-1) ?? ''} `],
  )
}

/** Returns at most `max` lines; the last one ends in '…' if lines are left out. */
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
    // A long word is measured in pieces, because measuring thousands of characters at once takes seconds.
    const pieces = word.split(BREAK_HERE)
    const wordWidth = (part: string[]) => part.reduce((sum, piece) => sum + measure(piece), 0)
    const visible = wordWidth([...pieces.slice(0, -1), pieces.at(-1)?.trimEnd() ?? ''])
    if (line !== '' && used + visible > width) breakLine()
    const parts = visible > width ? pieces.flatMap((piece) => piece.match(LETTER) ?? []) : [pieces.join('')]
    for (const part of parts) {
      if (line !== '' && used + measure(part.trimEnd()) > width) breakLine()
      line += part
      used += measure(part)
    }
  }
  return [...lines, line.trimEnd()]
}
