import { drawMark } from './layout-mark.ts'
import type { ServiceDocument } from './service-document.ts'
import {
  COLORS,
  CONTENT_WIDTH,
  PAGE,
  STYLES,
  type Sheet,
  artifact,
  drawLines,
  drawRule,
  lineHeight,
  measureIn,
} from './sheet.ts'
import { limitLines, wrapText } from './wrap.ts'

const FOOTER_Y = 796
const RUNNING_HEAD_Y = 36
const PRODUCT = 'Oto Servis Yönetim Paneli'
const MARK = { size: 9, gap: 4 }
const DISCLAIMER = 'Mali değeri yoktur. Fatura yerine geçmez.'

/**
 * The edges of every page: that this is no invoice, the product's mark, 'Sayfa x / y', and from the second page on
 * whose document it is, so that loose sheets can be sorted. Drawn last, when the number of pages is known.
 */
export function drawPageEdges(sheet: Sheet, document: ServiceDocument): void {
  const { count } = sheet.pdf.bufferedPageRange()
  for (let index = 0; index < count; index++) {
    sheet.pdf.switchToPage(index)
    artifact(sheet, 'Pagination', () => {
      drawFooter(sheet, `Sayfa ${index + 1} / ${count}`)
      if (index > 0) drawRunningHead(sheet, document)
    })
  }
}

function drawFooter(sheet: Sheet, pageNumber: string): void {
  const box = { x: PAGE.left, y: FOOTER_Y, width: CONTENT_WIDTH, style: STYLES.label }
  drawRule(sheet, FOOTER_Y - 5, { color: COLORS.line, width: 0.5 })
  drawLines(sheet, [DISCLAIMER], box)
  drawLines(sheet, [pageNumber], { ...box, align: 'right' })
  const width = MARK.size + MARK.gap + measureIn(sheet, STYLES.label)(PRODUCT)
  const x = PAGE.left + (CONTENT_WIDTH - width) / 2
  drawMark(sheet, { x, y: FOOTER_Y + (lineHeight(STYLES.label) - MARK.size) / 2, size: MARK.size })
  drawLines(sheet, [PRODUCT], { ...box, x: x + MARK.size + MARK.gap })
}

function drawRunningHead(sheet: Sheet, { company, kayit }: ServiceDocument): void {
  const box = { x: PAGE.left, y: RUNNING_HEAD_Y, width: CONTENT_WIDTH, style: STYLES.label }
  const facts = ['Servis fişi', `Kayıt no: ${kayit.id}`, kayit.plaka || kayit.sasi_no]
    .filter(Boolean)
    .join(' · ')
  const oneLine = (text: string, width: number) =>
    limitLines(wrapText(text, width, measureIn(sheet, STYLES.label)), 1)
  drawLines(sheet, oneLine(company.name, CONTENT_WIDTH * 0.48), box)
  drawLines(sheet, oneLine(facts, CONTENT_WIDTH * 0.48), { ...box, align: 'right' })
  drawRule(sheet, RUNNING_HEAD_Y + lineHeight(STYLES.label) + 3, { color: COLORS.line, width: 0.5 })
}
