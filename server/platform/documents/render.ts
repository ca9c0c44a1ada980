import { formatDay } from '#shared/date.ts'

import { COLUMNS } from './columns.ts'
import { drawLetterhead } from './layout-header.ts'
import { drawPageEdges } from './layout-page-edges.ts'
import { drawParties } from './layout-parties.ts'
import { SIGNATURES_HEIGHT, drawSignatures } from './layout-signatures.ts'
import { drawTable } from './layout-table.ts'
import { drawTextBlock, measureTextBlock } from './layout-text-block.ts'
import { drawTotals, measureTotals } from './layout-totals.ts'
import { createPdf, finishPdf } from './pdf-document.ts'
import { embeddablePng } from './png.ts'
import { type ServiceDocument, prepareDocument } from './service-document.ts'
import { Sheet, UPRIGHT_A4 } from './sheet.ts'
import { planTable } from './table-plan.ts'

/** In points. A longer note may run over pages and does not keep the signatures with the totals. */
const SHORT_NOTE_HEIGHT = 130

/** Minimum width of the items' names, in points. */
const LEAST_NAME_WIDTH = 150

/** Room for the title of the document and the facts below it, in points. */
const TITLE_WIDTH = 165

/**
 * Renders the document as PDF on the calling thread: hundreds of milliseconds for a long one, see
 * `pdf-service.ts`.
 */
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
    logo: embeddablePng(company.logo),
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
  const isTogether = note.height <= SHORT_NOTE_HEIGHT
  const items = planTable(
    sheet,
    { columns: COLUMNS[document.variant], rows: document.lines, empty: 'Henüz işlem girilmedi.' },
    { span: sheet.page, leastFirst: LEAST_NAME_WIDTH },
  )
  drawTable(sheet, items, isTogether ? totals.height + note.height + SIGNATURES_HEIGHT : totals.height)
  drawTotals(sheet, document, totals)
  drawTextBlock(sheet, note)
  sheet.ensureRoom(SIGNATURES_HEIGHT)
  drawSignatures(sheet)
}
