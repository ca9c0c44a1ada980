import * as fc from '#tests/support/setup/fast-check.ts'
import { describe, expect, test } from 'vitest'

import {
  MAX_PRICE_KURUS,
  MAX_QUANTITY,
  MAX_TOTAL_KURUS,
  MAX_UNPRICED_PIECES,
  formatAmountInput,
  formatTL,
  grossPrice,
  kayitTotals,
  kurusToLira,
  lineTotals,
  netUnitPrice,
  toKurus,
} from '#shared/money.ts'

/** Rounds half away from zero by floor division, as a second way that is independent of the code. */
function roundHalfAway(numerator: bigint, denominator: bigint): bigint {
  if (numerator < 0n) return -roundHalfAway(-numerator, denominator)
  const [quotient, rest] = [numerator / denominator, numerator % denominator]
  return rest * 2n >= denominator ? quotient + 1n : quotient
}

function safe(value: bigint): number | null {
  const limit = 9_007_199_254_740_991n
  return value > limit || value < -limit ? null : Number(value)
}

const price = fc.integer({ min: 0, max: MAX_PRICE_KURUS })
const line = fc.record({ islem_adet: fc.integer({ min: 1, max: 100 }), fiyat_kurus: price })

describe('VAT of 20%', () => {
  test('a gross price of 100,05 shows a net of 83,38, and converting that back would give 100,06', () => {
    expect(netUnitPrice(10_005)).toBe(8338)
    expect(formatTL(netUnitPrice(10_005))).toBe('₺83,38')
    expect(grossPrice({ digits: 8338n, scale: 2 }, { kdvDahil: false })).toBe(10_006)
  })

  test('16.667 of the first 100.000 gross prices would change by such a round trip', () => {
    const changed = Array.from({ length: 100_000 }, (_, gross) => gross).filter(
      (gross) => grossPrice({ digits: BigInt(netUnitPrice(gross)), scale: 2 }, { kdvDahil: false }) !== gross,
    )
    expect(changed).toHaveLength(16_667)
  })

  test.each([
    ['100', true, 10_000],
    ['100', false, 12_000],
    ['83.375', false, 10_005],
    ['83.375', true, 8338],
    ['0.004', false, 0],
    ['0.0042', false, 1],
    ['-0.0125', false, -2],
  ])('a price of %s, VAT included %j, is stored as %j kuruş', (text, kdvDahil, expected) => {
    const [whole = '', fraction = ''] = text.split('.')
    expect(grossPrice({ digits: BigInt(whole + fraction), scale: fraction.length }, { kdvDahil })).toBe(
      expected,
    )
  })

  test('a conversion from net to gross and back never changes a price', () => {
    fc.assert(
      fc.property(price, (net) => {
        const gross = grossPrice({ digits: BigInt(net), scale: 2 }, { kdvDahil: false })
        expect(netUnitPrice(gross ?? Number.NaN)).toBe(net)
      }),
    )
  })

  test('VAT is applied before rounding, half away from zero, for any number of decimals', () => {
    const digits = fc.bigInt(-(10n ** 17n), 10n ** 17n)
    fc.assert(
      fc.property(digits, fc.integer({ min: 3, max: 20 }), (digits, scale) => {
        const power = 10n ** BigInt(scale)
        expect(toKurus({ digits, scale })).toBe(safe(roundHalfAway(digits * 100n, power)))
        const gross = safe(roundHalfAway(digits * 120n, power))
        expect(grossPrice({ digits, scale }, { kdvDahil: false })).toBe(gross)
      }),
    )
  })

  test('exact halves are rounded away from zero on both sides', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 12n), (kurus) => {
        expect(toKurus({ digits: kurus * 10n + 5n, scale: 3 })).toBe(Number(kurus + 1n))
        expect(toKurus({ digits: -(kurus * 10n + 5n), scale: 3 })).toBe(Number(-kurus - 1n))
        expect(toKurus({ digits: kurus * 10n + 4n, scale: 3 })).toBe(Number(kurus))
      }),
    )
    expect(netUnitPrice(3)).toBe(3)
    expect(netUnitPrice(-3)).toBe(-3)
  })

  test('amounts beyond the safe integers are refused', () => {
    expect(toKurus({ digits: 9_007_199_254_740_991n, scale: 2 })).toBe(Number.MAX_SAFE_INTEGER)
    expect(toKurus({ digits: 9_007_199_254_740_992n, scale: 2 })).toBeNull()
    expect(toKurus({ digits: -9_007_199_254_740_992n, scale: 2 })).toBeNull()
  })
})

