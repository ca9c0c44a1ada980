import * as fc from '#tests/support/setup/fast-check.ts'
import { describe, expect, test } from 'vitest'

import { type Cell, csvCell, csvFile, formulaSafe } from '#shared/csv.ts'

describe('a cell of a CSV file', () => {
  test.each<[string, Cell, string]>([
    ['a text', 'Yağ değişimi', 'Yağ değişimi'],
    ['a text with a separator and quotes', 'Fren; "ön"', '"Fren; ""ön"""'],
    ['a text of two lines', 'bir\niki', '"bir\niki"'],
    ['a text with a comma', 'Yağ, filtre', '"Yağ, filtre"'],
    ['a text with a tab', 'Yağ\tfiltre', '"Yağ\tfiltre"'],
    ['a formula after a comma', "x,=cmd|'/C calc'!A0", `"x,'=cmd|'/C calc'!A0"`],
    ['a text with spaces around it', ' Yağ ', '" Yağ "'],
    ['a count', 1250, '1250'],
    ['a fraction', 12.5, '12,5'],
    ['an amount', { kurus: 123_456_705 }, '1234567,05'],
    ['an amount below a lira', { kurus: 5 }, '0,05'],
    ['a loss is a number', { kurus: -30 }, '-0,30'],
    ['a day', { day: '2026-11-05' }, '05.11.2026'],
    ['a percentage', { percent: 12.3 }, '12,3'],
    ['nothing', '', ''],
  ])('%s', (...[, cell, expected]) => {
    expect(csvCell(cell)).toBe(expected)
  })
})

describe('a text that a spreadsheet would run', () => {
  test.each([
    '=1+1',
    '+90 500',
    '-5',
    '@SUM(A1)',
    '|cmd',
    '%12',
    ' =1',
    '\u00A0=1',
    '\uFEFF=1',
    '＝1',
    '＋1',
    '－1',
    '＠1',
    '｜1',
    '％1',
    '\t1',
    '\r1',
    '\n1',
  ])('%j gets an apostrophe', (text) => {
    expect(formulaSafe(text)).toBe(`'${text}`)
  })

  test.each([
    ['x,=1', "x,'=1"],
    ['x, +90 500', "x,' +90 500"],
    ['x\t@y', "x\t'@y"],
    ['x,\t=1', "x,\t'=1"],
    ['x\r\n\n－1', "x\r\n\n'－1"],
    ['=1,=2,"=3', `'=1,'=2,'"=3`],
  ])('%j gets one after each comma, tab and line break before a sign', (text, safe) => {
    expect(formulaSafe(text)).toBe(safe)
  })

  test.each([
    '',
    'Yağ',
    '34 ABC 123',
    '0 (532) 123 45 67',
    '5W-30',
    'a=b',
    '10%',
    '₺5',
    '−5',
    '(x)',
    "'=1",
    'a, b',
    'a,5-b',
    'a;=b',
    'bir\n\niki',
  ])('%j stays as it is', (text) => {
    expect(formulaSafe(text)).toBe(text)
  })
})

/**
 * Returns the cells of a file as a spreadsheet does that splits at `separator`: a quote counts at the start of a cell,
 * and the characters after a closing quote belong to the cell.
 */
function read(file: string, separator = ';'): string[][] {
  const rows: string[][] = [['']]
  let isQuoted = false
  let isBegin = true
  const add = (text: string) => {
    const row = rows.at(-1) ?? []
    row[row.length - 1] += text
    isBegin = false
  }
  for (let at = 0; at < file.length; at++) {
    const sign = file[at] ?? ''
    if (isQuoted && sign === '"' && file[at + 1] === '"') add(file[++at] ?? '')
    else if (isQuoted && sign === '"') isQuoted = false
    else if (isQuoted) add(sign)
    else if (isBegin && sign === '"') [isQuoted, isBegin] = [true, false]
    else if (sign === separator) {
      rows.at(-1)?.push('')
      isBegin = true
    } else if (sign === '\r' || sign === '\n') {
      rows.push([''])
      isBegin = true
      if (sign === '\r' && file[at + 1] === '\n') at += 1
    } else add(sign)
  }
  return rows.slice(0, -1)
}

const dangerous = fc
  .array(
    fc.oneof(
      fc.constantFrom('=', '+', '-', '@', '|', '%', '＝', '＋', '－', '＠'),
      fc.constantFrom('\t', '\r', '\n', '\r\n', '"', ';', ',', ' ', "'", '\u00A0'),
      fc.string({ maxLength: 3 }),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''))
const text = fc.oneof(fc.string({ unit: 'grapheme' }), dangerous)
const table = fc
  .integer({ min: 1, max: 4 })
  .chain((columns) =>
    fc.array(fc.array(text, { minLength: columns, maxLength: columns }), { minLength: 1, maxLength: 5 }),
  )

test('every text is read back whole, and none begins a formula', () => {
  fc.assert(
    fc.property(table, (rows) => {
      const file = csvFile(rows)
      expect(file.startsWith('\uFEFF')).toBe(true)
      const cells = read(file.slice(1))
      expect(cells).toEqual(rows.map((row) => row.map(formulaSafe)))
      expect(cells.flat().filter((cell) => /^[=+\-@|%＝＋－＠｜％]/.test(cell.trim()))).toEqual([])
      expect(cells.flat().filter((cell) => /^[\t\r\n]/.test(cell))).toEqual([])
    }),
  )
})

test.each([',', '\t'])('a program that splits at %j finds no formula', (separator) => {
  fc.assert(
    fc.property(table, (rows) => {
      const cells = read(csvFile(rows).slice(1), separator).flat()
      expect(cells.filter((cell) => /^[=+\-@|%＝＋－＠｜％]/.test(cell.trim()))).toEqual([])
    }),
    { numRuns: 2_000 },
  )
})

test('an amount is written to the kuruş', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (kurus) => {
      const written = csvCell({ kurus })
      expect(written).toMatch(/^-?\d+,\d\d$/)
      expect(Number(written.replace(',', ''))).toBe(kurus)
    }),
  )
})

test('a file has the byte order mark, semicolons, and CRLF after every row', () => {
  expect(
    csvFile([
      ['Gün', 'Gelir'],
      [{ day: '2026-11-05' }, { kurus: 120_050 }],
    ]),
  ).toBe('\uFEFFGün;Gelir\r\n05.11.2026;1200,50\r\n')
})
