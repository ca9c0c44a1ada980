import type { FontName } from './fonts.ts'
import type { Measure } from './wrap.ts'

/** A4 in points; content is between the edges, and begins at `topNext` on further pages. */
export const PAGE = { left: 42, right: 553.28, top: 38, topNext: 58, bottom: 782, height: 841.89 } as const
export const CONTENT_WIDTH = PAGE.right - PAGE.left
/** A horizontal range on a line, in points. */
export type Span = { x: number; width: number }
/** The whole line between the margins. */
export const FULL_SPAN: Span = { x: PAGE.left, width: CONTENT_WIDTH }
/** Free height of a further page. */
export const PAGE_ROOM = PAGE.bottom - PAGE.topNext

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

/** A structure element to which others are added. */
export type Group = Pick<PDFKit.PDFStructureElement, 'add' | 'end'>

/** The document while it is drawn: `y` is where the next block begins on the current page. */
export type Sheet = {
  readonly pdf: PDFKit.PDFDocument
  /** Structure element of the whole document, for readers of tagged files; `null` in an untagged one. */
  readonly root: Group | null
  y: number
}

type TextBox = { x: number; y: number; width: number; style: TextStyle; align?: 'left' | 'right' }

/** Ascender and descender of Noto Sans, in parts of the size. */
const LINE_HEIGHT = 1.362

/** Height of a line in points. */
export function lineHeight({ size }: TextStyle): number {
  return size * LINE_HEIGHT
}

export function measureIn(sheet: Sheet, style: TextStyle): Measure {
  return (text) => sheet.pdf.font(style.font).fontSize(style.size).widthOfString(text)
}

/** Draws lines below each other without wrapping them; returns the y below the last. */
export function drawLines(sheet: Sheet, lines: readonly string[], box: TextBox): number {
  const { pdf } = sheet
  const { style } = box
  pdf.font(style.font).fontSize(style.size).fillColor(style.color)
  let y = box.y
  for (const line of lines) {
    const x = box.align === 'right' ? box.x + box.width - pdf.widthOfString(line.trimEnd()) : box.x
    pdf.text(line, x, y, { lineBreak: false })
    y += lineHeight(style)
  }
  return y
}

type Tag = {
  type: string
  /** Defaults to the document. */
  parent?: Group
  options?: PDFKit.Mixins.StructureElementOptions & { scope?: 'Column' }
}

/** Draws as the content of one structure element. Nothing else may be tagged inside `draw`. */
export function tagged(sheet: Sheet, { type, parent, options }: Tag, draw: () => void): void {
  if (sheet.root === null) return draw()
  const element = sheet.pdf.struct(type, options ?? {}, [draw])
  ;(parent ?? sheet.root).add(element)
}

/** An element that holds others; the caller ends it. */
export function openGroup(sheet: Sheet, type: string, parent: Group | null = sheet.root): Group {
  if (parent === null || sheet.root === null) return NO_GROUP
  const element = sheet.pdf.struct(type)
  parent.add(element)
  return element
}

/** The groups of an untagged document. */
const NO_GROUP = { add: () => NO_GROUP, end: () => {} } as unknown as Group

/** Draws content that screen readers should skip: lines, areas, repeated heads, page numbers. */
export function artifact(sheet: Sheet, type: 'Layout' | 'Pagination', draw: () => void): void {
  sheet.pdf.markContent('Artifact', { type })
  draw()
  sheet.pdf.endMarkedContent()
}

/** A horizontal line, by default between the margins; `width` is its thickness in points. */
export function drawRule(
  sheet: Sheet,
  y: number,
  { color, width, span = FULL_SPAN }: { color: string; width: number; span?: Span },
): void {
  sheet.pdf
    .moveTo(span.x, y)
    .lineTo(span.x + span.width, y)
    .lineWidth(width)
    .stroke(color)
}

export function newPage(sheet: Sheet): void {
  sheet.pdf.addPage()
  sheet.y = PAGE.topNext
}

/** Goes to a new page unless `height` points are free on this one. */
export function ensureRoom(sheet: Sheet, height: number): void {
  if (sheet.y + height > PAGE.bottom) newPage(sheet)
}
