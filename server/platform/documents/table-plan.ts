import type { Columns } from './columns.ts'
import { COLORS, type Sheet, type Span, type TextStyle, lineHeight } from './sheet.ts'

export const CELL_PADDING = { x: 6, y: 3 }

/** Font sizes of the amounts; smaller ones are for sums that would leave too little width for the name. */
const LARGEST = 8.5
const SMALLEST = 6

/** Line breaking measures words one by one, and without kerning they may be wider than in their line. */
const KERNING = 1

export type PlannedCell = { lines: readonly string[]; x: number; width: number; align: 'left' | 'right' }
export type PlannedRow = { cells: readonly PlannedCell[]; height: number }
export type TablePlan = {
  span: Span
  head: PlannedRow
  rows: readonly PlannedRow[]
  headStyle: TextStyle
  style: TextStyle
}

/** Where the texts of a row's cells go. */
export type Grid = { x: number; width: number; align: 'left' | 'right' }[]

type TableContent<Row> = {
  columns: Columns<Row>
  rows: readonly Row[]
  /** Shown when there are no rows. */
  empty: string
}

/** The place of a table; `leastFirst` is the minimum width of its first column in points. */
type TablePlace = { span: Span; leastFirst: number }

/** Decides font size, column widths and line breaks of a whole table; draws nothing. */
export function planTable<Row>(
  sheet: Sheet,
  { columns, rows, empty }: TableContent<Row>,
  place: TablePlace,
): TablePlan {
  const titles = columns.map((column) => column.title)
  const texts = rows.map((row) => columns.map((column) => column.cell(row)))
  if (texts.length === 0) texts.push([empty])

  const { style, headStyle, widths } = chooseSize(sheet, { titles, texts }, place)
  const grid = placeColumns(place.span.x, widths)
  return {
    span: place.span,
    head: planRow(sheet, titles, { grid, style: headStyle }),
    rows: texts.map((cells) => planRow(sheet, cells, { grid, style })),
    headStyle,
    style,
  }
}

type Content = { titles: readonly string[]; texts: readonly (readonly string[])[] }
type Sizing = { style: TextStyle; headStyle: TextStyle; widths: number[] }

/** The largest font size at which every amount fits on one line and the first column has its minimum width. */
function chooseSize(sheet: Sheet, content: Content, { span, leastFirst }: TablePlace): Sizing {
  for (let size = LARGEST; ; size -= 0.5) {
    const { style, headStyle, amounts } = sizeFor(sheet, content, size)
    const first = span.width - amounts.reduce((sum, width) => sum + width, 0)
    if (first >= leastFirst || size <= SMALLEST) return { style, headStyle, widths: [first, ...amounts] }
  }
}

/** The columns of amounts are as wide as the widest line in them. */
function sizeFor(sheet: Sheet, { titles, texts }: Content, size: number) {
  const style = { font: 'regular', size, color: COLORS.ink } as const
  const headStyle = { font: 'bold', size: Math.min(size, 8), color: COLORS.ink } as const
  const amounts = titles.slice(1).map((title, index) => {
    const cells = texts.map((cellsOfRow) => sheet.measure(cellsOfRow[index + 1] ?? '', style))
    const heads = title.split('\n').map((line) => sheet.measure(line, headStyle) + KERNING)
    return Math.max(...heads, ...cells) + 2 * CELL_PADDING.x
  })
  return { style, headStyle, amounts }
}

function placeColumns(left: number, widths: readonly number[]): Grid {
  let x = left
  return widths.map((width, index) => {
    const cell = { x: x + CELL_PADDING.x, width: width - 2 * CELL_PADDING.x }
    x += width
    return { ...cell, align: index === 0 ? 'left' : 'right' }
  })
}

/** Breaks the texts of a row into lines. */
export function planRow(
  sheet: Sheet,
  texts: readonly string[],
  { grid, style }: { grid: Grid; style: TextStyle },
): PlannedRow {
  const cells = texts.flatMap((text, index) => {
    const place = grid[index]
    return place === undefined ? [] : [{ ...place, lines: sheet.wrap(text, { ...place, style }) }]
  })
  const lines = Math.max(...cells.map((cell) => cell.lines.length))
  return { cells, height: lines * lineHeight(style) + 2 * CELL_PADDING.y }
}
