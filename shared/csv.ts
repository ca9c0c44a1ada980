import { type Day, formatDay } from './date.ts'
import { formatPlainAmount, type Kurus } from './money.ts'

/** A value in a table of a screen or file: a text, a count, an amount, a day, a percentage. */
export type Cell = string | number | { kurus: Kurus } | { day: Day } | { percent: number }

/** The byte order mark of a file, by which spreadsheets recognise UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** A text that a spreadsheet takes for a formula or a command, also after spaces and in full width. */
const FORMULA = /^(?:\s*[=+\-@|%＝＋－＠｜％]|[\t\r\n])/u
/**
 * A formula after a comma, a tab or a line break. A program that splits there begins a cell in the middle of ours,
 * because it heeds quotes only at the beginning of its own cells.
 */
const INNER_FORMULA = /([,\t\r\n])(?=(?:[^\S\t\r\n]|")*[=+\-@|%＝＋－＠｜％])/gu

/** Returns the text with an apostrophe at each place where a spreadsheet could see a formula, whatever it splits at. */
export function formulaSafe(text: string): string {
  const safe = text.replace(INNER_FORMULA, "$1'")
  return FORMULA.test(text) ? `'${safe}` : safe
}

const QUOTED = /[";,\r\n\t]|^\s|\s$/u

/** Formats a cell for Turkish spreadsheets: decimal comma without grouping, `dd.mm.yyyy`. */
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

/** Formats a row with its line end: semicolons, CRLF. */
export const csvRow = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(';')}\r\n`

/** Formats a whole CSV file: UTF-8 with byte order mark. */
export const csvFile = (rows: readonly (readonly Cell[])[]): string =>
  BYTE_ORDER_MARK + rows.map(csvRow).join('')
