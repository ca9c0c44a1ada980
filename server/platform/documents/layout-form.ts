import type { CarForm } from './car-form.ts'
import { drawSignature } from './layout-outline.ts'
import { COLORS, STYLES, type Sheet, type Span, type TextStyle, limitLines, lineHeight } from './sheet.ts'

/** Measures of the forms, in points: text sizes, the largest first, and the height that the signers need. */
export const FORM = {
  gap: 10,
  padding: 7,
  sizes: [9.5, 9, 8.5, 8, 7.5, 7, 6.5, 6],
  smallest: 6,
  signers: 108,
  leastOutline: 150,
} as const

type Fact = { label: string; value: string; isStrong?: boolean }
const LABEL_WIDTH = 92
const ROW_GAP = 5
/** Maximum lines of one fact: names have up to 200 characters. */
const MAX_LINES = 2

/** Draws facts below each other; returns the y below them. An empty one leaves a line to write on. */
export function drawFacts(sheet: Sheet, facts: readonly Fact[], box: Span & { y: number }): number {
  const list = sheet.openGroup('L')
  const rules: number[] = []
  let y = box.y + ROW_GAP
  for (const { label, value, isStrong } of facts) {
    const item = sheet.openGroup('LI', list)
    const x = box.x + FORM.padding
    sheet.tagLines({ type: 'Lbl', parent: item }, [label], { x, y, width: LABEL_WIDTH, style: STYLES.label })
    const style = isStrong === true ? STYLES.car : STYLES.value
    const width = box.width - LABEL_WIDTH - 2 * FORM.padding
    const at = { x: x + LABEL_WIDTH, y, width, style }
    y = sheet.tagLines({ type: 'LBody', parent: item }, sheet.wrap(value, at, MAX_LINES), at) + ROW_GAP
    rules.push(y - ROW_GAP / 2)
    item.end()
  }
  list.end()
  sheet.artifact('Layout', () => {
    for (const at of rules.slice(0, -1)) sheet.rule(at, COLORS.line, { span: box })
  })
  return y
}

/** A text below its title, or short items in columns. */
export type Section = {
  title: string
  text: string
  items?: readonly string[]
  columns?: number
  /** Whether the text may be cut where the page ends; `maxLines` cuts it in any case. */
  canCut?: boolean
  maxLines?: number
}

const GAP_BELOW = 8
const COLUMN_GAP = 8

const styleAt = (size: number): TextStyle => ({ ...STYLES.value, size })
const titleAt = (size: number): TextStyle => ({ ...STYLES.heading, size })

/** The items are smaller than texts, so that they stay on one line each. */
const itemStyle = (size: number, columns: number): TextStyle =>
  styleAt(columns === 3 ? Math.min(size, 6.75) : columns === 2 ? Math.min(size, 8) : size)

type Placed = Span & { size: number }

function heightOf(sheet: Sheet, section: Section, { width, size }: Placed): number {
  const { text, items = [], columns = 1, maxLines } = section
  const lines = text === '' ? 0 : sheet.wrap(text, { width, style: styleAt(size) }, maxLines).length
  const rows = Math.ceil(items.length / columns)
  return (
    lineHeight(titleAt(size)) +
    lines * lineHeight(styleAt(size)) +
    rows * lineHeight(itemStyle(size, columns)) +
    (lines + rows === 0 ? lineHeight(STYLES.car) : 0) +
    GAP_BELOW
  )
}

/** Returns the height of texts of this size, in points. */
export const sectionsHeight = (sheet: Sheet, sections: readonly Section[], placed: Placed): number =>
  sections.reduce((sum, section) => sum + heightOf(sheet, section, placed), 0)

