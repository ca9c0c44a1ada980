import type { Columns, Look } from './columns.ts'
import { COLORS, type Group, type Sheet, type Span, type TextStyle, lineHeight } from './sheet.ts'

export type TableHead = Pick<TablePlan, 'span' | 'head'>
type TableRows = Pick<TablePlan, 'span' | 'rows'>

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

export function drawFirstHead(sheet: Sheet, { span, head }: TableHead, table: Group): Group {
  drawHeadBand(sheet, span, head)
  const group = sheet.openGroup('THead', table)
  const row = sheet.openGroup('TR', group)
  for (const cell of head.cells) {
    const tag = { type: 'TH', parent: row, options: { scope: 'Column' } } as const
    sheet.tag(tag, () => drawCell(sheet, cell, head))
  }
  row.end()
  group.end()
  sheet.y += head.height
  return sheet.openGroup('TBody', table)
}

export function drawRepeatedHead(sheet: Sheet, { span, head }: TableHead): void {
  drawHeadBand(sheet, span, head)
  sheet.artifact('Pagination', () => {
    for (const cell of head.cells) drawCell(sheet, cell, head)
  })
  sheet.y += head.height
}

function drawHeadBand(sheet: Sheet, span: Span, { height }: PlannedRow): void {
  sheet.artifact('Layout', () => {
    sheet.pdf.roundedRect(span.x, sheet.y, span.width, height, 3).fill(COLORS.tint)
  })
}

export function drawRows(sheet: Sheet, { span, rows }: TableRows, body: Group): void {
  const rules: number[] = []
  for (const planned of rows) {
    const row = sheet.openGroup('TR', body)
    for (const cell of planned.cells)
      sheet.tag({ type: 'TD', parent: row }, () => drawCell(sheet, cell, planned))
    row.end()
    sheet.y += planned.height
    rules.push(sheet.y)
  }
  sheet.artifact('Layout', () => {
    for (const y of rules) sheet.rule(y, COLORS.line, { span })
  })
}

function drawCell(sheet: Sheet, cell: PlannedCell, { padding }: PlannedRow): void {
  sheet.drawLines(cell.lines, { ...cell, y: sheet.y + padding })
}

const totalHeight = (heights: readonly number[]) => heights.reduce((all, height) => all + height, 0)

/** Space beside a text and above it, in points; a table of few rows has room for more. */
const PADDING = { x: 6, y: 3, roomy: 8, dense: 1.5 }
const FEW_ROWS = 8

/** Font sizes of the amounts; smaller ones are for sums that would leave too little width for the name. */
const LARGEST_SIZE = 10
const SMALLEST_SIZE = 6

type PlannedCell = Omit<Grid[number], 'look'> & { lines: readonly string[]; style: TextStyle }
export type PlannedRow = { cells: readonly PlannedCell[]; height: number; padding: number }
export type TablePlan = ReturnType<typeof planTable>

type GridColumn = { width: number; align: 'left' | 'right'; look?: Look | undefined }
export type Grid = ({ x: number } & GridColumn)[]

const LOOKS: Readonly<Record<Look, Partial<TextStyle>>> = {
  plain: {},
  bold: { font: 'bold' },
  muted: { color: COLORS.muted },
}

/**
 * Decides font size, column widths and line breaks of a whole table; draws nothing. Takes the largest size, or that of a dense table, at which every
 * amount fits on one line and the first column has `leastFirst` points. `empty` is shown when there are no rows.
 */
export function planTable<Row>(
  sheet: Sheet,
  { columns, rows, empty }: { columns: Columns<Row>; rows: readonly Row[]; empty: string },
  { span, leastFirst, largest }: { span: Span; leastFirst: number; largest?: number },
) {
  const texts = [
    columns.map(({ title }) => title),
    ...rows.map((row) => columns.map(({ cell }) => cell(row))),
  ]
  const wide = Math.max(
    0,
    columns.findIndex(({ isWide }) => isWide),
  )
  if (rows.length === 0) texts.push([...columns.slice(0, wide).map(() => ''), empty])
  for (let size = largest ?? LARGEST_SIZE; ; size -= 0.5) {
    const style: TextStyle = { font: 'regular', size, color: COLORS.ink }
    const headStyle: TextStyle = { font: 'regular', size: Math.min(size, 9), color: COLORS.soft }
    // The columns of amounts are as wide as the widest text in them.
    const sized = columns.map(({ look, align = 'right' }, index): GridColumn => {
      if (index === wide) return { width: 0, align: 'left' }
      const shown = { ...style, ...LOOKS[look ?? 'plain'] }
      const widths = texts.map((cells) => sheet.measure(cells[index] ?? '', shown))
      return { width: Math.max(...widths) + 2 * PADDING.x, align, look }
    })
    const rest = span.width - sized.reduce((sum, { width }) => sum + width, 0)
    if (rest < leastFirst && size > SMALLEST_SIZE) continue
    const grid = placeColumns(
      span.x,
      sized.map((column, index) => (index === wide ? { ...column, width: rest } : column)),
    )
    const padding =
      rows.length <= FEW_ROWS ? PADDING.roomy : largest === undefined ? PADDING.y : PADDING.dense
    const [head, ...body] = texts.map((cells, index) =>
      index === 0
        ? planRow(sheet, cells, { grid, style: headStyle, padding: 5 })
        : planRow(sheet, cells, { grid, style, padding }),
    )
    if (head === undefined) throw new Error('a table has a head')
    return { span, head, rows: body }
  }
}

/** Puts columns beside each other, from `left` on. */
export function placeColumns(left: number, columns: readonly GridColumn[], padding = PADDING.x): Grid {
  let x = left
  return columns.map(({ width, ...column }) => {
    const cell = { ...column, x: x + padding, width: width - 2 * padding }
    x += width
    return cell
  })
}

export function planRow(
  sheet: Sheet,
  texts: readonly string[],
  { grid, style, padding = PADDING.y }: { grid: Grid; style: TextStyle; padding?: number },
): PlannedRow {
  const cells = texts.flatMap((text, index): PlannedCell[] => {
    const { look = 'plain', ...cell } = grid[index] ?? {}
    if (!('x' in cell)) return []
    const shown = { ...style, ...LOOKS[look] }
    return [{ ...cell, lines: sheet.wrap(text, { ...cell, style: shown }), style: shown }]
  })
  const lines = Math.max(...cells.map((cell) => cell.lines.length))
  return { cells, height: lines * lineHeight(style) + 2 * padding, padding }
}
