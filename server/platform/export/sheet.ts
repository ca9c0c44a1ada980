import type { DocumentCompany } from '#server/platform/documents/service-document.ts'
import type { Day } from '#shared/date.ts'
import type { Kurus } from '#shared/money.ts'

/** Texts and days as text, amounts in kuruş, percentages as their number, `null` for nothing. */
export type Cell = string | number | null

/** How a column looks in every format; `width` is in characters. */
export type Look = {
  title: string
  kind: 'text' | 'day' | 'money' | 'count' | 'percent'
  width: number
  /** Whether the PDF has it too: a page is too narrow for all columns of a wide table. */
  isPrinted: boolean
}

/** A column of a table, for all formats. `sum`: all rows or which of them count in its total; without it there is none. */
export type Column<Row> = { title: string; width: number; isPrinted?: boolean } & (
  | { kind: 'text'; value: (row: Row) => string }
  | { kind: 'day'; value: (row: Row) => Day | null }
  | { kind: 'percent'; value: (row: Row) => number | null }
  | { kind: 'money'; value: (row: Row) => Kurus | null; sum?: Summed<Row> }
  | { kind: 'count'; value: (row: Row) => number | null; sum?: Summed<Row> }
)
type Summed<Row> = true | ((row: Row) => boolean)

export const text = <Row>(title: string, width: number, value: (row: Row) => string): Column<Row> => ({
  title,
  width,
  kind: 'text',
  value,
})

/** A table of a file. Its rows are read in batches while the file is written. */
export type Sheet = {
  /** At most 31 characters without []:*?/\ */
  name: string
  looks: readonly Look[]
  total: number
  batches: () => AsyncIterable<Cell[][]>
  /**
   * The sums, known when all batches were read; `null` for columns without one. They stand beside the table, never in
   * its rows: a user who sums a column must not count them twice.
   */
  totals?: () => (Kurus | null)[]
}

/** A file of tables, before it has a format. */
export type Book = {
  /** The file's name without its extension: 'kayıtlar-2026-11'. */
  fileName: string
  title: string
  /** What the tables contain, in words: the period, the search. */
  about: string
  issuedOn: Day
  company: DocumentCompany
  sheets: readonly Sheet[]
  /** All in one table, for a format that has no sheets; by default the sheets below each other. */
  flat?: Sheet
  /** The same as JSON, for a book that is also given so; `count` is told the rows that were read. */
  json?: (count: (rows: number) => void) => AsyncIterable<string>
  /** The customer whose data it is, with so many records: the change log names them instead of the file. */
  customer?: { id: number; name: string; records: number }
  /** The customer or car whose history it is, for the change log. */
  of?: { customer_id?: number; vehicle_id?: number }
}

/** Whether the column is written to the right, as numbers are. */
export const isNumber = ({ kind }: Pick<Look, 'kind'>) =>
  kind === 'money' || kind === 'count' || kind === 'percent'

export function sheetOf<Row>(
  columns: readonly Column<Row>[],
  { name, total, batches }: Pick<Sheet, 'name' | 'total'> & { batches: () => AsyncIterable<readonly Row[]> },
): Sheet {
  const sums = columns.map((column): bigint | null => ('sum' in column ? 0n : null))
  const cellOf = (row: Row, column: Column<Row>, index: number): Cell => {
    const cell = column.value(row)
    if ('sum' in column && typeof cell === 'number' && (column.sum === true || column.sum?.(row)))
      sums[index] = (sums[index] ?? 0n) + BigInt(cell)
    return cell
  }
  return {
    name,
    looks: columns.map(({ title, kind, width, isPrinted = true }) => ({ title, kind, width, isPrinted })),
    total,
    async *batches() {
      for await (const batch of batches())
        yield batch.map((row) => columns.map((column, index) => cellOf(row, column, index)))
    },
    ...(sums.some((sum) => sum !== null) && { totals: () => sums.map(exactly) }),
  }
}

/** `null` for a sum beyond the safe integers: the file leaves it out. */
function exactly(sum: bigint | null): number | null {
  return sum === null || !Number.isSafeInteger(Number(sum)) ? null : Number(sum)
}

/** Some at a time, so that others' requests come in between. */
const BATCH = 500

export function sheetOfRows<Row>(name: string, columns: readonly Column<Row>[], rows: readonly Row[]): Sheet {
  async function* batches() {
    for (let from = 0; from < rows.length; from += BATCH) yield rows.slice(from, from + BATCH)
  }
  return sheetOf(columns, { name, total: rows.length, batches })
}
