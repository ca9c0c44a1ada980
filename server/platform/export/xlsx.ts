import { zipChunks, type ZipEntry } from '#server/platform/lib/zip.ts'
import { daysBetween, formatDay } from '#shared/date.ts'
import { AppError } from '#shared/errors.ts'
import { exportMessages } from '#shared/export/messages.ts'
import { kurusToLira } from '#shared/money.ts'

import { type Book, type Cell, isNumeric, type Look, type Sheet } from './sheet.ts'

/** Rows of a worksheet, the header included (ECMA-376 part 1, §18.3.1.73). */
const MAX_ROWS = 1_048_576

/** Yields an Excel workbook: the book's sheets, then a sheet of totals. Throws INVALID for too many rows in a sheet. */
export function xlsxChunks({ sheets }: Book): AsyncGenerator<Uint8Array> {
  if (sheets.some(({ total }) => total >= MAX_ROWS)) throw new AppError('INVALID', exportMessages.tooManyRows)
  const ranges: SheetRange[] = sheets.map((sheet) => ({ name: sheet.name, range: rangeOf(sheet) }))
  const worksheets = sheets.map((sheet, index) => worksheet(sheet, { isFirst: index === 0 }))
  if (sheets.some((sheet) => sheet.totals !== undefined)) {
    ranges.push({ name: 'Toplamlar' })
    // It is written last: the totals are known when all rows are written.
    worksheets.push(totalsWorksheet(sheets))
  }
  const files = worksheets.map((data, index) => ({ name: `xl/worksheets/sheet${index + 1}.xml`, data }))
  return zipChunks([...packageParts(ranges), ...files])
}

async function* worksheet(sheet: Sheet, { isFirst }: { isFirst: boolean }): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  const letters = sheet.looks.map((_, index) => columnLetters(index))
  const cellOf = (column: number, row: number) => `${letters[column] ?? ''}${row}`
  const header = sheet.looks.map((look, at) =>
    textCell(cellOf(at, 1), look.title, isNumeric(look) ? STYLES.numberHeader : STYLES.header),
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
  return `${DECLARATION}<worksheet xmlns="${SPREADSHEET}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView${isFirst ? ' tabSelected="1"' : ''} workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${columns.join('')}</cols><sheetData>`
}

function cellXml(cell: Cell, look: Look | undefined, reference: string): string {
  if (cell === null || cell === '' || look === undefined) return ''
  const { kind } = look
  if (typeof cell === 'number') {
    const value = kind === 'money' ? kurusToLira(cell) : cell
    return `<c r="${reference}" s="${STYLES[kind]}"><v>${value}</v></c>`
  }
  const serial = kind === 'day' ? daySerial(cell) : null
  if (serial !== null) return `<c r="${reference}" s="${STYLES.day}"><v>${serial}</v></c>`
  return textCell(reference, kind === 'day' ? formatDay(cell) : cell, STYLES.text)
}

const FIRST_SERIAL_DAY = '1900-03-01'

/** Excel's number of a day; `null` for the first two months of 1900, which programs count differently. */
function daySerial(day: string): number | null {
  return day < FIRST_SERIAL_DAY ? null : daysBetween(FIRST_SERIAL_DAY, day) + 61
}

/** The header and all rows: 'A1:L1501'. */
const rangeOf = ({ looks, total }: Sheet) => `A1:${columnLetters(looks.length - 1)}${total + 1}`

/**
 * A sheet of the totals of all other sheets, one row each. They are formulas, so that a click shows the range, with
 * their values for programs that do not compute. In the tables themselves a total would be summed again.
 */