/** Draws texts below each other and cuts those that may be cut at `bottom`; returns the y below. */
export function drawSections(
  sheet: Sheet,
  sections: readonly Section[],
  placed: Placed & { y: number; bottom: number },
): number {
  const { x, width, size, bottom } = placed
  let { y } = placed
  let surplus = y + sectionsHeight(sheet, sections, placed) - bottom
  for (const section of sections) {
    const { title, text, items = [], columns = 1, canCut = false, maxLines } = section
    const height = heightOf(sheet, section, placed)
    const style = styleAt(size)
    const below = sheet.tagLines({ type: 'H2' }, [title], { x, width, y, style: titleAt(size) })
    let lines = text === '' ? [] : sheet.wrap(text, { width, style }, maxLines)
    let removed = 0
    if (canCut && surplus > 0) {
      const count = Math.max(1, lines.length - Math.ceil(surplus / lineHeight(style)))
      removed = (lines.length - count) * lineHeight(style)
      surplus -= removed
      lines = limitLines(lines, count)
    }
    if (lines.length > 0) sheet.tagLines({ type: 'P' }, lines, { x, width, y: below, style })
    else if (items.length === 0) drawEmpty(sheet, { x, width }, below + lineHeight(STYLES.car))
    drawItems(sheet, { items, columns, size }, { x, width, y: below + lines.length * lineHeight(style) })
    y += height - removed
  }
  return y
}

const drawEmpty = (sheet: Sheet, span: Span, y: number) =>
  sheet.artifact('Layout', () => sheet.rule(y, COLORS.line, { span }))

function drawItems(
  sheet: Sheet,
  { items, columns, size }: { items: readonly string[]; columns: number; size: number },
  box: Span & { y: number },
): void {
  if (items.length === 0) return
  const style = itemStyle(size, columns)
  const width = (box.width - (columns - 1) * COLUMN_GAP) / columns
  const rows = Math.ceil(items.length / columns)
  const list = sheet.openGroup('L')
  for (const [index, text] of items.entries()) {
    const x = box.x + Math.floor(index / rows) * (width + COLUMN_GAP)
    const y = box.y + (index % rows) * lineHeight(style)
    const at = { x, y, width, style }
    sheet.tagLines({ type: 'LI', parent: list }, sheet.wrap(text, at, 1), at)
  }
  list.end()
}

const PAD_HEIGHT = 44

/** Draws the places to sign at the foot of the page, the customer's with the signature. */
export function drawSigners(sheet: Sheet, form: CarForm, titles: Record<'customer' | 'shop', string>): void {
  const top = sheet.page.bottom - FORM.signers + FORM.gap
  const width = (sheet.page.width - FORM.gap) / 2
  const height = FORM.signers - FORM.gap
  const sides = [
    { title: titles.customer, name: form.signer, strokes: form.signature },
    { title: titles.shop, name: form.user, strokes: null },
  ]
  for (const [index, { title, name, strokes }] of sides.entries()) {
    const box = { x: sheet.page.x + index * (width + FORM.gap), width }
    const inner = { x: box.x + FORM.padding, width: width - 2 * FORM.padding }
    sheet.artifact('Layout', () => {
      sheet.pdf.roundedRect(box.x, top, width, height, 3).lineWidth(0.5).stroke(COLORS.muted)
      sheet.rule(top + 66, COLORS.ink, { width: 0.75, span: inner })
    })
    sheet.tagLines({ type: 'P' }, [title], { ...inner, y: top + 6, style: STYLES.heading })
    if (strokes !== null)
      drawSignature(sheet, strokes, { ...inner, y: top + 21, height: PAD_HEIGHT, alt: `İmza: ${name}` })
    const below = { ...inner, y: top + 69, style: STYLES.value }
    sheet.tagLines({ type: 'P' }, sheet.wrap(name || 'Ad soyad, tarih, imza', below, 1), below)
    if (index > 0) continue
    const state = form.isChanged
      ? `${form.signedAt}. İmzadan sonra değişti.`
      : form.signedAt || (name === '' ? '' : 'Tarih, imza')
    const note = { ...inner, y: top + 69 + lineHeight(STYLES.value), style: STYLES.label }
    const style = form.isChanged
      ? { ...STYLES.label, color: COLORS.ink, font: 'bold' as const }
      : STYLES.label
    sheet.tagLines({ type: 'P' }, sheet.wrap(state, note, 2), { ...note, style })
  }
  sheet.y = sheet.page.bottom
}
