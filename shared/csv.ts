import { type Day, formatDay } from './date.ts'
import { formatPlainAmount, type Kurus } from './money.ts'

/** A value of a table, from which screens and files are made: a text, a count, an amount, a day, a percentage. */
export type Cell = string | number | { kurus: Kurus } | { day: Day } | { percent: number }

/** What a file begins with, so that spreadsheets read it as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** What a spreadsheet reads as a formula or a command, also after spaces and in full width. */
const FORMULA = /^(?:\s*[=+\-@|%＝＋－＠｜％]|[\t\r\n])/u

/** Text that no spreadsheet runs as a formula: a dangerous one gets a leading apostrophe. */
export const formulaSafe = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

const QUOTED = /[";\r\n]|^\s|\s$/u

/** A cell of a CSV file as Turkish spreadsheets read it: decimal comma without grouping, `dd.mm.yyyy`. */
export function csvCell(cell: Cell): string {
  if (typeof cell === 'number') return decimal(cell)
  if (typeof cell !== 'string') {
    if ('kurus' in cell) return formatPlainAmount(cell.kurus)
    return 'day' in cell ? formatDay(cell.day) : decimal(cell.percent)
  }
  const text = formulaSafe(cell)
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const decimal = (value: number) => String(value).replace('.', ',')

/** A row of a CSV file with its end: semicolons, CRLF. */
export const csvRow = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(';')}\r\n`

/** A whole CSV file: UTF-8 with byte order mark. */
export const csvFile = (rows: readonly (readonly Cell[])[]): string =>
  BYTE_ORDER_MARK + rows.map(csvRow).join('')
