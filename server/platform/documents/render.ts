import { joinIsolated } from '#shared/bidi.ts'
import { formatDay } from '#shared/date.ts'

import { COLUMNS } from './columns.ts'
import { drawLetterhead } from './layout-header.ts'
import { drawParties } from './layout-parties.ts'
import { drawTable, planTable } from './layout-table.ts'
import { drawTotals, measureTotals } from './layout-totals.ts'
import { createPdf, finishPdf } from './pdf-document.ts'
import { type ServiceDocument, prepareDocument } from './service-document.ts'
import { COLORS, STYLES, Sheet, UPRIGHT_A4, lineHeight } from './sheet.ts'

/** Height of a short note, in points. A longer one may run over pages, apart from the totals and the signatures. */
const SHORT_NOTE_HEIGHT = 130

/** Minimum width of the items' names, in points. */
const LEAST_NAME_WIDTH = 150

/** Width of the document's title and the facts below it, in points. */
const TITLE_WIDTH = 165

/** Height of a heading with free text below it, in points. */
const HEADING_HEIGHT = lineHeight(STYLES.heading) + 2
const TEXT_GAP = 9

/** The boxes for the signatures, in points; `SIGNATURES_HEIGHT` includes the gap above. */
const SIGNATURE = { gap: 12, height: 86, padding: 9, label: 46 }
const SIGNATURES_HEIGHT = SIGNATURE.height + 4
const SIGNATURE_WIDTH = (UPRIGHT_A4.width - SIGNATURE.gap) / 2
/** Baselines of the lines to fill in by hand, from the top of the box; the signature gets the most space. */
const SIGNATURE_LINES = [
  { label: 'Ad soyad', y: 36 },
  { label: 'Tarih', y: 53 },
  { label: 'İmza', y: 76 },
]

/** Renders a document as PDF on the calling thread, hundreds of ms for a long one (`pdf-service.ts`). */
export async function renderDocument(sent: ServiceDocument): Promise<Uint8Array<ArrayBuffer>> {
  const document = prepareDocument(sent)
  const { company, kayit, issuedOn } = document
  const pdf = createPdf({
    title: ['Servis fişi', kayit.plaka || kayit.sasi_no].filter(Boolean).join(' '),
    author: company.name,
    issuedOn,
  })
  const sheet = new Sheet(pdf, UPRIGHT_A4, { isTagged: true })
  drawLetterhead(sheet, {
    company,
    title: 'Servis fişi',
    facts: [
      `Kayıt no: ${kayit.id}`,
      `Kayıt tarihi: ${formatDay(kayit.kayit_tarihi)}`,
      `Düzenleme tarihi: ${formatDay(issuedOn)}`,
    ],
    titleWidth: TITLE_WIDTH,
  })
  drawParties(sheet, kayit)
  drawTextBlock(sheet, measureTextBlock(sheet, 'Müşteri talebi', kayit.musteri_talebi))
  drawWork(sheet, document)
  sheet.endStructure()
  drawPageEdges(sheet, document)
  return await finishPdf(pdf)
}

/** Draws the items and everything after them. Totals, a short note and the signatures stay together. */
function drawWork(sheet: Sheet, document: ServiceDocument): void {
  const note = measureTextBlock(sheet, 'Açıklama', document.kayit.aciklama)
  const totals = measureTotals(sheet, document)
  const isShortNote = note.height <= SHORT_NOTE_HEIGHT
  const items = planTable(
    sheet,
    { columns: COLUMNS[document.variant], rows: document.lines, empty: 'Henüz işlem girilmedi.' },
    { span: sheet.page, leastFirst: LEAST_NAME_WIDTH },
  )
  drawTable(sheet, items, isShortNote ? totals.height + note.height + SIGNATURES_HEIGHT : totals.height)
  drawTotals(sheet, document, totals)
  drawTextBlock(sheet, note)
  sheet.ensureRoom(SIGNATURES_HEIGHT)
  drawSignatures(sheet)
}

