import { COLUMNS } from './columns.ts'
import { drawHeader } from './layout-header.ts'
import { drawPageEdges } from './layout-page-edges.ts'
import { drawParties } from './layout-parties.ts'
import { SIGNATURES_HEIGHT, drawSignatures } from './layout-signatures.ts'
import { drawTable } from './layout-table.ts'
import { drawTextBlock, measureTextBlock } from './layout-text-block.ts'
import { drawTotals, measureTotals } from './layout-totals.ts'
import { createPdf } from './pdf-document.ts'
import type { ServiceDocument } from './service-document.ts'
import { type Sheet, FULL_SPAN, PAGE, ensureRoom } from './sheet.ts'
import { planTable } from './table-plan.ts'

/** In points. A longer note may run over pages and does not keep the signatures with the totals. */
const SHORT_NOTE_HEIGHT = 130

/** Minimum width of the items' names, in points. */
const LEAST_NAME_WIDTH = 150

/** Lays out a prepared document; `logo` is a valid PNG. The caller ends the returned PDF. */
export function layOutDocument(document: ServiceDocument, logo: Buffer | null): PDFKit.PDFDocument {
  const { company, kayit } = document
  const pdf = createPdf({
    title: ['Servis fişi', kayit.plaka || kayit.sasi_no].filter(Boolean).join(' '),
    author: company.name,
    // Noon of the day, so that the same document always gives the same file.
    createdAt: new Date(`${document.issuedOn}T12:00:00Z`),
  })
  const root = pdf.struct('Document')
  pdf.addStructure(root)
  const sheet: Sheet = { pdf, root, y: PAGE.top }

  drawHeader(sheet, document, logo)
  drawParties(sheet, kayit)
  drawTextBlock(sheet, measureTextBlock(sheet, 'Müşteri talebi', kayit.musteri_talebi))
  drawWork(sheet, document)
  root.end()

  drawPageEdges(sheet, document)
  return pdf
}

/** Draws the items and everything after them. Totals, a short note and the signatures stay together. */
function drawWork(sheet: Sheet, document: ServiceDocument): void {
  const note = measureTextBlock(sheet, 'Açıklama', document.kayit.aciklama)
  const totals = measureTotals(sheet, document)
  const together = note.height <= SHORT_NOTE_HEIGHT
  const items = planTable(
    sheet,
    { columns: COLUMNS[document.variant], rows: document.lines, empty: 'Henüz işlem girilmedi.' },
    { span: FULL_SPAN, leastFirst: LEAST_NAME_WIDTH },
  )
  drawTable(sheet, items, together ? totals.height + note.height + SIGNATURES_HEIGHT : totals.height)
  drawTotals(sheet, document, totals)
  drawTextBlock(sheet, note)
  ensureRoom(sheet, SIGNATURES_HEIGHT)
  drawSignatures(sheet)
}
