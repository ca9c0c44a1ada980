import { COLUMNS } from './columns.ts'
import type { ServiceDocument } from './service-document.ts'
import { COLORS, CONTENT_WIDTH, PAGE, type Sheet, type TextStyle, lineHeight, measureIn } from './sheet.ts'
import { wrapText } from './wrap.ts'

export const CELL_PADDING = { x: 5, y: 3 }

/** Font sizes of the amounts; smaller ones are for sums that would leave the name too little room. */
const LARGEST = 8.5
const SMALLEST = 6

export type PlannedCell = { lines: readonly string[]; x: number; width: number; align: 'left' | 'right' }
export type PlannedRow = { cells: readonly PlannedCell[]; height: number }
export type TablePlan = {
  head: PlannedRow
  rows: readonly PlannedRow[]
  headStyle: TextStyle
  style: TextStyle
}

type Grid = { x: number; width: number; align: 'left' | 'right' }[]

/** Decides font size, column widths and line breaks of the whole table; draws nothing. */
export function planTable(sheet: Sheet, document: ServiceDocument): TablePlan {
  const columns = COLUMNS[document.variant]
  const titles = columns.map((column) => column.title)
  const texts = document.lines.map((line) => columns.map((column) => column.cell(line)))
  if (texts.length === 0) texts.push(['Henüz işlem girilmedi.'])

  const { style, headStyle, widths } = chooseSize(sheet, { columns, texts })
  const grid = placeColumns(widths)
  return {
    head: planRow(sheet, titles, { grid, style: headStyle }),
    rows: texts.map((cells) => planRow(sheet, cells, { grid, style })),
    headStyle,
    style,
  }
}

type Content = { columns: (typeof COLUMNS)['vat']; texts: readonly (readonly string[])[] }
type Sizing = { style: TextStyle; headStyle: TextStyle; widths: number[] }

/** The largest size at which every amount stands on one line and the name keeps its least width. */
function chooseSize(sheet: Sheet, content: Content): Sizing {
  const least = content.columns[0].minWidth
  let sizing = sizeFor(sheet, content, LARGEST)
  while ((sizing.widths[0] ?? 0) < least && sizing.style.size > SMALLEST) {
    sizing = sizeFor(sheet, content, sizing.style.size - 0.5)
  }
  return sizing
}

function sizeFor(sheet: Sheet, { columns, texts }: Content, size: number): Sizing {
  const style = { font: 'regular', size, color: COLORS.ink } as const
  const headStyle = { font: 'bold', size: Math.min(size, 8), color: COLORS.ink } as const
  const titles = columns.map(({ title }) => Math.max(...title.split(' ').map(measureIn(sheet, headStyle))))
  const measure = measureIn(sheet, style)
  const amounts = columns.slice(1).map(({ minWidth }, index) => {
    const cells = texts.map((cellsOfRow) => measure(cellsOfRow[index + 1] ?? ''))
    return Math.max(minWidth, titles[index + 1] ?? 0, ...cells) + 2 * CELL_PADDING.x
  })
  const name = CONTENT_WIDTH - amounts.reduce((sum, width) => sum + width, 0)
  return { style, headStyle, widths: [name, ...amounts] }
}

function placeColumns(widths: readonly number[]): Grid {
  let x: number = PAGE.left
  return widths.map((width, index) => {
    const cell = { x: x + CELL_PADDING.x, width: width - 2 * CELL_PADDING.x }
    x += width
    return { ...cell, align: index === 0 ? 'left' : 'right' }
  })
}

function planRow(
  sheet: Sheet,
  texts: readonly string[],
  { grid, style }: { grid: Grid; style: TextStyle },
): PlannedRow {
  const measure = measureIn(sheet, style)
  const cells = texts.flatMap((text, index) => {
    const place = grid[index]
    return place === undefined ? [] : [{ ...place, lines: wrapText(text, place.width, measure) }]
  })
  const lines = Math.max(...cells.map((cell) => cell.lines.length))
  return { cells, height: lines * lineHeight(style) + 2 * CELL_PADDING.y }
}
