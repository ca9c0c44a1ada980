import type { PdfService } from '#server/platform/documents/pdf-service.ts'
import { formatCount } from '#shared/count.ts'
import type { Progress } from '#shared/export/frames.ts'
import type { FileFormat } from '#shared/export/schema.ts'
import { BYTE_ORDER_MARK, csvRow, type Cell as CsvCell } from '#shared/csv.ts'
import { zipChunks } from '#server/platform/lib/zip.ts'
import type { TablePart } from '#server/platform/documents/table-layout.ts'
import { formatDay } from '#shared/date.ts'
import { AppError } from '#shared/errors.ts'
import { exportMessages } from '#shared/export/messages.ts'
import { formatTL } from '#shared/money.ts'
import { MAX_PDF_ROWS } from '#shared/options.ts'

import { type Book, type Sheet, type Cell, type Look, isNumeric } from './sheet.ts'
import { xlsxChunks } from './xlsx.ts'

export const FILE_TYPES = {
  PDF: { type: 'application/pdf', extension: 'pdf' },
  XLSX: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', extension: 'xlsx' },
  CSV: { type: 'text/csv; charset=utf-8', extension: 'csv' },
  JSON: { type: 'application/json', extension: 'json' },
} as const satisfies Record<FileFormat, object>

/** Returns the media type of a book's file and its name. */
export function fileOf({ fileName, files }: Book, format: FileFormat): { type: string; name: string } {
  const { type, extension } =
    files === undefined ? FILE_TYPES[format] : { type: 'application/zip', extension: 'zip' }
  return { type, name: `${fileName}.${extension}` }
}

type Making = { pdf: PdfService; progress: Progress }

/**
 * Yields the file of a book, or the archive of its files; `progress` counts the written rows. Throws INVALID if a book
 * exceeds the format.
 */
export function fileChunks(book: Book, format: FileFormat, making: Making): AsyncGenerator<Uint8Array> {
  if (book.files === undefined) return chunksOf(book, format, making)
  const files = book.files.map((file) => ({
    name: fileOf(file, format).name,
    data: chunksOf(file, format, making),
  }))
  return zipChunks(files)
}

function chunksOf(book: Book, format: FileFormat, { pdf, progress }: Making): AsyncGenerator<Uint8Array> {
  const sheets = format === 'CSV' && book.flat !== undefined ? [book.flat] : book.sheets
  progress.total += sheets.reduce((sum, { total }) => sum + total, 0)
  const count = (rows: number) => void (progress.done += rows)
  if (format === 'JSON') return jsonChunks(book, count)
  const counted = { ...book, sheets: sheets.map((sheet) => countedSheet(sheet, count)) }
  if (format === 'PDF') return pdfChunks(counted, pdf)
  return format === 'XLSX' ? xlsxChunks(counted) : csvChunks(counted)
}

async function* jsonChunks({ json }: Book, count: (rows: number) => void): AsyncGenerator<Uint8Array> {
  if (json === undefined) throw new Error('a book without JSON')
  const encoder = new TextEncoder()
  for await (const text of json(count)) yield encoder.encode(text)
}

const countedSheet = (sheet: Sheet, count: (rows: number) => void): Sheet => ({
  ...sheet,
  async *batches() {
    for await (const batch of sheet.batches()) {
      yield batch
      count(batch.length)
    }
  },
})

/** Yields the sheets of a book as CSV (`shared/csv.ts`), one below the other; several have their names above them. */
export async function* csvChunks({ sheets }: Book): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  yield encoder.encode(BYTE_ORDER_MARK)
  for (const [index, { name, looks, batches }] of sheets.entries()) {
    const gap = index === 0 ? '' : csvRow([])
    const title = sheets.length === 1 ? '' : csvRow([name])
    yield encoder.encode(gap + title + csvRow(looks.map((look) => look.title)))
    for await (const batch of batches()) {
      const rows = batch.map((row) => csvRow(row.map((cell, at) => csvCellOf(cell, looks[at]?.kind))))
      yield encoder.encode(rows.join(''))
    }
  }
}

function csvCellOf(cell: Cell, kind: Look['kind'] | undefined): CsvCell {
  if (cell === null) return ''
  if (typeof cell === 'number') return kind === 'money' ? { kurus: cell } : cell
  return kind === 'day' ? { day: cell } : cell
}

/** Rows up to which tables are tagged: a tagged cell takes some 5 KB, and screen readers do not need longer tables. */
const MAX_TAGGED_ROWS = 2_000

/** Rows of a letter, which is laid out as a whole: as many as a record has items. A longer one is a table. */
const MAX_LETTER_ROWS = 1_000

/** Yields a PDF with the shop's head and a table for each sheet, made in a thread. Throws INVALID for too many rows. */
export function pdfChunks(book: Book, pdf: PdfService): AsyncGenerator<Uint8Array> {
  const { pdfTooLong, pdfTooLongForJson } = exportMessages
  if (rowsOf(book) > MAX_PDF_ROWS)
    throw new AppError('INVALID', book.json === undefined ? pdfTooLong : pdfTooLongForJson)
  return book.letter !== undefined && rowsOf(book) <= MAX_LETTER_ROWS
    ? letterChunks(book, book.letter, pdf)
    : pdf.renderTables(partsOf(book))
}

/** Yields the PDF of a letter, whose rows are all in memory; reading the sheets counts them. */
async function* letterChunks(
  { sheets, company, issuedOn }: Book,
  letter: NonNullable<Book['letter']>,
  pdf: PdfService,
): AsyncGenerator<Uint8Array> {
  for (const { batches } of sheets) await Array.fromAsync(batches())
  yield await pdf.renderLetter({ ...letter, company, issuedOn })
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
      align: isNumeric(look) ? ('right' as const) : ('left' as const),
    }))

const texts = (row: readonly Cell[], { looks }: Sheet): string[] =>
  looks.flatMap((look, index) => (look.isPrinted ? pdfText(row[index] ?? null, look.kind) : []))

function pdfText(cell: Cell, kind: Look['kind']): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return kind === 'money' ? formatTL(cell) : formatCount(cell)
  return kind === 'day' ? formatDay(cell) : cell
}
