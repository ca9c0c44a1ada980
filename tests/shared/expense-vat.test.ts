import { describe, expect, test } from 'vitest'

import { containedVat, estimateVat, VAT_RATES, vatOf } from '#shared/expense/vat.ts'
import { kayitTotals } from '#shared/money.ts'
import * as fc from '#tests/support/setup/fast-check.ts'

const amount = fc.integer({ min: 1, max: 99_999_999_999 })
const rate = fc.constantFrom(...VAT_RATES)

describe('the VAT that an amount contains', () => {
  test.each([
    [12_000, 20, 2000],
    [11_000, 10, 1000],
    [10_100, 1, 100],
    [10_005, 20, 1667],
    [1, 20, 0],
    [3, 20, 0],
    [4, 20, 1],
    [99_999, 0, 0],
    [99_999_999_999, 20, 16_666_666_666],
  ])('%d kuruş at %d %% contain %d', (gross, percent, vat) => {
    expect(containedVat(gross, percent)).toBe(vat)
  })

  test('the net rounds to the nearest kuruş, and net and VAT are the amount', () => {
    fc.assert(
      fc.property(amount, rate, (gross, percent) => {
        const net = gross - containedVat(gross, percent)
        const twice = 2n * BigInt(net) * BigInt(100 + percent) - 200n * BigInt(gross)
        expect(twice > -BigInt(100 + percent) && twice <= BigInt(100 + percent)).toBe(true)
      }),
    )
  })

  test('at 20 percent it is the VAT of a line of a record', () => {
    fc.assert(
      fc.property(amount, (gross) => {
        const totals = kayitTotals([{ islem_adet: 1, fiyat_kurus: gross }])
        expect(containedVat(gross, 20)).toBe(totals?.kdv_kurus)
      }),
    )
  })

  test('without a rate and at 0 percent an expense contains none', () => {
    for (const vat_rate of [null, 0] as const) expect(vatOf({ amount_kurus: 12_000, vat_rate })).toBe(0)
  })
})

describe('the estimate of a month', () => {
  const line = fc.record({
    durum: fc.constantFrom('Tamamlandı', 'Devam Ediyor', 'İptal'),
    islem_adet: fc.integer({ min: 1, max: 9 }),
    fiyat_kurus: fc.integer({ min: 0, max: 9_999_999 }),
    count: fc.integer({ min: 1, max: 5 }),
    kayit_id: fc.constantFrom(null, null, 1, 2),
  })
  const expense = fc.record({
    amount_kurus: amount,
    vat_rate: fc.option(rate),
    count: fc.integer({ min: 1, max: 5 }),
  })

  test('it is the VAT of the lines of records with income, less the VAT of each expense', () => {
    fc.assert(
      fc.property(fc.array(line), fc.array(expense), (lines, expenses) => {
        const repeated = <T>(one: T & { count: number }) => Array.from({ length: one.count }, () => one)
        const counted = lines.filter(({ durum }) => durum !== 'İptal').flatMap(repeated)
        // Work is rounded by itself, so it adds up to the same sum by record and in all.
        const collected = kayitTotals(counted)?.kdv_kurus ?? NaN
        const paid = expenses.flatMap(repeated).reduce((sum, one) => sum + vatOf(one), 0)
        expect(estimateVat('2026-11-01', lines, expenses)).toEqual({
          month: '2026-11-01',
          collected_kurus: collected,
          paid_kurus: paid,
          difference_kurus: collected - paid,
          without_rate: expenses.filter(({ vat_rate }) => vat_rate === null).flatMap(repeated).length,
        })
      }),
    )
  })

  test('a line over the limit is an error, not a wrong sum', () => {
    const line = {
      durum: 'Tamamlandı',
      islem_adet: 100_000,
      fiyat_kurus: 99_999_999_999,
      count: 1,
      kayit_id: null,
    }
    expect(() => estimateVat('2026-11-01', [line], [])).toThrow(RangeError)
  })
})
