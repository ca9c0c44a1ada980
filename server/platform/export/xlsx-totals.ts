import { kurusToLira } from '#shared/money.ts'

import type { Sheet } from './sheet.ts'
import { SPREADSHEET, STYLES, columnLetters, sheetReference, textCell } from './xlsx-package.ts'

/**
 * A sheet of the totals of all other sheets, one row each. They are formulas, so that a click shows the range, with
 * their values for programs that do not compute. In the tables themselves a total would be summed again.
 */
export async function* totalsWorksheet(sheets: readonly Sheet[]): AsyncGenerator<Uint8Array> {
  const header =
    textCell('A1', 'Sayfa', STYLES.header) +
    textCell('B1', 'Sütun', STYLES.header) +
    textCell('C1', 'Toplam', STYLES.numberHeader)
  const rows = sheets.flatMap(totalsOf).map(({ name, title, cell }, index) => {
    const row = index + 2
    const texts = textCell(`A${row}`, name, STYLES.text) + textCell(`B${row}`, title, STYLES.text)
    return `<row r="${row}">${texts}<c r="C${row}" ${cell}</c></row>`
  })
  yield new TextEncoder().encode(
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><worksheet xmlns="${SPREADSHEET}"><sheetViews><sheetView workbookViewId="0"/></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols><col min="1" max="2" width="28" customWidth="1"/><col min="3" max="3" width="20" customWidth="1"/></cols><sheetData><row r="1">${header}</row>${rows.join('')}</sheetData></worksheet>`,
  )
}

/** The totals of a sheet; a sum that a number cannot hold exactly is left out. */
function totalsOf(sheet: Sheet) {
  const sums = sheet.totals?.() ?? []
  return sheet.looks.flatMap(({ title, kind }, index) => {
    const sum = sums[index] ?? null
    if (sum === null) return []
    const letter = columnLetters(index)
    const range = `${sheetReference(sheet.name)}${letter}2:${letter}${sheet.total + 1}`
    const formula = sheet.total === 0 ? '' : `<f>SUM(${range})</f>`
    const value = kind === 'money' ? kurusToLira(sum) : sum
    return [{ name: sheet.name, title, cell: `s="${STYLES[kind]}">${formula}<v>${value}</v>` }]
  })
}
