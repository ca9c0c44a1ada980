import * as fc from '#tests/support/setup/fast-check.ts'
import { describe, expect, test } from 'vitest'

import {
  addTypedLine,
  KAYIT_RULES,
  kayitProblems,
  type KayitValues,
  saveInput,
  snapshotOf,
} from '#client/features/kayit/form/values.ts'
import { withDiscount } from '#client/features/kayit/items/discount.ts'
import {
  addRows,
  areIslemRows,
  findExcess,
  type IslemRow,
  replaceRow,
  toIslem,
  toIslemRows,
  withPrice,
} from '#client/features/kayit/items/items.ts'
import { EMPTY_LINE } from '#client/features/kayit/items/new-line.ts'
import { findUnpriced } from '#client/features/kayit/items/unpriced.tsx'
import { mergeValues } from '#client/forms/merge.ts'
import { totalsOfLines } from '#shared/line-totals.ts'
import { kayitTotals } from '#shared/money.ts'
import { parseDecimal } from '#shared/money-parse.ts'

import { detailOf } from './detail.ts'

const ITEMS = [
  { id: 11, islem_adi: 'Yağ değişimi', islem_adet: 1, fiyat_kurus: 10_005 },
  { id: 12, islem_adi: 'Fren balatası', islem_adet: 2, fiyat_kurus: 120_000 },
]
const LESS = { id: 13, islem_adi: 'İskonto', islem_adet: 1, fiyat_kurus: -10_005, kind: 'discount' as const }
const { values: base } = snapshotOf(detailOf({}, { islemler: [...ITEMS, LESS] }))
const [oil, pads, less] = base.islemler as [IslemRow, IslemRow, IslemRow]
const typed = (text: string) => parseDecimal(text, 'form')
const names = (rows: readonly IslemRow[]) =>
  rows.map(({ islem_adi, fiyat_kurus }) => [islem_adi, fiyat_kurus])

describe('the row of a discount', () => {
  test('is sent as a discount, and other rows have no kind', () => {
    expect(saveInput(base, { key: 'k', id: 5 }).islemler).toEqual([
      { ...ITEMS[0], key: 'islem-11' },
      { ...ITEMS[1], key: 'islem-12' },
      { ...LESS, key: 'islem-13' },
    ])
  })

  test('of a user who sees no prices is sent without an amount', () => {
    const [row] = toIslemRows([{ id: 13, islem_adi: 'İskonto', islem_adet: 1, kind: 'discount' }])
    expect(row && toIslem(row)).toEqual({
      id: 13,
      islem_adi: 'İskonto',
      islem_adet: 1,
      key: 'islem-13',
      kind: 'discount',
    })
    expect(findExcess(row === undefined ? [] : [row])).toBeNull()
  })

  test.each([
    ['150', true, -15_000],
    ['-150', true, -15_000],
    ['125', false, -15_000],
    ['-125', false, -15_000],
    // Its shown net is -83,38; typed again, the exact amount stays.
    ['83,38', false, -10_005],
    ['-83,38', false, -10_005],
    ['', true, 0],
    ['bedava', true, 0],
  ])(
    'is below 0 whether its minus is typed or not: %s, with VAT %j, is %i kuruş',
    (text, kdvDahil, kurus) => {
      expect(withPrice(less, typed(text), kdvDahil).fiyat_kurus).toBe(kurus)
    },
  )

  test('a negative price of work stays 0', () => {
    expect(withPrice(oil, typed('-5'), true).fiyat_kurus).toBe(0)
  })

  test('stays last when a line, a package or another user adds rows', () => {
    const added = { ...oil, id: 0, key: 'yeni', islem_adi: 'Cila' }
    expect(addRows([oil, less], [added]).at(-1)).toBe(less)
    const line = { ...EMPTY_LINE, islem_adi: 'Rot', fiyat: '10' }
    expect(addTypedLine({ ...base, yeni: line }, { kdvDahil: true }).islemler.at(-1)).toBe(less)
    const merged = mergeRows(
      [...base.islemler, added],
      [oil, pads, { ...added, id: 40, key: 'islem-40', islem_adi: 'Far' }, less],
    )
    expect(merged.map(({ islem_adi }) => islem_adi)).toEqual([
      'Yağ değişimi',
      'Fren balatası',
      'Far',
      'Cila',
      'İskonto',
    ])
  })

  test('is no unpriced item, and a draft with it is valid', () => {
    expect(findUnpriced(base.islemler).count).toBe(0)
    expect(areIslemRows(JSON.parse(JSON.stringify(base.islemler)) as IslemRow[])).toBe(true)
  })
})

