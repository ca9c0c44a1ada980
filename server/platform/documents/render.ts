import { formatDay } from '#shared/date.ts'

import { columnsOf } from './columns.ts'
import { drawPageEdges } from './layout-edges.ts'
import { drawLetterhead } from './layout-header.ts'
import { drawParties } from './layout-parties.ts'
import { drawTable, planTable } from './layout-table.ts'
import { BESIDE_TOTALS, drawTotals, totalsHeight, totalsOf } from './layout-totals.ts'
import { createPdf, finishPdf } from './pdf-document.ts'
import { documentTitle, type ServiceDocument, prepareDocument } from './service-document.ts'
import { COLORS, STYLES, Sheet, UPRIGHT_A4, lineHeight } from './sheet.ts'

/** Minimum width of the items' names, in points. */
export const LEAST_NAME_WIDTH = 150

/** Width of the document's title and the fact below it, in points. */
export const TITLE_WIDTH = 190

/** Width of the label before a free text, in points. */
const LABEL_WIDTH = 78
const TEXT_GAP = 9
const TEXT_STYLE = STYLES.value
const TEXT_HEIGHT = lineHeight(TEXT_STYLE)

/** The places for the signatures, in points, at the foot of the page. */
const SIGNATURE = { gap: 30, height: 100, line: 80 }
const SIGNATURE_WIDTH = (UPRIGHT_A4.width - SIGNATURE.gap) / 2

/** Renders a document as PDF on the calling thread, hundreds of ms for a long one (`pdf-service.ts`). */
export async function renderDocument(sent: ServiceDocument): Promise<Uint8Array<ArrayBuffer>> {
  const document = prepareDocument(sent)
  const { company, kayit, issuedOn, isPublic = false } = document
  const title = documentTitle(document)
  const pdf = createPdf({
    title: [title, document.quote?.title, isPublic ? '' : kayit.plaka || kayit.sasi_no]
      .filter(Boolean)
      .join(' '),
    author: company.name,
    issuedOn,
  })
  const sheet = new Sheet(pdf, UPRIGHT_A4, { isTagged: true })
  drawLetterhead(sheet, {
    company,
    title,
    facts: [`${numberOf(document)} · ${formatDay(issuedOn)}`],
    titleWidth: TITLE_WIDTH,
  })
  drawParties(sheet, document)
  if (kayit.musteri_talebi !== '') sheet.artifact('Layout', () => sheet.rule(sheet.y, COLORS.line))
  drawText(sheet, 'Müşteri talebi', kayit.musteri_talebi)
  drawWork(sheet, document)
  sheet.endStructure()
  const facts = [title, numberOf(document), kayit.plaka || kayit.sasi_no]
  drawPageEdges(sheet, { company, facts })
  return await finishPdf(pdf)
}

/** Returns the number under which the document is known. */
const numberOf = ({ kayit, quote }: ServiceDocument): string => quote?.title || `No ${kayit.id}`

/** Draws the items and everything after them. Totals, a short note beside them and the signatures stay together. */
function drawWork(sheet: Sheet, document: ServiceDocument): void {
  const { aciklama } = document.kayit
  const totals = totalsOf(document)
  const height = totalsHeight(totals)
  const note = sheet.wrap(aciklama, { ...BESIDE_TOTALS, style: TEXT_STYLE })
  const isBeside = note.length * TEXT_HEIGHT + lineHeight(STYLES.heading) < height - TEXT_GAP
  const items = planTable(
    sheet,
    { columns: columnsOf(document), rows: document.lines, empty: 'Henüz işlem girilmedi.' },
    { span: sheet.page, leastFirst: LEAST_NAME_WIDTH },
  )
  drawTable(sheet, items, isBeside ? height + SIGNATURE.height : height)
  const y = drawTotals(sheet, totals)
  if (!isBeside) drawText(sheet, 'Açıklama', aciklama)
  else if (aciklama !== '') {
    const box = { ...BESIDE_TOTALS, y, style: STYLES.heading }
    const below = sheet.tagLines({ type: 'H2' }, ['Açıklama'], box)
    sheet.tagLines({ type: 'P' }, note, { ...box, y: below, style: TEXT_STYLE })
  }
  sheet.ensureRoom(SIGNATURE.height)
  drawSignatures(sheet, document)
}

/** Draws a text beside its label over as many pages as it needs; the label keeps at least two lines. */
function drawText(sheet: Sheet, label: string, text: string): void {
  if (text === '') return
  const { x, width } = sheet.page
  const box = { x: x + LABEL_WIDTH, width: width - LABEL_WIDTH, style: TEXT_STYLE }
  const lines = sheet.wrap(text, box)
  sheet.y += TEXT_GAP - 2
  sheet.ensureRoom(Math.min(2, lines.length) * TEXT_HEIGHT)
  sheet.tagLines({ type: 'H2' }, [label], { x, y: sheet.y, width: LABEL_WIDTH, style: STYLES.factLabel })
  const paragraph = sheet.openGroup('P')
  for (let from = 0; from < lines.length;) {
    if (from > 0) sheet.newPage()
    const count = Math.max(1, Math.floor((sheet.page.bottom - sheet.y) / TEXT_HEIGHT))
    const shown = lines.slice(from, from + count)
    paragraph.add(() => {
      sheet.y = sheet.drawLines(shown, { ...box, y: sheet.y })
    })
    from += count
  }
  paragraph.end()
  sheet.y += TEXT_GAP
}

/** Draws the places to sign at the foot of the page; the caller has ensured that they fit. */
function drawSignatures(sheet: Sheet, { company, kayit, quote }: ServiceDocument): void {
  const y = sheet.page.bottom - SIGNATURE.height
  const sides = [
    [quote === undefined ? 'Teslim eden' : 'Teklifi veren', company.name],
    [quote === undefined ? 'Teslim alan' : 'Onaylayan', kayit.musteri_adi_soyadi],
  ] as const
  for (const [index, [title, name]] of sides.entries()) {
    const span = { x: sheet.page.x + index * (SIGNATURE_WIDTH + SIGNATURE.gap), width: SIGNATURE_WIDTH }
    const below = sheet.tagLines({ type: 'P' }, [title], { ...span, y, style: STYLES.heading })
    const box = { ...span, y: below, style: STYLES.detail }
    sheet.tagLines({ type: 'P' }, sheet.wrap(name, box, 1), box)
    const line = y + SIGNATURE.line
    sheet.artifact('Layout', () => sheet.rule(line, COLORS.ink, { width: 0.75, span }))
    sheet.tagLines({ type: 'P' }, ['Ad soyad, tarih, imza'], { ...span, y: line + 3, style: STYLES.label })
  }
  sheet.y = sheet.page.bottom
}
