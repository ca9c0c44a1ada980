import { BYTE_ORDER_MARK, csvRow, type Cell as CsvCell } from '#shared/csv.ts'

import type { Book, Cell, Look } from './sheet.ts'

/** The sheets of a book as CSV (`shared/csv.ts`); several stand below each other, each after its name. */
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
