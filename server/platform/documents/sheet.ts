import type { FontName } from './fonts.ts'
import { limitLines, wrapText } from './wrap.ts'

/** A horizontal range, in points. */
export type Span = { x: number; width: number }

/** Where the content of a page is, in points: between `top`, on further pages `topNext`, and `bottom`. */
type Page = Span & { top: number; topNext: number; bottom: number }

export const UPRIGHT_A4: Page = { x: 42, width: 511.28, top: 38, topNext: 58, bottom: 782 }
export const LANDSCAPE_A4: Page = { x: 34, width: 841.89 - 2 * 34, top: 34, topNext: 34, bottom: 542 }

/** Readable in black and white: text at least 7:1 on white, large areas light to spare the printer. */
export const COLORS = {
  ink: '#111827',
  muted: '#4b5563',
  accent: '#12365b',
  /** The band of a Turkish plate. */
  band: '#12409a',
  line: '#cfd6de',
  tint: '#edf1f5',
  white: '#ffffff',
} as const

export type TextStyle = { font: FontName; size: number; color: string }

export const STYLES = {
  title: { font: 'bold', size: 19, color: COLORS.accent },
  company: { font: 'bold', size: 13, color: COLORS.ink },
  heading: { font: 'bold', size: 9, color: COLORS.accent },
  label: { font: 'regular', size: 8, color: COLORS.muted },
  value: { font: 'regular', size: 9, color: COLORS.ink },
  strong: { font: 'bold', size: 9, color: COLORS.ink },
  plate: { font: 'bold', size: 13, color: COLORS.ink },
  totalLabel: { font: 'bold', size: 9, color: COLORS.white },
  /** The largest number of the document; a longer one is printed smaller. */
  total: { font: 'bold', size: 17, color: COLORS.white },
} as const satisfies Record<string, TextStyle>

/** Ascender and descender of Noto Sans, in parts of the size. */
const LINE_HEIGHT = 1.362

/** Height of a line in points. */
export const lineHeight = ({ size }: TextStyle): number => size * LINE_HEIGHT

/** A structure element to which others are added. */
export type Group = Pick<PDFKit.PDFStructureElement, 'add' | 'end'>

/** The groups of an untagged document. */
const NO_GROUP = { add: () => NO_GROUP, end: () => {} } as unknown as Group

type TextBox = Span & { y: number; style: TextStyle; align?: 'left' | 'right' }

type Tag = {
  type: string
  /** Defaults to the document. */
  parent?: Group
  options?: PDFKit.Mixins.StructureElementOptions & { scope?: 'Column' }
}

/** The document while it is drawn. */
export class Sheet {
  readonly pdf: PDFKit.PDFDocument
  readonly page: Page
  /** Structure element of the whole document, for screen readers; `null` in an untagged one. */
  readonly #root: Group | null
  /** Where the next block begins on the current page. */
  y: number

  constructor(pdf: PDFKit.PDFDocument, page: Page, { isTagged }: { isTagged: boolean }) {
    this.pdf = pdf
    this.page = page
    this.y = page.top
    const root = isTagged ? pdf.struct('Document') : null
    if (root !== null) pdf.addStructure(root)
    this.#root = root
  }

  /** Width of a text in points. */
  measure(text: string, { font, size }: TextStyle): number {
    return this.pdf.font(font).fontSize(size).widthOfString(text)
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
    const { pdf } = this
    const { style } = box
    pdf.font(style.font).fontSize(style.size).fillColor(style.color)
    let { y } = box
    for (const line of lines) {
      const x = box.align === 'right' ? box.x + box.width - pdf.widthOfString(line.trimEnd()) : box.x
      pdf.text(line, x, y, { lineBreak: false })
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

  /** Draws as the content of one structure element. Nothing else may be tagged inside `draw`. */
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

  /** A horizontal line, by default between the margins; `width` is its thickness in points. */
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

  /** Whether `height` points are free on the current page. */
  hasRoom(height: number): boolean {
    return this.y + height <= this.page.bottom
  }

  /** Goes to a new page unless `height` points are free on this one. */
  ensureRoom(height: number): void {
    if (!this.hasRoom(height)) this.newPage()
  }

  /** Ends the structure of the document. */
  endStructure(): void {
    this.#root?.end()
  }
}
