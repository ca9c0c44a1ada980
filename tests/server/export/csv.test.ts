import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { withoutFormula } from '#server/export/csv.ts'
import { type Column, oneBatch, sheetOf } from '#server/export/sheet.ts'

import { bookOf, csvOf } from '#tests/support/export.ts'

type Row = { ad: string; gun: string | null; tutar: number | null; adet: number | null }
const COLUMNS: readonly Column<Row>[] = [
  { title: 'Ad', width: 10, kind: 'text', value: ({ ad }) => ad },
  { title: 'Gün', width: 10, kind: 'day', value: ({ gun }) => gun },
  { title: 'Tutar (₺)', width: 10, kind: 'money', value: ({ tutar }) => tutar },
  { title: 'Adet', width: 10, kind: 'count', value: ({ adet }) => adet },
]
const sheet = (...rows: Row[]) =>
  sheetOf(COLUMNS, { name: 'Sayfa', total: rows.length, batches: oneBatch(rows) })
const named = (ad: string): Row => ({ ad, gun: null, tutar: null, adet: null })
/** The first cell of the only row, as a program reads it. */
async function cell(ad: string): Promise<string> {
  const text = await csvOf(bookOf(sheet(named(ad))))
  const line = text.slice(text.indexOf('\r\n') + 2).replace(/;;;\r\n$/, '')
  return line.startsWith('"') ? line.slice(1, -1).replaceAll('""', '"') : line
}

describe('a CSV file', () => {
  test('it has a BOM, semicolons, CRLF, decimal commas without groups and Turkish days', async () => {
    const text = await csvOf(
      bookOf(
        sheet(
          { ad: 'Çağ Işık', gun: '2026-11-03', tutar: 123_456_705, adet: 1_500 },
          { ad: '', gun: null, tutar: -1_250, adet: null },
        ),
      ),
    )
    expect(text).toBe('\uFEFFAd;Gün;Tutar (₺);Adet\r\nÇağ Işık;03.11.2026;1234567,05;1500\r\n;;-12,50;\r\n')
  })

  test('several sheets stand below each other after their names', async () => {
    expect(await csvOf(bookOf(sheet(named('a')), sheet(named('b'))))).toBe(
      '\uFEFFSayfa\r\nAd;Gün;Tutar (₺);Adet\r\na;;;\r\n\r\nSayfa\r\nAd;Gün;Tutar (₺);Adet\r\nb;;;\r\n',
    )
  })

  test('separators, quotes, line breaks and spaces at the ends are quoted', async () => {
    const text = await csvOf(bookOf(sheet(named('a;b'), named('"x"'), named('1\n2'), named(' y '))))
    expect(text.slice(text.indexOf('\r\n') + 2)).toBe('"a;b";;;\r\n"""x""";;;\r\n"1\n2";;;\r\n" y ";;;\r\n')
  })

  test.each([
    ['=1+1', '\t=1', ' =1', '\u00a0=1', '+90 532', '-5', '@SUM(A1)', '|cmd', '%x'],
    ['＝1', '＋1', '－1', '＠x', '｜x', '％x', '\tx', '\rx', '\nx'],
  ])('texts that a spreadsheet would run get an apostrophe', (...texts) => {
    for (const text of texts) expect(withoutFormula(text)).toBe(`'${text}`)
  })

  test.each(['0 (532) 123 45 67', 'a=b', '5W-30', "'=1", '', '34 ABC 123', '(x)'])(
    '%j stays as it is',
    (text) => {
      expect(withoutFormula(text)).toBe(text)
    },
  )

  test('whatever a text is, it comes back with at most an apostrophe, and never begins a formula', async () => {
    const text = fc.string({ unit: fc.constantFrom(...Array.from('=+-@|%＝＠ \t\r\n;"\'aİ1\u00a0')) })
    await fc.assert(
      fc.asyncProperty(text, async (ad) => {
        const written = await cell(ad)
        expect([ad, `'${ad}`]).toContain(written)
        expect(written.trim()).not.toMatch(/^[=+\-@|%＝＋－＠｜％]/)
      }),
    )
  })
})

test('an amount is exact to the kuruş', async () => {
  await fc.assert(
    fc.asyncProperty(fc.maxSafeInteger(), async (tutar) => {
      const text = await csvOf(bookOf(sheet({ ...named('x'), tutar })))
      const written = text.split('\r\n')[1]?.split(';')[2] ?? ''
      expect(written).toMatch(/^-?\d+,\d\d$/)
      expect(BigInt(written.replace(',', ''))).toBe(BigInt(tutar))
    }),
  )
})

describe('the totals of a sheet', () => {
  const summed: Column<Row>[] = [
    ...COLUMNS.slice(0, 2),
    { title: 'Tutar', width: 9, kind: 'money', value: ({ tutar }) => tutar, sum: ({ ad }) => ad !== 'yok' },
  ]
  const totalsOf = async (rows: Row[]) => {
    const one = sheetOf(summed, { name: 'x', total: rows.length, batches: oneBatch(rows) })
    for await (const _ of one.batches());
    return one.totals?.()
  }

  test('they count the rows that the column counts', async () => {
    const rows = [
      { ...named('a'), tutar: 105 },
      { ...named('yok'), tutar: 7 },
      { ...named('b'), tutar: null },
      { ...named('c'), tutar: 3 },
    ]
    expect(await totalsOf(rows)).toEqual([null, null, 108])
  })

  test('a sum that no number holds is left out, never wrong', async () => {
    const most = { ...named('a'), tutar: Number.MAX_SAFE_INTEGER }
    expect(await totalsOf([most, most])).toEqual([null, null, null])
  })

  test('a table without such a column has none', () => {
    expect(sheet().totals).toBeUndefined()
  })
})
