import { paginateRows } from './paginate.ts'
import {
  COLORS,
  PAGE,
  PAGE_ROOM,
  type Group,
  type Sheet,
  type Span,
  type TextStyle,
  artifact,
  drawLines,
  drawRule,
  newPage,
  openGroup,
  tagged,
} from './sheet.ts'
import { CELL_PADDING, type PlannedCell, type PlannedRow, type TablePlan } from './table-plan.ts'

export type TableHead = Pick<TablePlan, 'span' | 'head' | 'headStyle'>
type TableRows = Pick<TablePlan, 'span' | 'rows' | 'style'>

/** Draws a table over as many pages as it needs; `tail` points stay free below the last of at least two rows. */
export function drawTable(sheet: Sheet, plan: TablePlan, tail: number): void {
  const counts = paginateRows(
    plan.rows.map((row) => row.height),
    { first: PAGE.bottom - sheet.y, next: PAGE_ROOM, head: plan.head.height, tail },
  )
  const table = openGroup(sheet, 'Table')
  if (counts[0] === 0) newPage(sheet)
  const body = drawFirstHead(sheet, plan, table)
  let from = 0
  for (const count of counts.filter((rows) => rows > 0)) {
    if (from > 0) {
      newPage(sheet)
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
  const group = openGroup(sheet, 'THead', table)
  const row = openGroup(sheet, 'TR', group)
  for (const cell of head.cells) {
    const tag = { type: 'TH', parent: row, options: { scope: 'Column' } } as const
    tagged(sheet, tag, () => drawCell(sheet, cell, headStyle))
  }
  row.end()
  group.end()
  sheet.y += head.height
  return openGroup(sheet, 'TBody', table)
}

/** The head on a further page. */
export function drawRepeatedHead(sheet: Sheet, { span, head, headStyle }: TableHead): void {
  drawHeadBand(sheet, span, head)
  artifact(sheet, 'Pagination', () => {
    for (const cell of head.cells) drawCell(sheet, cell, headStyle)
  })
  sheet.y += head.height
}

function drawHeadBand(sheet: Sheet, span: Span, { height }: PlannedRow): void {
  artifact(sheet, 'Layout', () => {
    sheet.pdf.rect(span.x, sheet.y, span.width, height).fill(COLORS.tint)
    drawRule(sheet, sheet.y + height, { color: COLORS.accent, width: 1, span })
  })
}

export function drawRows(sheet: Sheet, { span, rows, style }: TableRows, body: Group): void {
  const rules: number[] = []
  for (const { cells, height } of rows) {
    const row = openGroup(sheet, 'TR', body)
    for (const cell of cells) {
      tagged(sheet, { type: 'TD', parent: row }, () => drawCell(sheet, cell, style))
    }
    row.end()
    sheet.y += height
    rules.push(sheet.y)
  }
  artifact(sheet, 'Layout', () => {
    for (const y of rules) drawRule(sheet, y, { color: COLORS.line, width: 0.5, span })
  })
}

function drawCell(sheet: Sheet, cell: PlannedCell, style: TextStyle): void {
  drawLines(sheet, cell.lines, { ...cell, y: sheet.y + CELL_PADDING.y, style })
}
