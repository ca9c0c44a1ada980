import { COLORS, type Group, type Sheet, type Span, type TextStyle } from './sheet.ts'
import { CELL_PADDING, type PlannedCell, type PlannedRow, type TablePlan } from './table-plan.ts'

export type TableHead = Pick<TablePlan, 'span' | 'head' | 'headStyle'>
type TableRows = Pick<TablePlan, 'span' | 'rows' | 'style'>

/** Heights in points. */
export type TableRoom = {
  /** Free height on the page where the table begins, and on every further page. */
  first: number
  next: number
  /** The table head, which is repeated on every page. */
  head: number
  /** Space that must follow the last row on the same page, for the totals. */
  tail: number
}

/**
 * How many rows go on each page, in order. A first 0 means that the table begins on a new page. The first two rows stay
 * together, so that a table does not begin with fewer at the foot of a page, and so do the last two with the tail.
 */
export function paginateRows(heights: readonly number[], { first, next, head, tail }: TableRoom): number[] {
  const single = heights.slice(2, -2).map((height) => [height])
  const blocks = heights.length < 4 ? [heights] : [heights.slice(0, 2), ...single, heights.slice(-2)]
  const pages: number[] = []
  let count = 0
  let free = first - head
  for (const [index, block] of blocks.entries()) {
    const below = index === blocks.length - 1 ? tail : 0
    if (sum(block) + below > free) {
      pages.push(count)
      count = 0
      free = next - head
    }
    count += block.length
    free -= sum(block)
  }
  return [...pages, count]
}

/** Draws a table over as many pages as it needs; `tail` points stay free below the last of at least two rows. */
export function drawTable(sheet: Sheet, plan: TablePlan, tail: number): void {
  const { bottom, topNext } = sheet.page
  const counts = paginateRows(
    plan.rows.map((row) => row.height),
    { first: bottom - sheet.y, next: bottom - topNext, head: plan.head.height, tail },
  )
  const table = sheet.openGroup('Table')
  if (counts[0] === 0) sheet.newPage()
  const body = drawFirstHead(sheet, plan, table)
  let from = 0
  for (const count of counts.filter((rows) => rows > 0)) {
    if (from > 0) {
      sheet.newPage()
      drawRepeatedHead(sheet, plan)
    }
    drawRows(sheet, { ...plan, rows: plan.rows.slice(from, from + count) }, body)
    from += count
  }
  body.end()
  table.end()
}

/** Returns the open table body. */
export function drawFirstHead(sheet: Sheet, { span, head, headStyle }: TableHead, table: Group): Group {
  drawHeadBand(sheet, span, head)
  const group = sheet.openGroup('THead', table)
  const row = sheet.openGroup('TR', group)
  for (const cell of head.cells) {
    const tag = { type: 'TH', parent: row, options: { scope: 'Column' } } as const
    sheet.tag(tag, () => drawCell(sheet, cell, headStyle))
  }
  row.end()
  group.end()
  sheet.y += head.height
  return sheet.openGroup('TBody', table)
}

/** Draws the head on a further page. */
export function drawRepeatedHead(sheet: Sheet, { span, head, headStyle }: TableHead): void {
  drawHeadBand(sheet, span, head)
  sheet.artifact('Pagination', () => {
    for (const cell of head.cells) drawCell(sheet, cell, headStyle)
  })
  sheet.y += head.height
}

function drawHeadBand(sheet: Sheet, span: Span, { height }: PlannedRow): void {
  sheet.artifact('Layout', () => {
    sheet.pdf.rect(span.x, sheet.y, span.width, height).fill(COLORS.tint)
    sheet.rule(sheet.y + height, COLORS.accent, { width: 1, span })
  })
}

export function drawRows(sheet: Sheet, { span, rows, style }: TableRows, body: Group): void {
  const rules: number[] = []
  for (const { cells, height } of rows) {
    const row = sheet.openGroup('TR', body)
    for (const cell of cells) sheet.tag({ type: 'TD', parent: row }, () => drawCell(sheet, cell, style))
    row.end()
    sheet.y += height
    rules.push(sheet.y)
  }
  sheet.artifact('Layout', () => {
    for (const y of rules) sheet.rule(y, COLORS.line, { span })
  })
}

function drawCell(sheet: Sheet, cell: PlannedCell, style: TextStyle): void {
  sheet.drawLines(cell.lines, { ...cell, y: sheet.y + CELL_PADDING.y, style })
}

const sum = (heights: readonly number[]) => heights.reduce((all, height) => all + height, 0)
