import { type Day, formatDay } from './date.ts'
import type { Kurus } from './money.ts'

/** A value of a table, from which screens and files are made: a text, a count, an amount, a day, a percentage. */
export type Cell = string | number | { kurus: Kurus } | { day: Day } | { percent: number }

/** A spreadsheet reads text that begins with one of these, also in full width, as a formula or a command. */
const FORMULA = /^[=+\-@|%＝＋－＠｜％]/u
const CONTROL = /^[\t\r\n]/

/** Text that no spreadsheet runs as a formula: a dangerous one gets a leading apostrophe. */
export const formulaSafe = (text: string): string =>
  FORMULA.test(text.trim()) || CONTROL.test(text) ? `'${text}` : text

const QUOTED = /[";\r\n]|^\s|\s$/u

/** A cell of a CSV file as Turkish spreadsheets read it: decimal comma without grouping, `dd.mm.yyyy`. */
export function csvCell(cell: Cell): string {
  if (typeof cell === 'number') return decimal(cell)
  if (typeof cell !== 'string') {
    if ('kurus' in cell) return lira(cell.kurus)
    return 'day' in cell ? formatDay(cell.day) : decimal(cell.percent)
  }
  const text = formulaSafe(cell)
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const decimal = (value: number) => String(value).replace('.', ',')

/** '-1234,05' */
function lira(kurus: Kurus): string {
  const digits = String(Math.abs(kurus)).padStart(3, '0')
  return `${kurus < 0 ? '-' : ''}${digits.slice(0, -2)},${digits.slice(-2)}`
}

/** A CSV file: UTF-8 with byte order mark, semicolons, CRLF after every row. */
export const csvFile = (rows: readonly (readonly Cell[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map(csvCell).join(';')}\r\n`).join('')}`
