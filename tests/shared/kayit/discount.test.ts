import * as fc from '#tests/support/setup/fast-check.ts'
import { describe, expect, test } from 'vitest'

import { withDiscountLast } from '#shared/kayit/discount.ts'
import {
  discountable,
  discountFrom,
  discountOf,
  discountProblem,
  discountRefusal,
} from '#shared/kayit/discount-rules.ts'
import { totalsOfLines } from '#shared/line-totals.ts'
import { kayitTotals, type Line, MAX_PRICE_KURUS, type Totals } from '#shared/money.ts'
import { parseDecimal } from '#shared/money-parse.ts'

const NONE: Totals = { brut_kurus: 0, net_kurus: 0, kdv_kurus: 0 }
const sumOf = (all: readonly Totals[]) =>
  all.reduce(
    (sum, { brut_kurus, net_kurus, kdv_kurus }) => ({
      brut_kurus: sum.brut_kurus + brut_kurus,
      net_kurus: sum.net_kurus + net_kurus,
      kdv_kurus: sum.kdv_kurus + kdv_kurus,
    }),
    NONE,
  )

const work = fc.record({
  islem_adet: fc.integer({ min: 1, max: 9 }),
  fiyat_kurus: fc.oneof(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 5_000_000 })),
})
/** The lines of a record in any order, with a discount of up to their whole sum. */
const record = fc
  .tuple(fc.array(work, { maxLength: 12 }), fc.double({ min: 0, max: 1, noNaN: true }), fc.nat())
  .map(([lines, part, place]) => {
    const sum = lines.reduce((total, { islem_adet, fiyat_kurus }) => total + islem_adet * fiyat_kurus, 0)
    const kurus = Math.floor(sum * part)
    const at = place % (lines.length + 1)
    const discount = { islem_adet: 1, fiyat_kurus: -kurus, kind: 'discount' as const }
    return kurus === 0 ? lines : [...lines.slice(0, at), discount, ...lines.slice(at)]
  })