type TextBlock = ReturnType<typeof measureTextBlock>

/** Breaks the text below a heading into lines; `height` is in points, as if all of it were on one page, 0 without text. */
function measureTextBlock(sheet: Sheet, heading: string, text: string) {
  if (text === '') return { heading, lines: [], height: 0 }
  const lines = sheet.wrap(text, { ...sheet.page, style: STYLES.value })
  return { heading, lines, height: HEADING_HEIGHT + lines.length * lineHeight(STYLES.value) + TEXT_GAP }
}

/** Draws the block over as many pages as it needs; the heading keeps at least two lines below it. */
function drawTextBlock(sheet: Sheet, { heading, lines }: TextBlock): void {
  if (lines.length === 0) return
  const height = lineHeight(STYLES.value)
  sheet.ensureRoom(HEADING_HEIGHT + Math.min(2, lines.length) * height)
  sheet.y =
    sheet.tagLines({ type: 'H2' }, [heading], { ...sheet.page, y: sheet.y, style: STYLES.heading }) + 2
  const paragraph = sheet.openGroup('P')
  for (let from = 0; from < lines.length;) {
    if (from > 0) sheet.newPage()
    const count = Math.max(1, Math.floor((sheet.page.bottom - sheet.y) / height))
    const shown = lines.slice(from, from + count)
    paragraph.add(() => {
      sheet.y = sheet.drawLines(shown, { ...sheet.page, y: sheet.y, style: STYLES.value })
    })
    from += count
  }
  paragraph.end()
  sheet.y += TEXT_GAP
}

/** Draws signature boxes for handing over and receiving the vehicle; the caller has ensured that they fit. */
function drawSignatures(sheet: Sheet): void {
  sheet.y += 4
  drawBox(sheet, 'Teslim eden', sheet.page.x)
  drawBox(sheet, 'Teslim alan', sheet.page.x + SIGNATURE_WIDTH + SIGNATURE.gap)
  sheet.y += SIGNATURE.height
}

function drawBox(sheet: Sheet, title: string, boxX: number): void {
  const { pdf, y: top } = sheet
  const x = boxX + SIGNATURE.padding
  const width = SIGNATURE_WIDTH - 2 * SIGNATURE.padding
  sheet.artifact('Layout', () => {
    pdf.roundedRect(boxX, top, SIGNATURE_WIDTH, SIGNATURE.height, 4).lineWidth(0.75).stroke(COLORS.line)
    for (const { y } of SIGNATURE_LINES) pdf.moveTo(x + SIGNATURE.label, top + y).lineTo(x + width, top + y)
    pdf.lineWidth(0.5).dash(1, { space: 2 }).stroke(COLORS.muted).undash()
  })
  sheet.tagLines({ type: 'P' }, [title], { x, y: top + 6, width, style: STYLES.heading })
  for (const { label, y } of SIGNATURE_LINES)
    sheet.tagLines({ type: 'P' }, [label], { x, y: top + y - 9.5, width, style: STYLES.label })
}

const FOOTER_Y = 796
const RUNNING_HEAD_Y = 36
const PRODUCT = 'Oto Servis Yönetim Paneli'
const MARK = { size: 9, gap: 4 }
const DISCLAIMER = 'Mali değeri yoktur. Fatura yerine geçmez.'

/**
 * Draws the foot of every page, and from the second on the document's name, so that loose sheets can be sorted. It runs
 * last, when the number of pages is known.
 */
function drawPageEdges(sheet: Sheet, document: ServiceDocument): void {
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

/** Draws the product's mark as in `client/components/product-mark.tsx`. */
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
  sheet.drawLines(sheet.wrap(joinIsolated(' · ', facts), half, 1), { ...box, align: 'right' })
  sheet.rule(RUNNING_HEAD_Y + lineHeight(STYLES.label) + 3, COLORS.line)
}