async function* totalsWorksheet(sheets: readonly Sheet[]): AsyncGenerator<Uint8Array> {
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
    `${DECLARATION}<worksheet xmlns="${SPREADSHEET}"><sheetViews><sheetView workbookViewId="0"/></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols><col min="1" max="2" width="28" customWidth="1"/><col min="3" max="3" width="20" customWidth="1"/></cols><sheetData><row r="1">${header}</row>${rows.join('')}</sheetData></worksheet>`,
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

/** Indexes of the cell formats in `STYLE_SHEET`. */
const STYLES = { header: 1, text: 2, money: 3, day: 4, count: 5, numberHeader: 6, percent: 7 } as const

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const SPREADSHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Numbers keep a distance to the text of the next column. */
const RIGHT = '<alignment horizontal="right" indent="1"/>'

/**
 * Number formats are written in the invariant form, which each program shows in its own language: '#,##0.00' is
 * 1.234,50 in a Turkish Excel. 49 is text: a cell of digits keeps its 0 also after it was edited.
 */
const STYLE_SHEET = `${DECLARATION}<styleSheet xmlns="${SPREADSHEET}"><numFmts count="3"><numFmt numFmtId="164" formatCode="#,##0.00"/><numFmt numFmtId="165" formatCode="dd\\.mm\\.yyyy"/><numFmt numFmtId="166" formatCode="0.0"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font><font><b/><sz val="11"/><color rgb="FF12365B"/><name val="Calibri"/><family val="2"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFEDF1F5"/><bgColor indexed="64"/></patternFill></fill></fills><borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border><border><left/><right/><top/><bottom style="thin"><color rgb="FF12365B"/></bottom><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="8"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="2" borderId="1" xfId="0" applyFont="1" applyFill="1" applyBorder="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyAlignment="1">${RIGHT}</xf><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyAlignment="1"><alignment horizontal="left"/></xf><xf numFmtId="3" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyAlignment="1">${RIGHT}</xf><xf numFmtId="0" fontId="1" fillId="2" borderId="1" xfId="0" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1">${RIGHT}</xf><xf numFmtId="166" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyAlignment="1">${RIGHT}</xf></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

/** `range` is that of the filter, the header included; a sheet without a filter has none. */
type SheetRange = { name: string; range?: string }

/** Every part of a workbook besides its worksheets, which are 'xl/worksheets/sheet1.xml' and so on. */
function packageParts(sheets: readonly SheetRange[]): ZipEntry[] {
  const parts = {
    '[Content_Types].xml': contentTypes(sheets.length),
    '_rels/.rels': relationships([[`${OFFICE}/officeDocument`, 'xl/workbook.xml']]),
    'xl/workbook.xml': workbook(sheets),
    'xl/_rels/workbook.xml.rels': relationships([
      ...sheets.map((_, index) => [`${OFFICE}/worksheet`, `worksheets/sheet${index + 1}.xml`] as const),
      [`${OFFICE}/styles`, 'styles.xml'],
    ]),
    'xl/styles.xml': STYLE_SHEET,
  }
  return Object.entries(parts).map(([name, text]) => ({ name, data: [new TextEncoder().encode(text)] }))
}

function contentTypes(sheets: number): string {
  const override = (part: string, type: string) =>
    `<Override PartName="/xl/${part}.xml" ContentType="${SHEET_TYPE}.${type}+xml"/>`
  const worksheets = Array.from({ length: sheets }, (_, index) =>
    override(`worksheets/sheet${index + 1}`, 'worksheet'),
  )
  return `${DECLARATION}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('workbook', 'sheet.main')}${worksheets.join('')}${override('styles', 'styles')}</Types>`
}

function relationships(targets: readonly (readonly [type: string, target: string])[]): string {
  const list = targets.map(
    ([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${type}" Target="${target}"/>`,
  )
  return `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${list.join('')}</Relationships>`
}

/** The hidden names are how Excel stores a filter, and the header that it repeats on paper. */
function workbook(sheets: readonly SheetRange[]): string {
  const list = sheets.map(
    ({ name }, index) => `<sheet name="${escapeXml(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  )
  const names = sheets.map(({ name, range }, index) => {
    if (range === undefined) return ''
    const at = sheetReference(name)
    const filter = at + range.replace(/[A-Z]+|\d+/g, '$$$&')
    return `<definedName name="_xlnm._FilterDatabase" localSheetId="${index}" hidden="1">${filter}</definedName><definedName name="_xlnm.Print_Titles" localSheetId="${index}">${at}$1:$1</definedName>`
  })
  return `${DECLARATION}<workbook xmlns="${SPREADSHEET}" xmlns:r="${OFFICE}"><bookViews><workbookView activeTab="0"/></bookViews><sheets>${list.join('')}</sheets><definedNames>${names.join('')}</definedNames></workbook>`
}

/** The name of a sheet as a formula refers to it, escaped: 'Kayıtlar'!. */
const sheetReference = (name: string): string => `'${escapeXml(name.replaceAll("'", "''"))}'!`

const MAX_TEXT = 32_767

/** A cell of text with a reference like 'B3'. */
const textCell = (reference: string, text: string, style: number) =>
  `<c r="${reference}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(unescaped(text.slice(0, MAX_TEXT)))}</t></is></c>`

/** Excel reads '_x0041_' as a character's number, unless its underscore is such a number. */
const unescaped = (text: string) => text.replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_')

/** 0 → 'A', 25 → 'Z', 26 → 'AA'. */
function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** Characters that XML 1.0 cannot hold. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

/** A text for XML: without characters that would make the file unreadable. */
const escapeXml = (text: string): string =>
  text.replace(FORBIDDEN, '').replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign)