describe('the totals of a record', () => {
  test('two items of 100,05 are 200,10 gross, 166,75 net, 33,35 VAT: not twice the shown unit price', () => {
    const expected = { brut_kurus: 20_010, net_kurus: 16_675, kdv_kurus: 3335 }
    expect(lineTotals({ islem_adet: 2, fiyat_kurus: 10_005 })).toEqual(expected)
  })

  test('three items of 0,01 have a net of 0,03, as the printed column adds up', () => {
    const lines = Array.from({ length: 3 }, () => ({ islem_adet: 1, fiyat_kurus: 1 }))
    expect(kayitTotals(lines)).toEqual({ brut_kurus: 3, net_kurus: 3, kdv_kurus: 0 })
  })

  test('a record without items has totals of 0', () => {
    expect(kayitTotals([])).toEqual({ brut_kurus: 0, net_kurus: 0, kdv_kurus: 0 })
  })

  test('every column adds up, and net + VAT = gross', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 9 }), (lines) => {
        const each = lines.map((item) => lineTotals(item))
        const total = kayitTotals(lines)
        for (const key of ['brut_kurus', 'net_kurus', 'kdv_kurus'] as const) {
          expect(total?.[key]).toBe(each.reduce((sum, totals) => sum + (totals?.[key] ?? Number.NaN), 0))
        }
        expect(total?.brut_kurus).toBe((total?.net_kurus ?? 0) + (total?.kdv_kurus ?? 0))
      }),
    )
  })

  test('a line is exact up to the limit and refused beyond it', () => {
    const any = fc.record({ islem_adet: fc.integer({ min: 1, max: MAX_QUANTITY }), fiyat_kurus: price })
    fc.assert(
      fc.property(any, (item) => {
        const gross = BigInt(item.islem_adet) * BigInt(item.fiyat_kurus)
        const net = roundHalfAway(gross * 10n, 12n)
        const exact = { brut_kurus: Number(gross), net_kurus: Number(net), kdv_kurus: Number(gross - net) }
        expect(lineTotals(item)).toEqual(gross > 99_999_999_999_999n ? null : exact)
      }),
    )
  })

  test('a full record at the highest price fits, and one kuruş more is refused', () => {
    const full = Array.from({ length: 1000 }, () => ({ islem_adet: 1, fiyat_kurus: MAX_PRICE_KURUS }))
    expect(kayitTotals(full)?.brut_kurus).toBe(99_999_999_999_000)
    const rest = { islem_adet: 1, fiyat_kurus: MAX_TOTAL_KURUS - 99_999_999_999_000 }
    expect(kayitTotals([...full, rest])?.brut_kurus).toBe(99_999_999_999_999)
    expect(kayitTotals([...full, rest, { islem_adet: 1, fiyat_kurus: 1 }])).toBeNull()
    expect(lineTotals({ islem_adet: MAX_QUANTITY, fiyat_kurus: MAX_PRICE_KURUS })).toBeNull()
  })

  test('the maximum number of pieces fits at any price, and one more may not', () => {
    const most = { islem_adet: MAX_UNPRICED_PIECES, fiyat_kurus: MAX_PRICE_KURUS }
    expect(kayitTotals([most])).not.toBeNull()
    expect(kayitTotals([most, { ...most, islem_adet: 1 }])).toBeNull()
  })

  test('a quantity or price that is no integer is a bug and throws', () => {
    expect(() => lineTotals({ islem_adet: 1.5, fiyat_kurus: 100 })).toThrow(RangeError)
    expect(() => lineTotals({ islem_adet: 1, fiyat_kurus: Number.NaN })).toThrow(RangeError)
  })
})

describe('lira in the legacy API and on the screen', () => {
  test('an amount of the legacy API has the kuruş as its two decimals', () => {
    const any = fc.integer({ min: -7_000_000_000_000_000, max: 7_000_000_000_000_000 })
    fc.assert(
      fc.property(any, (kurus) => {
        const lira = kurusToLira(kurus)
        const text = `${kurus < 0 ? '-' : ''}${String(Math.abs(kurus)).padStart(3, '0').replace(/(..)$/, '.$1')}`
        expect(JSON.stringify(lira)).toBe(text.replace(/\.?0{1,2}$/, ''))
      }),
    )
    expect(kurusToLira(10_005)).toBe(100.05)
  })

  test.each([
    [123_456_750, '₺1.234.567,50', '₺1.234.568', '1.234.567,50'],
    [-1235, '\u2212₺12,35', '\u2212₺12', '-12,35'],
    [125_000, '₺1.250,00', '₺1.250', '1.250,00'],
    [0, '₺0,00', '₺0', '0,00'],
    [-0, '₺0,00', '₺0', '0,00'],
    [-40, '\u2212₺0,40', '₺0', '-0,40'],
    [-50, '\u2212₺0,50', '\u2212₺1', '-0,50'],
    [7, '₺0,07', '₺0', '0,07'],
    [9_007_199_254_740_991, '₺90.071.992.547.409,91', '₺90.071.992.547.410', '90.071.992.547.409,91'],
  ])('%d kuruş is shown as %s', (kurus, ...[full, rounded, input]) => {
    expect(formatTL(kurus)).toBe(full)
    expect(formatTL(kurus, 0)).toBe(rounded)
    expect(formatAmountInput(kurus)).toBe(input)
  })
})
