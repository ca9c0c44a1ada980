import { formatDay } from '#shared/date.ts'
import { formatPlainAmount } from '#shared/money.ts'

import type { Book, Cell, Look, Sheet } from './sheet.ts'

const BOM = '\uFEFF'
const LINE = '\r\n'
const SEPARATOR = ';'

/**
 * CSV as a Turkish Excel opens it by a double click: UTF-8 with a BOM, semicolons, decimal comma without grouping,
 * dd.mm.yyyy. Several sheets stand below each other, each after its name.
 */
export async function* csvChunks({ sheets }: Book): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  yield encoder.encode(BOM)
  for (const [index, sheet] of sheets.entries()) {
    const title = sheets.length === 1 ? [] : [line([sheet.name])]
    yield encoder.encode([...(index === 0 ? [] : ['']), ...title, head(sheet)].join(LINE) + LINE)
    for await (const batch of sheet.batches()) {
      const lines = batch.map((row) => line(row.map((cell, at) => csvText(cell, sheet.looks[at]?.kind))))
      yield encoder.encode(lines.map((text) => text + LINE).join(''))
    }
  }
}

const head = ({ looks }: Sheet) => line(looks.map(({ title }) => title))

const line = (texts: readonly string[]) => texts.map(quoted).join(SEPARATOR)

function csvText(cell: Cell, kind: Look['kind'] | undefined): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return kind === 'money' ? formatPlainAmount(cell) : String(cell)
  return kind === 'day' ? formatDay(cell) : withoutFormula(cell)
}

/** What a spreadsheet takes for the beginning of a formula, also after spaces and in full-width forms. */
const FORMULA = /^(?:\s*[=+\-@|%＝＋－＠｜％]|[\t\r\n])/

/** The text with an apostrophe in front if a spreadsheet would run it; numbers of ours never pass here. */
export const withoutFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

const quoted = (text: string) => (/[;"\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
