import { describe, expect, test } from 'vitest'

import { type Column, sheetOfRows } from '#server/platform/export/sheet.ts'

import { bookOf, csvOf } from '#tests/support/documents/export.ts'

type Row = { ad: string; gun: string | null; tutar: number | null; adet: number | null }
const COLUMNS: readonly Column<Row>[] = [
  { title: 'Ad', width: 10, kind: 'text', value: ({ ad }) => ad },
  { title: 'Gün', width: 10, kind: 'day', value: ({ gun }) => gun },
  { title: 'Tutar (₺)', width: 10, kind: 'money', value: ({ tutar }) => tutar },
  { title: 'Adet', width: 10, kind: 'count', value: ({ adet }) => adet },
]
const sheet = (...rows: Row[]) => sheetOfRows('Sayfa', COLUMNS, rows)
const named = (ad: string): Row => ({ ad, gun: null, tutar: null, adet: null })

describe('a CSV file', () => {
  test('it has a BOM, semicolons, CRLF, decimal commas without groups and Turkish days', async () => {
    const text = await csvOf(
      bookOf(
        sheet(
          { ad: 'Çağ Işık', gun: '2026-11-03', tutar: 123_456_705, adet: 1_500 },
          { ad: '=1;', gun: null, tutar: -1_250, adet: null },
        ),
      ),
    )
    expect(text).toBe(
      '\uFEFFAd;Gün;Tutar (₺);Adet\r\nÇağ Işık;03.11.2026;1234567,05;1500\r\n"\'=1;";;-12,50;\r\n',
    )
  })

  test('several sheets stand below each other after their names', async () => {
    expect(await csvOf(bookOf(sheet(named('a')), sheet(named('b'))))).toBe(
      '\uFEFFSayfa\r\nAd;Gün;Tutar (₺);Adet\r\na;;;\r\n\r\nSayfa\r\nAd;Gün;Tutar (₺);Adet\r\nb;;;\r\n',
    )
  })
})

describe('the totals of a sheet', () => {
  const summed: Column<Row>[] = [
    ...COLUMNS.slice(0, 2),
    { title: 'Tutar', width: 9, kind: 'money', value: ({ tutar }) => tutar, sum: ({ ad }) => ad !== 'yok' },
  ]
  const totalsOf = async (rows: Row[]) => {
    const one = sheetOfRows('x', summed, rows)
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
