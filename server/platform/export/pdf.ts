import type { PdfService } from '#server/platform/documents/pdf-service.ts'
import type { TablePart } from '#server/platform/documents/table-layout.ts'
import { formatDay } from '#shared/date.ts'
import { AppError } from '#shared/errors.ts'
import { exportMessages } from '#shared/export/messages.ts'
import { formatTL } from '#shared/money.ts'
import { MAX_PDF_ROWS } from '#shared/options.ts'

import { type Book, type Cell, isNumber, type Look, type Sheet } from './sheet.ts'

/** A tagged cell takes some 5 KB until the end; nobody has a longer table read aloud. */
const MAX_TAGGED_ROWS = 2_000

/** A PDF with the shop's head, a table for each sheet, made in a thread. Throws INVALID for more rows than it takes. */
export function pdfChunks(book: Book, pdf: PdfService): AsyncGenerator<Uint8Array> {
  const { pdfTooLong, pdfTooLongForJson } = exportMessages
  if (rowsOf(book) > MAX_PDF_ROWS)
    throw new AppError('INVALID', book.json === undefined ? pdfTooLong : pdfTooLongForJson)
  return pdf.renderTables(partsOf(book))
}

const rowsOf = ({ sheets }: Book) => sheets.reduce((sum, { total }) => sum + total, 0)

async function* partsOf(book: Book): AsyncGenerator<TablePart> {
  const { sheets, title, about, issuedOn, company } = book
  const isTagged = rowsOf(book) <= MAX_TAGGED_ROWS
  yield { part: 'document', document: { title, about, issuedOn, company, isTagged } }
  for (const sheet of sheets) {
    yield { part: 'table', heading: sheets.length === 1 ? '' : sheet.name, columns: columnsOf(sheet) }
    for await (const batch of sheet.batches())
      yield { part: 'rows', rows: batch.map((row) => texts(row, sheet)) }
    if (sheet.total === 0) yield { part: 'rows', rows: [['Kayıt yok.']] }
    else if (sheet.totals !== undefined)
      yield { part: 'totals', cells: ['Toplam', ...texts(sheet.totals(), sheet).slice(1)] }
  }
  yield { part: 'end' }
}

const columnsOf = ({ looks }: Sheet) =>
  looks
    .filter(({ isPrinted }) => isPrinted)
    .map(({ title, width, ...look }) => ({
      title,
      width,
      align: isNumber(look) ? ('right' as const) : ('left' as const),
    }))

const texts = (row: readonly Cell[], { looks }: Sheet): string[] =>
  looks.flatMap((look, index) => (look.isPrinted ? pdfText(row[index] ?? null, look.kind) : []))

const decimal = new Intl.NumberFormat('tr-TR')

function pdfText(cell: Cell, kind: Look['kind']): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return kind === 'money' ? formatTL(cell) : decimal.format(cell)
  return kind === 'day' ? formatDay(cell) : cell
}
