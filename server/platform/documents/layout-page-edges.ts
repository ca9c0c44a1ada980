import type { ServiceDocument } from './service-document.ts'
import { COLORS, STYLES, type Sheet, lineHeight } from './sheet.ts'

const FOOTER_Y = 796
const RUNNING_HEAD_Y = 36
const PRODUCT = 'Oto Servis Yönetim Paneli'
const MARK = { size: 9, gap: 4 }
const DISCLAIMER = 'Mali değeri yoktur. Fatura yerine geçmez.'

/**
 * Draws the edges of every page: that this is no invoice, the product's mark, 'Sayfa x / y', and from the second page
 * on the document's name, so that loose sheets can be sorted. Called last, when the number of pages is known.
 */
export function drawPageEdges(sheet: Sheet, document: ServiceDocument): void {
  const { count } = sheet.pdf.bufferedPageRange()
  for (let index = 0; index < count; index++) {
    sheet.pdf.switchToPage(index)
    sheet.artifact('Pagination', () => {
      drawFooter(sheet, `Sayfa ${index + 1} / ${count}`)
      if (index > 0) drawRunningHead(sheet, document)
    })
  }
}

function drawFooter(sheet: Sheet, pageNumber: string): void {
  const box = { ...sheet.page, y: FOOTER_Y, style: STYLES.label }
  sheet.rule(FOOTER_Y - 5, COLORS.line)
  sheet.drawLines([DISCLAIMER], box)
  sheet.drawLines([pageNumber], { ...box, align: 'right' })
  const width = MARK.size + MARK.gap + sheet.measure(PRODUCT, STYLES.label)
  const x = box.x + (box.width - width) / 2
  drawMark(sheet, x, FOOTER_Y + (lineHeight(STYLES.label) - MARK.size) / 2)
  sheet.drawLines([PRODUCT], { ...box, x: x + MARK.size + MARK.gap })
}

/** The product's mark as in `client/components/mark.tsx`. */
function drawMark({ pdf }: Sheet, x: number, y: number): void {
  pdf.save()
  pdf.translate(x, y).scale(MARK.size / 32)
  pdf.roundedRect(1, 1, 30, 30, 6).lineWidth(2).fillAndStroke(COLORS.white, COLORS.ink)
  pdf.path('M7 2h3v28H7a5 5 0 0 1-5-5V7a5 5 0 0 1 5-5z').fill(COLORS.band)
  pdf.path('M20.3 7.7l7 4v8.9l-7 4.1-7-4.1v-8.9z').fill(COLORS.ink)
  pdf.circle(20.3, 16.2, 3.4).fill(COLORS.white)
  pdf.restore()
}

function drawRunningHead(sheet: Sheet, { company, kayit }: ServiceDocument): void {
  const box = { ...sheet.page, y: RUNNING_HEAD_Y, style: STYLES.label }
  const half = { ...box, width: box.width * 0.48 }
  const facts = ['Servis fişi', `Kayıt no: ${kayit.id}`, kayit.plaka || kayit.sasi_no]
  sheet.drawLines(sheet.wrap(company.name, half, 1), box)
  const words = facts.filter(Boolean).join(' · ')
  sheet.drawLines(sheet.wrap(words, half, 1), { ...box, align: 'right' })
  sheet.rule(RUNNING_HEAD_Y + lineHeight(STYLES.label) + 3, COLORS.line)
}
