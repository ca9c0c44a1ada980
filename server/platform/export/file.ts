import type { PdfService } from '#server/platform/documents/pdf-service.ts'
import type { Progress } from '#shared/export/frames.ts'
import type { FileFormat } from '#shared/export/schema.ts'

import { csvChunks } from './csv.ts'
import { pdfChunks } from './pdf.ts'
import type { Book, Sheet } from './sheet.ts'
import { xlsxChunks } from './xlsx.ts'

/** The media type and the extension of each format. */
export const FILE_TYPES = {
  PDF: { type: 'application/pdf', extension: 'pdf' },
  XLSX: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', extension: 'xlsx' },
  CSV: { type: 'text/csv; charset=utf-8', extension: 'csv' },
  JSON: { type: 'application/json', extension: 'json' },
} as const satisfies Record<FileFormat, object>

type Tools = { pdf: PdfService; progress: Progress }

/** The file of a book; `progress` follows what was written. Throws INVALID for a book too large for the format. */
export function fileChunks(book: Book, format: FileFormat, tools: Tools): AsyncGenerator<Uint8Array> {
  if (format === 'JSON') return jsonChunks(book, tools.progress)
  const sheets = format === 'CSV' && book.flat !== undefined ? [book.flat] : book.sheets
  const counted = { ...book, sheets: countedSheets(sheets, tools.progress) }
  if (format === 'PDF') return pdfChunks(counted, tools.pdf)
  return format === 'XLSX' ? xlsxChunks(counted) : csvChunks(counted)
}

async function* jsonChunks({ json, sheets }: Book, progress: Progress): AsyncGenerator<Uint8Array> {
  if (json === undefined) throw new Error('a book without JSON')
  progress.total = sheets.reduce((sum, { total }) => sum + total, 0)
  const encoder = new TextEncoder()
  for await (const text of json((rows) => (progress.done += rows))) yield encoder.encode(text)
}

function countedSheets(sheets: readonly Sheet[], progress: Progress): Sheet[] {
  progress.total = sheets.reduce((sum, { total }) => sum + total, 0)
  return sheets.map((sheet) => ({
    ...sheet,
    async *batches() {
      for await (const batch of sheet.batches()) {
        yield batch
        progress.done += batch.length
      }
    },
  }))
}
