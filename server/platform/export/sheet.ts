import type { Letter } from '#server/platform/documents/letter.ts'
import type { DocumentCompany } from '#server/platform/documents/service-document.ts'
import type { Day } from '#shared/date.ts'
import type { Kurus } from '#shared/money.ts'

/** The value of a cell: texts and days as text, amounts in kuruş, percentages as numbers, `null` for an empty cell. */
export type Cell = string | number | null

/** The look of a column in every format; `width` is in characters. */
export type Look = {
  title: string
  kind: 'text' | 'day' | 'money' | 'count' | 'percent'
  width: number
  /** Whether the PDF has it, too, because a page is too narrow for all columns of a wide table. */
  isPrinted: boolean
}

/** A column of a table, for all formats. `sum` selects the rows of its total; without `sum` it has no total. */
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

/** Returns the columns without their sums, for users who may not see the month's money (decision 29). */
export const withoutSums = <Row>(columns: readonly Column<Row>[]): Column<Row>[] =>
  columns.map((column) => {
    if (!('sum' in column)) return column
    const { sum: _, ...rest } = column
    return rest
  })

/** A table of a file. Its rows are read in batches while the file is written. */
export type Sheet = {
  /** At most 31 characters without []:*?/\ */
  name: string
  looks: readonly Look[]
  total: number
  batches: () => AsyncIterable<Cell[][]>
  /**
   * Returns the sums when all batches were read; `null` for columns without one. They stand beside the table, never in
   * its rows, so that a user who sums a column does not count them twice.
   */
  totals?: () => (Kurus | null)[]
}

/** A file of tables, before it has a format. */
export type Book = {
  /** The file's name without its extension: 'kayıtlar-2026-11'. */
  fileName: string
  title: string
  /** A description of the tables' content: the period, the search. */
  about: string
  issuedOn: Day
  company: DocumentCompany
  sheets: readonly Sheet[]
  /** All rows in one table, for a format without sheets; by default the sheets follow each other. */
  flat?: Sheet
  /** The books of an archive, each a file in it; `sheets` are then those of all of them. */
  files?: readonly Book[]
  /** The PDF of a document for a customer, instead of the tables. */
  letter?: Omit<Letter, 'company' | 'issuedOn'>
  /** Yields the book as JSON, if it has that format; `count` receives the number of rows that were read. */
  json?: (count: (rows: number) => void) => AsyncIterable<string>
  /** The customer whose data it is, with the number of records; the change log names the customer, not the file. */
  customer?: { id: number; name: string; records: number }
  /** The customer or car whose history it is, for the change log. */
  historyOf?: { customer_id?: number; vehicle_id?: number }
}

/** Returns whether the column is aligned to the right, as numbers are. */
export const isNumeric = ({ kind }: Pick<Look, 'kind'>) =>
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
    ...(sums.some((sum) => sum !== null) && { totals: () => sums.map(safeSum) }),
  }
}

/** Returns the sum, or `null` beyond the safe integers, which the file leaves out. */
function safeSum(sum: bigint | null): number | null {
  return sum === null || !Number.isSafeInteger(Number(sum)) ? null : Number(sum)
}

/** Rows of a batch; other requests run between two batches. */
const BATCH = 500

export function sheetOfRows<Row>(name: string, columns: readonly Column<Row>[], rows: readonly Row[]): Sheet {
  async function* batches() {
    for (let from = 0; from < rows.length; from += BATCH) yield rows.slice(from, from + BATCH)
  }
  return sheetOf(columns, { name, total: rows.length, batches })
}
