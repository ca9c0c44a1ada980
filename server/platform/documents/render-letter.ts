import { formatDay } from '#shared/date.ts'

import { drawPageEdges } from './layout-edges.ts'
import { drawLetterhead } from './layout-header.ts'
import { drawHead } from './layout-parties.ts'
import { drawTable, planTable } from './layout-table.ts'
import { drawTotals, totalsHeight } from './layout-totals.ts'
import { type Letter, prepareLetter } from './letter.ts'
import { createPdf, finishPdf } from './pdf-document.ts'
import { LEAST_NAME_WIDTH, TITLE_WIDTH } from './render.ts'
import { STYLES, Sheet, UPRIGHT_A4 } from './sheet.ts'

/** Renders a letter as PDF on the calling thread, as `renderDocument` does. */
export async function renderLetter(sent: Letter): Promise<Uint8Array<ArrayBuffer>> {
  const letter = prepareLetter(sent)
  const { company, title, issuedOn, plate, name, detail, facts, remark, sums, total } = letter
  const pdf = createPdf({ title, author: company.name, issuedOn })
  const sheet = new Sheet(pdf, UPRIGHT_A4, { isTagged: true })
  drawLetterhead(sheet, { company, title, facts: [formatDay(issuedOn)], titleWidth: TITLE_WIDTH })
  const lines = [
    { text: name, style: STYLES.car },
    { text: detail, style: STYLES.detail },
  ]
  drawHead(sheet, { plate, lines: lines.filter(({ text }) => text !== ''), facts })
  const totals = { remark, rows: sums, band: total, below: [] }
  const [first, ...others] = letter.columns.map((column, index) => ({
    ...column,
    cell: (cells: readonly string[]) => cells[index] ?? '',
  }))
  if (first === undefined) throw new Error('a letter has columns')
  const table = { columns: [first, ...others] as const, rows: letter.rows, empty: letter.empty }
  drawTable(
    sheet,
    planTable(sheet, table, { span: sheet.page, leastFirst: LEAST_NAME_WIDTH }),
    totalsHeight(totals),
  )
  drawTotals(sheet, totals)
  sheet.endStructure()
  drawPageEdges(sheet, { company, facts: [title, formatDay(issuedOn), plate || name] })
  return await finishPdf(pdf)
}