describe('the problems of a discount', () => {
  const problemsOf = (islemler: IslemRow[]) => kayitProblems({ ...base, islemler })

  test('above the sum of the other rows is a problem of its price, also after these become cheaper', () => {
    expect(problemsOf(base.islemler)).toEqual([])
    expect(problemsOf([{ ...oil, fiyat_kurus: 10_004 }, less])).toEqual([
      {
        names: ['islemler.1.fiyat_kurus'],
        message: 'İskonto, işlemlerin toplamından (₺100,04) fazla olamaz.',
      },
    ])
    expect(problemsOf([less])).toHaveLength(1)
  })

  test('of nothing is a problem of its price', () => {
    expect(problemsOf([oil, { ...less, fiyat_kurus: 0 }])).toEqual([
      {
        names: ['islemler.1.fiyat_kurus'],
        message: expect.stringMatching(/^2\. satır: İskonto tutarı sıfırdan/),
      },
    ])
  })
})

const mergeRows = (mine: IslemRow[], theirs: IslemRow[], old: IslemRow[] = base.islemler) => {
  const withRows = (islemler: IslemRow[]): KayitValues => ({ ...base, islemler })
  return mergeValues(KAYIT_RULES, { base: withRows(old), mine: withRows(mine), theirs: withRows(theirs) })
    .islemler
}

describe('a discount that two users add or change', () => {
  test('is one, with the amount that I typed', () => {
    const old = [oil, pads]
    const theirs = [oil, pads, { ...less, id: 50, key: 'islem-50', fiyat_kurus: -5_000 }]
    const merged = mergeRows(withDiscount(old, 7_000), theirs, old)
    expect(names(merged).slice(2)).toEqual([['İskonto', -7_000]])
    expect(merged[2]?.id).toBe(50)
    expect(names(mergeRows([oil, pads, withPrice(less, typed('80'), true)], theirs)).slice(2)).toEqual([
      ['İskonto', -8_000],
    ])
  })

  test('is gone when one user removed it and the other left it alone', () => {
    expect(names(mergeRows([oil, pads], base.islemler)).length).toBe(2)
    expect(names(mergeRows(base.islemler, [oil, pads])).length).toBe(2)
  })
})

describe('any edits of a record', () => {
  const amount = fc.constantFrom('', '0', '0,01', '83,38', '100,05', '150', '-20', '1.250,50')
  const edit = fc.oneof(
    fc.record({ kind: fc.constant('add' as const), text: amount, kdvDahil: fc.boolean() }),
    fc.record({
      kind: fc.constant('price' as const),
      which: fc.nat(9),
      text: amount,
      kdvDahil: fc.boolean(),
    }),
    fc.record({
      kind: fc.constant('quantity' as const),
      which: fc.nat(9),
      islem_adet: fc.integer({ min: 1, max: 9 }),
    }),
    fc.record({ kind: fc.constant('remove' as const), which: fc.nat(9) }),
    fc.record({ kind: fc.constant('discount' as const), kurus: fc.integer({ min: 1, max: 40_000 }) }),
  )
  type Edit = typeof edit extends fc.Arbitrary<infer E> ? E : never

  const apply = (rows: IslemRow[], one: Edit): IslemRow[] => {
    if (one.kind === 'add') {
      const yeni = { ...EMPTY_LINE, islem_adi: 'Rot', fiyat: one.text }
      return addTypedLine({ ...base, islemler: rows, yeni }, { kdvDahil: one.kdvDahil }).islemler
    }
    if (one.kind === 'discount') return withDiscount(rows, one.kurus)
    const row = rows[one.which % Math.max(1, rows.length)]
    if (row === undefined) return rows
    if (one.kind === 'remove') return rows.filter((other) => other !== row)
    if (one.kind === 'price') return replaceRow(rows, withPrice(row, typed(one.text), one.kdvDahil))
    return row.kind === undefined ? replaceRow(rows, { ...row, islem_adet: one.islem_adet }) : rows
  }

  test('leave one discount at most, at the end, and net and VAT that are the total of each line and of all', () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 20 }), (edits) => {
        const rows = edits.reduce(apply, base.islemler)
        const places = rows.flatMap(({ kind }, index) => (kind === 'discount' ? [index] : []))
        expect(places).toEqual(places.length === 0 ? [] : [rows.length - 1])
        for (const { kind, fiyat_kurus } of rows)
          expect(fiyat_kurus * (kind === undefined ? 1 : -1)).toBeGreaterThanOrEqual(0)
        const whole = kayitTotals(rows)
        const each = totalsOfLines(rows) ?? []
        for (const totals of [whole, ...each])
          expect((totals?.net_kurus ?? 0) + (totals?.kdv_kurus ?? 0)).toBe(totals?.brut_kurus)
        for (const part of ['brut_kurus', 'net_kurus', 'kdv_kurus'] as const)
          expect(each.reduce((sum, totals) => sum + totals[part], 0)).toBe(whole?.[part])
        // A form without problems has no amount below 0.
        const isValid = kayitProblems({ ...base, islemler: rows }).length === 0
        expect(!isValid || Math.min(...Object.values(whole ?? {})) >= 0).toBe(true)
      }),
    )
  })
})
