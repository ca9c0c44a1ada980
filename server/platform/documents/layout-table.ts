import { COLORS, type Group, type Sheet, type Span, type TextStyle, lineHeight } from './sheet.ts'
import type { Columns } from './columns.ts'

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
 * Returns the number of rows on each page. A first 0 means that the table begins on a new page. The first two rows stay
 * together, so that a table does not begin with one at the foot of a page, and so do the last two with the tail.
 */
export function paginateRows(heights: readonly number[], { first, next, head, tail }: TableRoom): number[] {
  const single = heights.slice(2, -2).map((height) => [height])
  const blocks = heights.length < 4 ? [heights] : [heights.slice(0, 2), ...single, heights.slice(-2)]
  const pages: number[] = []
  let count = 0
  let free = first - head
  for (const [index, block] of blocks.entries()) {
    const roomBelow = index === blocks.length - 1 ? tail : 0
    if (totalHeight(block) + roomBelow > free) {
      pages.push(count)
      count = 0
      free = next - head
    }
    count += block.length
    free -= totalHeight(block)
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

const totalHeight = (heights: readonly number[]) => heights.reduce((all, height) => all + height, 0)

export const CELL_PADDING = { x: 6, y: 3 }

/** Font sizes of the amounts; smaller ones are for sums that would leave too little width for the name. */
const LARGEST_SIZE = 8.5
const SMALLEST_SIZE = 6

/** Line breaking measures words one by one, and without kerning they may be wider than in their line. */
const KERNING_WIDTH = 1

type PlannedCell = Grid[number] & { lines: readonly string[] }
export type PlannedRow = { cells: readonly PlannedCell[]; height: number }
export type TablePlan = ReturnType<typeof planTable>

type GridColumn = { width: number; align: 'left' | 'right' }
export type Grid = ({ x: number } & GridColumn)[]

/**
 * Decides font size, column widths and line breaks of a whole table; draws nothing. Takes the largest size at which every
 * amount fits on one line and the first column has `leastFirst` points. `empty` is shown when there are no rows.
 */
export function planTable<Row>(
  sheet: Sheet,
  { columns, rows, empty }: { columns: Columns<Row>; rows: readonly Row[]; empty: string },
  { span, leastFirst }: { span: Span; leastFirst: number },
) {
  const titles = columns.map((column) => column.title)
  const texts = rows.map((row) => columns.map((column) => column.cell(row)))
  if (texts.length === 0) texts.push([empty])
  for (let size = LARGEST_SIZE; ; size -= 0.5) {
    const style: TextStyle = { font: 'regular', size, color: COLORS.ink }
    const headStyle: TextStyle = { font: 'bold', size: Math.min(size, 8), color: COLORS.ink }
    // The columns of amounts are as wide as the widest line in them.
    const amounts = titles.slice(1).map((title, index) => {
      const cells = texts.map((cellsOfRow) => sheet.measure(cellsOfRow[index + 1] ?? '', style))
      const heads = title.split('\n').map((line) => sheet.measure(line, headStyle) + KERNING_WIDTH)
      return Math.max(...heads, ...cells) + 2 * CELL_PADDING.x
    })
    const first = span.width - amounts.reduce((sum, width) => sum + width, 0)
    if (first < leastFirst && size > SMALLEST_SIZE) continue
    const right = amounts.map((width) => ({ width, align: 'right' as const }))
    const grid = placeColumns(span.x, [{ width: first, align: 'left' }, ...right])
    const head = planRow(sheet, titles, { grid, style: headStyle })
    return {
      span,
      head,
      rows: texts.map((cells) => planRow(sheet, cells, { grid, style })),
      headStyle,
      style,
    }
  }
}

/** Puts columns beside each other, from `left` on. */
export function placeColumns(left: number, columns: readonly GridColumn[], padding = CELL_PADDING.x): Grid {
  let x = left
  return columns.map(({ width, align }) => {
    const cell = { x: x + padding, width: width - 2 * padding, align }
    x += width
    return cell
  })
}

export function planRow(
  sheet: Sheet,
  texts: readonly string[],
  { grid, style }: { grid: Grid; style: TextStyle },
): PlannedRow {
  const cells = texts.flatMap((text, index) => {
    const cell = grid[index]
    return cell === undefined ? [] : [{ ...cell, lines: sheet.wrap(text, { ...cell, style }) }]
  })
  const lines = Math.max(...cells.map((cell) => cell.lines.length))
  return { cells, height: lines * lineHeight(style) + 2 * CELL_PADDING.y }
}
