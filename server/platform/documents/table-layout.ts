import { joinIsolated } from '#shared/bidi.ts'
import { type Day, formatDay } from '#shared/date.ts'

import { drawLetterhead } from './layout-header.ts'
import {
  type TableHead,
  drawFirstHead,
  drawRepeatedHead,
  drawRows,
  type Grid,
  placeColumns,
  type PlannedRow,
  planRow,
} from './layout-table.ts'
import { createPdf } from './pdf-document.ts'
import { printableLine } from './printable-text.ts'
import { type DocumentCompany, prepareCompany } from './service-document.ts'
import { COLORS, type Group, LANDSCAPE_A4, STYLES, Sheet, type TextStyle } from './sheet.ts'

/** The content of a document of tables besides its rows. */
type TableDocument = {
  title: string
  /** A description of the tables' content; may be empty. */
  about: string
  issuedOn: Day
  company: DocumentCompany
  /** Whether screen readers can read it, which costs memory for each cell. */
  isTagged: boolean
}

/** `width` is relative to the other columns. */
type TableColumn = { title: string; width: number; align: 'left' | 'right' }

/** The parts of a document in their order: the document once, then tables, their rows in batches, the end. */
export type TablePart =
  | { part: 'document'; document: TableDocument }
  | { part: 'table'; heading: string; columns: readonly TableColumn[] }
  | { part: 'rows'; rows: readonly (readonly string[])[] }
  /** A last row in bold, kept with the row before. */
  | { part: 'totals'; cells: readonly string[] }
  | { part: 'end' }

const FOOTER_Y = 553
const TITLE_WIDTH = 300
/** Characters of a cell's longest text, because a page is 40 lines high. */
const MAX_CELL = 300
const STYLE = { font: 'regular', size: 7.5, color: COLORS.ink } as const
const HEAD_STYLE = { ...STYLE, font: 'bold' } as const

type OpenTable = TableHead & { grid: Grid; group: Group; body: Group; undrawnRows: PlannedRow[] }

/**
 * Lays out a document of tables as its parts come. A full page is written at once, so that memory does not grow with
 * the rows; page numbers therefore lack the total.
 */
export class TableLayout {
  readonly pdf: PDFKit.PDFDocument
  readonly #sheet: Sheet
  readonly #footer: string
  #page = 0
  #table: OpenTable | null = null

  constructor(document: TableDocument) {
    const { title, issuedOn, isTagged } = document
    const about = printableLine(document.about, MAX_CELL)
    const company = prepareCompany(document.company)
    this.pdf = createPdf({ title, author: company.name, issuedOn, isTagged, isTable: true })
    this.#sheet = new Sheet(this.pdf, LANDSCAPE_A4, { isTagged })
    this.#footer = joinIsolated(' · ', [company.name, title, about])
    this.#drawFooter()
    const facts = [about, `Düzenleme tarihi: ${formatDay(issuedOn)}`].filter(Boolean)
    drawLetterhead(this.#sheet, { company, title, facts, titleWidth: TITLE_WIDTH })
  }

  draw(part: Exclude<TablePart, { part: 'document' }>): void {
    switch (part.part) {
      case 'table':
        return this.#beginTable(part.heading, part.columns)
      case 'rows':
        return this.#addRows(part.rows)
      case 'totals':
        return this.#drawTotals(part.cells)
      case 'end':
        this.#endTable()
        this.#sheet.endStructure()
        this.pdf.end()
    }
  }

  #beginTable(heading: string, columns: readonly TableColumn[]): void {
    this.#endTable()
    const sheet = this.#sheet
    const grid = gridOf(columns)
    const titles = columns.map(({ title }) => title)
    const head = planRow(sheet, titles, { grid, style: HEAD_STYLE })
    const headingHeight = heading === '' ? 0 : 18
    // A table begins with at least two rows below its head.
    if (!sheet.hasRoom(headingHeight + head.height + 40)) this.#nextPage()
    if (heading !== '') {
      const style = { ...STYLES.heading, size: 11 }
      sheet.tagLines({ type: 'H2' }, [heading], { ...sheet.page, y: sheet.y, style })
      sheet.y += headingHeight
    }
    const group = sheet.openGroup('Table')
    const plan = { span: sheet.page, head }
    this.#table = { ...plan, grid, group, body: drawFirstHead(sheet, plan, group), undrawnRows: [] }
  }

  #openTable(): OpenTable {
    if (this.#table === null) throw new Error('a part came before its table')
    return this.#table
  }

  #planCells(cells: readonly string[], style: TextStyle): PlannedRow {
    const texts = cells.map((text) => printableLine(text, MAX_CELL))
    return planRow(this.#sheet, texts, { grid: this.#openTable().grid, style })
  }

  /** Adds rows, but holds back the last one until the next part is known, because totals must be on its page. */
  #addRows(rows: readonly (readonly string[])[]): void {
    const table = this.#openTable()
    // Rows are drawn one by one, while their measured widths are cached.
    for (const cells of rows)
      for (const row of table.undrawnRows.splice(0, 1, this.#planCells(cells, STYLE)))
        this.#drawRow(table, row)
  }

  #drawTotals(cells: readonly string[]): void {
    const table = this.#openTable()
    const sheet = this.#sheet
    const totals = this.#planCells(cells, HEAD_STYLE)
    const last = table.undrawnRows.splice(0)
    if (!sheet.hasRoom(totals.height + (last[0]?.height ?? 0))) this.#nextPage()
    for (const row of last) this.#drawRow(table, row)
    sheet.artifact('Layout', () => {
      this.pdf.rect(sheet.page.x, sheet.y, sheet.page.width, totals.height).fill(COLORS.tint)
    })
    drawRows(sheet, { span: sheet.page, rows: [totals] }, table.body)
  }

  #drawRow(table: OpenTable, row: PlannedRow): void {
    if (!this.#sheet.hasRoom(row.height)) this.#nextPage()
    drawRows(this.#sheet, { span: this.#sheet.page, rows: [row] }, table.body)
  }

  #endTable(): void {
    const table = this.#table
    if (table === null) return
    for (const row of table.undrawnRows) this.#drawRow(table, row)
    table.body.end()
    table.group.end()
    this.#table = null
    this.#sheet.y += 16
  }

  #nextPage(): void {
    this.#sheet.newPage()
    this.#drawFooter()
    if (this.#table !== null) drawRepeatedHead(this.#sheet, this.#table)
  }

  #drawFooter(): void {
    this.#page += 1
    const sheet = this.#sheet
    const box = { ...sheet.page, y: FOOTER_Y, style: STYLES.label }
    sheet.artifact('Pagination', () => {
      sheet.rule(FOOTER_Y - 5, COLORS.line)
      sheet.drawLines(sheet.wrap(this.#footer, { ...box, width: box.width - 80 }, 1), box)
      sheet.drawLines([`Sayfa ${this.#page}`], { ...box, align: 'right' })
    })
  }
}

const PADDING = 4

function gridOf(columns: readonly TableColumn[]): Grid {
  const { x, width: room } = LANDSCAPE_A4
  const totalWidth = columns.reduce((sum, { width }) => sum + width, 0)
  const gridColumns = columns.map(({ width, align }) => ({ width: (width / totalWidth) * room, align }))
  return placeColumns(x, gridColumns, PADDING)
}
