import { joinIsolated } from '#shared/bidi.ts'

import type { DocumentCompany } from './service-document.ts'
import { COLORS, STYLES, type Sheet, lineHeight } from './sheet.ts'

const FOOTER_Y = 796
const RUNNING_HEAD_Y = 36
const PRODUCT = 'Oto Servis Yönetim Paneli'
const DISCLAIMER = 'Mali değeri yoktur. Fatura yerine geçmez.'

/** The texts of the running head: the shop on the left, the document's name and subject on the right. */
type Edges = { company: DocumentCompany; facts: readonly string[] }

/**
 * Draws the foot of every page, and from the second on the document's name, so that loose sheets can be sorted. It runs
 * last, when the number of pages is known.
 */
export function drawPageEdges(sheet: Sheet, edges: Edges): void {
  const { count } = sheet.pdf.bufferedPageRange()
  for (let index = 0; index < count; index++) {
    sheet.pdf.switchToPage(index)
    sheet.artifact('Pagination', () => {
      drawFooter(sheet, `Sayfa ${index + 1} / ${count}`)
      if (index > 0) drawRunningHead(sheet, edges)
    })
  }
}

/** Draws the foot of one page. */
function drawFooter(sheet: Sheet, pageNumber: string): void {
  const box = { ...sheet.page, y: FOOTER_Y, style: STYLES.label }
  sheet.rule(FOOTER_Y - 5, COLORS.line)
  sheet.drawLines([DISCLAIMER], box)
  sheet.drawLines([pageNumber], { ...box, align: 'right' })
  const width = sheet.measure(PRODUCT, STYLES.label)
  sheet.drawLines([PRODUCT], { ...box, x: box.x + (box.width - width) / 2 })
}

function drawRunningHead(sheet: Sheet, { company, facts }: Edges): void {
  const box = { ...sheet.page, y: RUNNING_HEAD_Y, style: STYLES.label }
  const half = { ...box, width: box.width * 0.48 }
  sheet.drawLines(sheet.wrap(company.name, half, 1), box)
  sheet.drawLines(sheet.wrap(joinIsolated(' · ', facts), half, 1), { ...box, align: 'right' })
  sheet.rule(RUNNING_HEAD_Y + lineHeight(STYLES.label) + 3, COLORS.line)
}
