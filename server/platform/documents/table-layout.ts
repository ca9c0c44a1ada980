import { formatDay } from '#shared/date.ts'

import { hasGlyph } from './fonts.ts'
import { drawLetterhead } from './layout-header.ts'
import { type TableHead, drawFirstHead, drawRepeatedHead, drawRows } from './layout-table.ts'
import { createPdf } from './pdf-document.ts'
import { embeddablePng } from './png.ts'
import {
  COLORS,
  type Group,
  STYLES,
  type Sheet,
  type Span,
  artifact,
  drawLines,
  drawRule,
  measureIn,
  openGroup,
  tagged,
} from './sheet.ts'
import {
  type TableColumn,
  type TableDocument,
  type TablePart,
  prepareCells,
  prepareTableDocument,
} from './table-document.ts'
import { type Grid, type PlannedRow, planRow } from './table-plan.ts'
import { limitLines, wrapText } from './wrap.ts'

/** A4 on its side, in points. */
const PAGE = { top: 34, bottom: 542, footer: 553 } as const
const SPAN: Span = { x: 34, width: 841.89 - 2 * 34 }
const TITLE_WIDTH = 300
const STYLE = { font: 'regular', size: 7.5, color: COLORS.ink } as const
const HEAD_STYLE = { ...STYLE, font: 'bold' } as const

type Table = TableHead & { grid: Grid; group: Group; body: Group; heldBack: PlannedRow[] }

/**
 * Lays out a document of tables as its parts come. A page is written as soon as it is full, so that the number of
 * rows does not count: the pages are numbered without their total.
 */
export class TableLayout {
  readonly pdf: PDFKit.PDFDocument
  readonly #sheet: Sheet
  readonly #document: TableDocument
  #page = 0
  #table: Table | null = null

  constructor(sent: TableDocument) {
    const document = prepareTableDocument(sent, hasGlyph)
    const { title, company, issuedOn, isTagged } = document
    const info = { title, author: company.name, createdAt: new Date(`${issuedOn}T12:00:00Z`) }
    this.pdf = createPdf({ ...info, isTagged, isStreamed: true, landscape: true })
    const root = isTagged ? this.pdf.struct('Document') : null
    if (root !== null) this.pdf.addStructure(root)
    this.#sheet = { pdf: this.pdf, root, y: PAGE.top }
    this.#document = document
    this.#drawFooter()
    const logo = company.logo === null ? null : embeddablePng(company.logo)
    const facts = [document.about, `Düzenleme tarihi: ${formatDay(issuedOn)}`].filter((fact) => fact !== '')
    drawLetterhead(this.#sheet, { company, logo, title, facts, span: SPAN, titleWidth: TITLE_WIDTH })
  }

  /** Draws a part other than the first. */
  draw(part: Exclude<TablePart, { part: 'document' }>): void {
    switch (part.part) {
      case 'table':
        return this.#begin(part)
      case 'rows':
        return this.#addRows(part.rows)
      case 'totals':
        return this.#drawTotals(part.cells)
      case 'end':
        this.#endTable()
        this.#sheet.root?.end()
        this.pdf.end()
    }
  }

  #begin({ heading, columns }: { heading: string; columns: readonly TableColumn[] }): void {
    this.#endTable()
    const sheet = this.#sheet
    const grid = gridOf(columns)
    const titles = columns.map(({ title }) => title)
    const head = planRow(sheet, titles, { grid, style: HEAD_STYLE })
    const headingHeight = heading === '' ? 0 : 18
    // A table begins with at least two rows below its head.
    this.#ensureRoom(headingHeight + head.height + 40)
    if (heading !== '') {
      tagged(sheet, { type: 'H2' }, () => {
        drawLines(sheet, [heading], { ...SPAN, y: sheet.y, style: { ...STYLES.heading, size: 11 } })
      })
      sheet.y += headingHeight
    }
    const group = openGroup(sheet, 'Table')
    const plan = { span: SPAN, head, headStyle: HEAD_STYLE }
    this.#table = { ...plan, grid, group, body: drawFirstHead(sheet, plan, group), heldBack: [] }
  }

  /** The last row is held back until it is known what follows: the totals stand on its page. */
  #addRows(rows: readonly (readonly string[])[]): void {
    const table = this.#table
    if (table === null) throw new Error('rows without a table')
    const plans = rows.map((cells) =>
      planRow(this.#sheet, prepareCells(cells, hasGlyph), { grid: table.grid, style: STYLE }),
    )
    const all = [...table.heldBack, ...plans]
    table.heldBack = all.slice(-1)
    for (const plan of all.slice(0, -1)) this.#drawRow(table, plan)
  }

  #drawTotals(cells: readonly string[]): void {
    const table = this.#table
    if (table === null) throw new Error('totals without a table')
    const totals = planRow(this.#sheet, prepareCells(cells, hasGlyph), {
      grid: table.grid,
      style: HEAD_STYLE,
    })
    const last = table.heldBack.splice(0)
    const together = last.reduce((sum, { height }) => sum + height, totals.height)
    if (this.#sheet.y + together > PAGE.bottom) this.#nextPage(table)
    for (const row of last) this.#drawRow(table, row)
    artifact(this.#sheet, 'Layout', () => {
      this.pdf.rect(SPAN.x, this.#sheet.y, SPAN.width, totals.height).fill(COLORS.tint)
    })
    drawRows(this.#sheet, { span: SPAN, rows: [totals], style: HEAD_STYLE }, table.body)
  }

  #drawRow(table: Table, row: PlannedRow): void {
    if (this.#sheet.y + row.height > PAGE.bottom) this.#nextPage(table)
    drawRows(this.#sheet, { span: SPAN, rows: [row], style: STYLE }, table.body)
  }

  #endTable(): void {
    const table = this.#table
    if (table === null) return
    for (const row of table.heldBack) this.#drawRow(table, row)
    table.body.end()
    table.group.end()
    this.#table = null
    this.#sheet.y += 16
  }

  #ensureRoom(height: number): void {
    if (this.#sheet.y + height > PAGE.bottom) this.#nextPage(null)
  }

  #nextPage(table: Table | null): void {
    this.pdf.addPage()
    this.#sheet.y = PAGE.top
    this.#drawFooter()
    if (table !== null) drawRepeatedHead(this.#sheet, table)
  }

  #drawFooter(): void {
    this.#page += 1
    const { company, title, about } = this.#document
    const box = { ...SPAN, y: PAGE.footer, style: STYLES.label }
    const words = [company.name, title, about].filter((text) => text !== '').join(' · ')
    const measure = measureIn(this.#sheet, STYLES.label)
    artifact(this.#sheet, 'Pagination', () => {
      drawRule(this.#sheet, PAGE.footer - 5, { color: COLORS.line, width: 0.5, span: SPAN })
      drawLines(this.#sheet, limitLines(wrapText(words, SPAN.width - 80, measure), 1), box)
      drawLines(this.#sheet, [`Sayfa ${this.#page}`], { ...box, align: 'right' })
    })
  }
}

/** The columns share the width of the page. */
function gridOf(columns: readonly TableColumn[]): Grid {
  const whole = columns.reduce((sum, { width }) => sum + width, 0)
  const padding = 4
  let x = SPAN.x
  return columns.map(({ width, align }) => {
    const share = (width / whole) * SPAN.width
    const cell = { x: x + padding, width: share - 2 * padding, align }
    x += share
    return cell
  })
}
