import { zipChunks } from '#server/platform/lib/zip.ts'
import { daysBetween, formatDay } from '#shared/date.ts'
import { AppError } from '#shared/errors.ts'
import { exportMessages } from '#shared/export/messages.ts'
import { kurusToLira } from '#shared/money.ts'

import { type Book, type Cell, isNumber, type Look, type Sheet } from './sheet.ts'
import { totalsWorksheet } from './xlsx-totals.ts'
import {
  type SheetPlace,
  SPREADSHEET,
  STYLES,
  columnLetters,
  packageParts,
  textCell,
} from './xlsx-package.ts'

/** Rows of a worksheet, the header included (ECMA-376 part 1, §18.3.1.73). */
const MAX_ROWS = 1_048_576

/**
 * An Excel workbook, a sheet for each of the book's and then one of their totals; throws INVALID for more rows than a
 * sheet has.
 */
export function xlsxChunks({ sheets }: Book): AsyncGenerator<Uint8Array> {
  if (sheets.some(({ total }) => total >= MAX_ROWS)) throw new AppError('INVALID', exportMessages.tooManyRows)
  const places: SheetPlace[] = sheets.map((sheet) => ({ name: sheet.name, range: rangeOf(sheet) }))
  const worksheets = sheets.map((sheet, index) => worksheet(sheet, { isFirst: index === 0 }))
  if (sheets.some((sheet) => sheet.totals !== undefined)) {
    places.push({ name: 'Toplamlar' })
    // It is written last: the totals are known when all rows are written.
    worksheets.push(totalsWorksheet(sheets))
  }
  const files = worksheets.map((data, index) => ({ name: `xl/worksheets/sheet${index + 1}.xml`, data }))
  return zipChunks([...packageParts(places), ...files])
}

async function* worksheet(sheet: Sheet, { isFirst }: { isFirst: boolean }): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  const letters = sheet.looks.map((_, index) => columnLetters(index))
  const cellOf = (column: number, row: number) => `${letters[column] ?? ''}${row}`
  const header = sheet.looks.map((look, at) =>
    textCell(cellOf(at, 1), look.title, isNumber(look) ? STYLES.numberHeader : STYLES.header),
  )
  yield encoder.encode(`${sheetHead(sheet, isFirst)}<row r="1">${header.join('')}</row>`)
  let number = 1
  for await (const batch of sheet.batches()) {
    let xml = ''
    for (const cells of batch) {
      number += 1
      xml += `<row r="${number}">`
      for (const [at, cell] of cells.entries()) xml += cellXml(cell, sheet.looks[at], cellOf(at, number))
      xml += '</row>'
    }
    yield encoder.encode(xml)
  }
  yield encoder.encode(
    `</sheetData><autoFilter ref="${rangeOf(sheet)}"/><pageMargins left="0.4" right="0.4" top="0.5" bottom="0.5" header="0.3" footer="0.3"/><pageSetup paperSize="9" orientation="landscape" fitToHeight="0"/></worksheet>`,
  )
}

/** Everything before the rows: printed on A4 as wide as the page, the header frozen, the columns' widths. */
function sheetHead({ looks }: Sheet, isFirst: boolean): string {
  const columns = looks.map(
    ({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width + 2}" customWidth="1"/>`,
  )
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><worksheet xmlns="${SPREADSHEET}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView${isFirst ? ' tabSelected="1"' : ''} workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${columns.join('')}</cols><sheetData>`
}

function cellXml(cell: Cell, look: Look | undefined, place: string): string {
  if (cell === null || cell === '' || look === undefined) return ''
  const { kind } = look
  if (typeof cell === 'number') {
    const value = kind === 'money' ? kurusToLira(cell) : cell
    return `<c r="${place}" s="${STYLES[kind]}"><v>${value}</v></c>`
  }
  const serial = kind === 'day' ? daySerial(cell) : null
  if (serial !== null) return `<c r="${place}" s="${STYLES.day}"><v>${serial}</v></c>`
  return textCell(place, kind === 'day' ? formatDay(cell) : cell, STYLES.text)
}

const FIRST_SERIAL_DAY = '1900-03-01'

/** Excel's number of a day; `null` for the first two months of 1900, which programs count differently. */
function daySerial(day: string): number | null {
  return day < FIRST_SERIAL_DAY ? null : daysBetween(FIRST_SERIAL_DAY, day) + 61
}

/** The header and all rows: 'A1:L1501'. */
const rangeOf = ({ looks, total }: Sheet) => `A1:${columnLetters(looks.length - 1)}${total + 1}`
