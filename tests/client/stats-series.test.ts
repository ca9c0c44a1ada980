import * as fc from '#tests/support/setup/fast-check.ts'
import { describe, expect, test } from 'vitest'

import { formatAxisDay, formatAxisTL, formatFullDay } from '#client/charts/format.ts'
import { axisDomain } from '#client/charts/axis-domain.ts'
import { dailyFigures, daysToDraw, lineValues, peakDays } from '#client/features/stats/daily-figures.ts'
import { selectedPeriod } from '#shared/stats/selected-period.ts'
import { parseStatsSearch } from '#client/features/stats/stats-search.ts'
import { statsView } from '#client/features/stats/stats-view.ts'

import { answer } from './stats-answer.ts'

const ZERO = { kayit_sayisi: 0, gelir: 0, gider: 0, kar: 0, zarar: 0, gelir_sayisi: 0, gider_sayisi: 0 }

describe('the series of days', () => {
  test.each([
    [2026, 2, 28],
    [2028, 2, 29],
    [2026, 4, 30],
    [2026, 12, 31],
  ])('the month %i-%i has %i days, with zeros for days without entries', (year, month, count) => {
    const days = dailyFigures(answer(year, month))
    expect(days).toHaveLength(count)
    const first = `${year}-${String(month).padStart(2, '0')}-01`
    expect(days[0]).toEqual({ label: first, ...ZERO })
    expect(days.every((day) => day.kar === 0 && day.zarar === 0)).toBe(true)
  })

  test('a response without days gives no days', () => {
    const nothing = { ...answer(2026, 11), gunluk_kayit_sayisi: [] }
    expect(dailyFigures(nothing)).toEqual([])
  })

  test('each day has either profit or loss, to the kuruş', () => {
    const days = dailyFigures(
      answer(2026, 11, {
        1: { kayit: 2, gelir: 30, gider: 10, gelirSayisi: 1, giderSayisi: 3 },
        2: { gelir: 10_005, gider: 100_015 },
        3: { gelir: 50, gider: 50 },
      }),
    )
    expect(days[0]).toEqual({
      label: '2026-11-01',
      kayit_sayisi: 2,
      gelir: 30,
      gider: 10,
      kar: 20,
      zarar: 0,
      gelir_sayisi: 1,
      gider_sayisi: 3,
    })
    expect(days[1]).toMatchObject({ gelir: 10_005, gider: 100_015, kar: 0, zarar: 90_010 })
    expect(days[2]).toMatchObject({ kar: 0, zarar: 0 })
  })

  test('a month of losses has no profit', () => {
    const costs = Object.fromEntries(Array.from({ length: 31 }, (_, day) => [day + 1, { gider: day + 1 }]))
    const days = dailyFigures(answer(2026, 12, costs))
    expect(days.map((day) => day.zarar)).toEqual(days.map((_, index) => index + 1))
    expect(days.every((day) => day.kar === 0)).toBe(true)
  })

  test('the series are joined by date, whatever their order', () => {
    const sent = answer(2026, 11, {
      5: { kayit: 1, gelir: 1000, gider: 400, gelirSayisi: 1, giderSayisi: 2 },
    })
    const mixed = { ...sent, gunluk_gelir: sent.gunluk_gelir.toReversed(), gunluk_gider_sayisi: [] }
    expect(dailyFigures(mixed)[4]).toMatchObject({
      label: '2026-11-05',
      gelir: 1000,
      gider: 400,
      kar: 600,
      gelir_sayisi: 1,
      gider_sayisi: 0,
    })
  })

  test('profit minus loss always equals income minus expense', () => {
    const kurus = fc.integer({ min: 0, max: 99_999_999_999 })
    fc.assert(
      fc.property(kurus, kurus, (gelir, gider) => {
        const [day] = dailyFigures(answer(2026, 11, { 1: { gelir, gider } }))
        expect(day).toMatchObject({ gelir, gider })
        expect((day?.kar ?? 0) - (day?.zarar ?? 0)).toBe(gelir - gider)
        expect(Math.min(day?.kar ?? 1, day?.zarar ?? 1)).toBe(0)
      }),
    )
  })
})

