import type { ZipEntry } from '#server/platform/lib/zip.ts'

/** Indexes of the cell formats in `STYLE_SHEET`. */
export const STYLES = { header: 1, text: 2, money: 3, day: 4, count: 5, numberHeader: 6, percent: 7 } as const

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
export const SPREADSHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
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
export type SheetPlace = { name: string; range?: string }

/** Every part of a workbook besides its worksheets, which are 'xl/worksheets/sheet1.xml' and so on. */
export function packageParts(sheets: readonly SheetPlace[]): ZipEntry[] {
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
function workbook(sheets: readonly SheetPlace[]): string {
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
export const sheetReference = (name: string): string => `'${escapeXml(name.replaceAll("'", "''"))}'!`

const MAX_TEXT = 32_767

/** A cell of text at a place like 'B3'. */
export const textCell = (place: string, text: string, style: number) =>
  `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(unescaped(text.slice(0, MAX_TEXT)))}</t></is></c>`

/** Excel reads '_x0041_' as a character's number, unless its underscore is such a number. */
const unescaped = (text: string) => text.replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_')

/** 0 → 'A', 25 → 'Z', 26 → 'AA'. */
export function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** Characters that XML 1.0 cannot hold. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

/** A text for XML: without characters that would make the file unreadable. */
const escapeXml = (text: string): string =>
  text.replace(FORBIDDEN, '').replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign)