describe('the VAT of a record with a discount', () => {
  test('net and VAT are the total on each line and in the sum, and no sum is below 0', () => {
    fc.assert(
      fc.property(record, (lines: readonly Line[]) => {
        const whole = kayitTotals(lines)
        const each = totalsOfLines(lines)
        if (whole === null || each === null) throw new Error('over the limit')
        expect(each).toHaveLength(lines.length)
        for (const { brut_kurus, net_kurus, kdv_kurus } of [whole, ...each])
          expect(net_kurus + kdv_kurus).toBe(brut_kurus)
        each.forEach(({ brut_kurus }, index) => {
          const { islem_adet = 0, fiyat_kurus = 0 } = lines[index] ?? {}
          expect(brut_kurus).toBe(islem_adet * fiyat_kurus)
        })
        expect(sumOf(each)).toEqual(whole)
        expect(Math.min(whole.brut_kurus, whole.net_kurus, whole.kdv_kurus)).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  test('a line of work has the same net with and without a discount', () => {
    fc.assert(
      fc.property(record, (lines: readonly Line[]) => {
        const isWork = ({ fiyat_kurus }: Line) => fiyat_kurus >= 0
        const found = totalsOfLines(lines)?.filter((_, index) => lines.slice(index, index + 1).some(isWork))
        expect(found).toEqual(lines.filter(isWork).map((line) => kayitTotals([line])))
      }),
    )
  })

  test('a discount of ₺150,00 takes off 125,00 net and 25,00 VAT', () => {
    expect(
      totalsOfLines([
        { islem_adet: 1, fiyat_kurus: 315_000 },
        { islem_adet: 1, fiyat_kurus: -15_000 },
      ]),
    ).toEqual([
      { brut_kurus: 315_000, net_kurus: 262_500, kdv_kurus: 52_500 },
      { brut_kurus: -15_000, net_kurus: -12_500, kdv_kurus: -2_500 },
    ])
  })

  test.each([
    // 2 × (100,00 → 83,33) is 0,01 less than 200,00 → 166,67.
    [10_000, { brut_kurus: -20_000, net_kurus: -16_666, kdv_kurus: -3_334 }],
    // 2 × (100,05 → 83,38) is 0,01 more than 200,10 → 166,75.
    [10_005, { brut_kurus: -20_010, net_kurus: -16_676, kdv_kurus: -3_334 }],
  ])('two lines of %i kuruş as a gift leave neither net nor VAT', (fiyat_kurus, discount) => {
    const lines = [fiyat_kurus, fiyat_kurus, -2 * fiyat_kurus].map((price) => ({
      islem_adet: 1,
      fiyat_kurus: price,
    }))
    expect(kayitTotals(lines)).toEqual(NONE)
    expect(totalsOfLines(lines)?.[2]).toEqual(discount)
  })
})

const typed = (text: string, unit: 'lira' | 'percent', { kdvDahil = true, sum = 315_000 } = {}) => {
  const decimal = parseDecimal(text, 'form')
  if (decimal === null) throw new Error(`no amount: ${text}`)
  return discountFrom(decimal, { unit, kdvDahil, sum })
}

describe('a typed discount', () => {
  test.each([
    [{ text: '150', unit: 'lira', kdvDahil: true }, 15_000],
    [{ text: '125', unit: 'lira', kdvDahil: false }, 15_000],
    [{ text: '0,004', unit: 'lira', kdvDahil: true }, 0],
    [{ text: '-5', unit: 'lira', kdvDahil: true }, null],
    [{ text: '10', unit: 'percent', kdvDahil: true }, 31_500],
    // A percentage of the sum with VAT is the same percentage without it.
    [{ text: '10', unit: 'percent', kdvDahil: false }, 31_500],
    [{ text: '12,5', unit: 'percent', kdvDahil: true }, 39_375],
    [{ text: '33,33', unit: 'percent', kdvDahil: true }, 104_990],
    [{ text: '100', unit: 'percent', kdvDahil: true }, 315_000],
    [{ text: '100,01', unit: 'percent', kdvDahil: true }, null],
    [{ text: '-1', unit: 'percent', kdvDahil: true }, null],
  ] as const)('%j is %j kuruş', ({ text, unit, kdvDahil }, kurus) =>
    expect(typed(text, unit, { kdvDahil })).toBe(kurus),
  )

  test('as a percentage is never more than the sum', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000 }), fc.nat({ max: 99_999_999 }), (hundredths, sum) => {
        const kurus = discountFrom(
          { digits: BigInt(hundredths), scale: 2 },
          { unit: 'percent', kdvDahil: true, sum },
        )
        expect(kurus).toBeLessThanOrEqual(sum)
        expect(Math.abs((kurus ?? -1) * 10_000 - sum * hundredths)).toBeLessThanOrEqual(5_000)
      }),
    )
  })
})

describe('a refused discount', () => {
  const pads = { islem_adet: 2, fiyat_kurus: 5_000 }
  const discount = (kurus: number) => ({ islem_adet: 1, fiyat_kurus: -kurus, kind: 'discount' as const })

  test('is one above the sum of the other items, of nothing, above the highest price, or a second one', () => {
    expect(discountProblem([pads])).toBeNull()
    expect(discountProblem([pads, discount(10_000)])).toBeNull()
    expect(discountProblem([discount(10_001), pads])).toBe(
      'İskonto, işlemlerin toplamından (₺100,00) fazla olamaz.',
    )
    expect(discountProblem([discount(1)])).toBe('İskonto, işlemlerin toplamından (₺0,00) fazla olamaz.')
    expect(discountProblem([pads, discount(0)])).toMatch('sıfırdan büyük')
    expect(discountProblem([pads, discount(1), discount(1)])).toBe('Bir kayıtta tek iskonto olabilir.')
    expect(discountRefusal(MAX_PRICE_KURUS + 1, 9e13)).toMatch('999.999.999,99')
    expect(discountRefusal(1, null)).toMatch('Kayıt toplamı')
  })

  test('the sum and the discount of a record are found at any place, and the discount goes to the end', () => {
    const rows = [discount(700), pads]
    expect([discountable(rows), discountOf(rows), discountOf([pads])]).toEqual([10_000, 700, 0])
    expect(withDiscountLast<(typeof rows)[number] & { kind?: 'discount' }>(rows)).toEqual([
      pads,
      discount(700),
    ])
  })
})