describe('the end of a line', () => {
  const drawn = (today: string, days = {}) => daysToDraw(dailyFigures(answer(2026, 11, days)), today)

  test('a line ends today, at the end of a past month, and has no points in a future month', () => {
    expect(drawn('2026-11-21')).toBe(21)
    expect(drawn('2026-12-01')).toBe(30)
    expect(drawn('2026-10-31')).toBe(0)
  })

  test('a line continues to the last entry for later days', () => {
    expect(drawn('2026-11-21', { 25: { kayit: 1 } })).toBe(25)
    expect(drawn('2026-10-31', { 2: { gider: 1 } })).toBe(2)
  })

  test('a line has zeros before its end and no value after it', () => {
    const days = dailyFigures(answer(2026, 11, { 2: { gelir: 700 } }))
    expect(lineValues(days, 'gelir', 3).slice(0, 5)).toEqual([0, 700, 0, null, null])
  })
})

test('the busiest days are all that are equal, and an empty month has none', () => {
  const days = dailyFigures(answer(2026, 11, { 3: { kayit: 2 }, 9: { kayit: 5 }, 12: { kayit: 5 } }))
  expect(peakDays(days, 'kayit_sayisi').map(({ label }) => label)).toEqual(['2026-11-09', '2026-11-12'])
  expect(peakDays(dailyFigures(answer(2026, 11)), 'kayit_sayisi')).toEqual([])
})

test('an axis includes zero and every value, and has a length even when all values are zero', () => {
  expect(axisDomain([], 100)).toEqual([0, 100])
  expect(axisDomain([0, 0], 1)).toEqual([0, 1])
  expect(axisDomain([20, 50], 1)).toEqual([0, 50])
  expect(axisDomain([-30, -10], 1)).toEqual([-30, 0])
  expect(axisDomain([5, -3], 1)).toEqual([-3, 5])
})

test('axes and tooltips are in Turkish', () => {
  expect(formatAxisDay('2026-08-05')).toBe('5 Ağu')
  expect(formatFullDay('2026-11-05')).toBe('5 Kasım Perşembe')
  expect([0, 95_000, 1_200_000, -4_000_000, 150_000_000].map(formatAxisTL)).toEqual([
    '₺0',
    '₺950',
    '₺12 bin',
    '−₺40 bin',
    '₺1,5 milyon',
  ])
})

describe('the figures of the cards', () => {
  test('the cards show completed records, and profit as income minus expense', () => {
    const view = statsView({
      ...answer(2026, 11),
      durumlara_gore_kayit: [
        { durum: 'İptal', adet: 4 },
        { durum: 'Tamamlandı', adet: 3 },
      ],
      son_ay_kayit_sayisi: 7,
      son_ay_gelir_kurus: 1010,
      son_ay_gider_kurus: 2030,
      toplam_kayit_sayisi: 90,
      toplam_gelir_kurus: 100_000_025,
      toplam_gider_kurus: 99_999_950,
      en_fazla_islemler: [
        { islem_adi_upper: 'ABS SENSÖRÜ', toplam_islem_adeti: 6 },
        { islem_adi_upper: 'YAĞ', toplam_islem_adeti: 2 },
      ],
      spellings: { 'ABS SENSÖRÜ': 'ABS sensörü' },
    })
    expect(view.month).toEqual({ kayit: 7, tamamlanan: 3, gelir: 1010, gider: 2030, fark: -1020 })
    expect(view.allTime).toEqual({ kayit: 90, gelir: 100_000_025, gider: 99_999_950, fark: 75 })
    expect(view.operations).toEqual([
      { name: 'ABS sensörü', adet: 6 },
      { name: 'YAĞ', adet: 2 },
    ])
  })

  test('a month without completed records shows 0', () => {
    expect(statsView(answer(2026, 11)).month.tamamlanan).toBe(0)
  })

  test('a malformed response is refused (specification §8)', () => {
    const broken = { ...answer(2026, 11), toplam_gelir_kurus: undefined as unknown as number }
    expect(() => statsView(broken)).toThrow(TypeError)
  })
})

describe('the month in the address', () => {
  test('a valid month in the address is used', () => {
    expect(parseStatsSearch({ month: 2, year: '2025', page: 3 })).toEqual({ month: 2, year: 2025 })
    expect(parseStatsSearch({ month: 13, year: 'x' })).toEqual({})
    expect(parseStatsSearch({ month: 0, year: 99 })).toEqual({})
  })

  test('the current month is used when the address names none', () => {
    expect(selectedPeriod({}, '2026-11-21')).toEqual({ kind: 'month', month: 11, year: 2026 })
    expect(selectedPeriod({ month: 3 }, '2026-11-21')).toEqual({ kind: 'month', month: 3, year: 2026 })
    expect(selectedPeriod({ year: 2024 }, '2026-11-21')).toEqual({ kind: 'month', month: 11, year: 2024 })
  })
})
