import { describe, expect, test } from 'vitest'

import { changeInPercent, percentChange } from '#client/lib/percent-change.ts'
import { changeInLira, comparedWith, seriesNames } from '#client/features/stats/period-words.ts'
import { periodView, pointsToDraw } from '#client/features/stats/period-view.ts'
import { daysOfSelected, selectedPeriod } from '#shared/stats/selected-period.ts'
import { parseStatsSearch } from '#client/features/stats/stats-search.ts'
import { nameOfPeriod } from '#shared/stats/period-name.ts'
import { comparedPeriods, previousPeriod } from '#shared/stats/period.ts'
import type { PeriodStats } from '#shared/stats/schema.ts'

import { periodAnswer, totalsOf } from './period-answer.ts'

const range = (text: string) => ({ from: text.slice(0, 10), to: text.slice(-10) })
const YEAR = range('2026-01-01…2026-12-31')

describe('the period in the URL', () => {
  test.each([
    [
      { month: '3', year: 2025, period: 'month' },
      { month: 3, year: 2025 },
    ],
    [{ period: 'year' }, { period: 'year' }],
    [
      { period: 'year', year: '2024', month: 5 },
      { period: 'year', year: 2024 },
    ],
    [{ period: 'year', year: 99 }, { period: 'year' }],
    [
      { from: '2026-01-05', to: '2026-02-04', month: 3, period: 'year' },
      { from: '2026-01-05', to: '2026-02-04' },
    ],
    [{ from: '2026-02-05', to: '2026-02-04', month: 3 }, { month: 3 }],
    [{ from: '2026-02-30', to: '2026-03-04' }, {}],
    [{ from: '2026-02-05' }, {}],
    [{ from: '1990-01-01', to: '2026-01-01' }, {}],
  ])('%j is read as %j', (raw, expected) => {
    expect(parseStatsSearch(raw)).toEqual(expected)
  })

  test.each([
    [{}, '2026-11-01…2026-11-30'],
    [{ month: 2, year: 2024 }, '2024-02-01…2024-02-29'],
    [{ period: 'year' as const }, '2026-01-01…2026-12-31'],
    [{ period: 'year' as const, year: 2020 }, '2020-01-01…2020-12-31'],
    [range('2026-01-05…2026-02-04'), '2026-01-05…2026-02-04'],
  ])('%j are the days %s', (search, days) => {
    expect(daysOfSelected(selectedPeriod(search, '2026-11-22'))).toEqual(range(days))
  })
})

test.each([
  ['2026-11-01…2026-11-30', 'Kasım 2026'],
  ['2026-01-01…2026-12-31', '2026 yılı'],
  ['2026-11-05…2026-11-05', '5 Kasım 2026'],
  ['2026-11-05…2026-11-12', '5–12 Kasım 2026'],
  ['2026-01-01…2026-11-22', '1 Ocak – 22 Kasım 2026'],
  ['2025-10-15…2026-11-10', '15 Ekim 2025 – 10 Kasım 2026'],
])('the days %s are named %s', (days, name) => {
  expect(nameOfPeriod(range(days))).toBe(name)
})

test.each([
  ['a running year', '2026-01-01…2026-12-31', 'Geçen yılın aynı günlerine göre'],
  ['an ended year', '2025-01-01…2025-12-31', 'Bir önceki yıla göre'],
  ['a running month', '2026-11-01…2026-11-30', 'Geçen ayın aynı günlerine göre'],
  ['an ended month', '2026-10-01…2026-10-31', 'Bir önceki aya göre'],
  ['any days', '2026-10-05…2026-11-18', 'Önceki 45 güne göre'],
  ['running days', '2026-11-20…2026-11-29', 'Önceki 3 güne göre'],
  ['a single day', '2026-11-20…2026-11-20', 'Önceki güne göre'],
])('%s says what it is compared with', (...[, days, words]) => {
  const compared = comparedPeriods(range(days), '2026-11-22')
  expect(compared && comparedWith(range(days), compared.current)).toBe(words)
})

test.each([
  [112, 100, '%12 fazla'],
  [92, 100, '%8 az'],
  [1350, 100, '%1.250 fazla'],
  [0, 100, '%100 az'],
  [1001, 1000, '%1’den az fark'],
  [5, 5, 'fark yok'],
  [0, 0, 'fark yok'],
  [5, 0, ''],
])('%i against %i is said as %s', (current, previous, words) => {
  expect(changeInPercent(current, previous)).toBe(words)
})

test.each([
  [50_000, -30_000, '₺800 fazla'],
  [-50_000, 30_000, '₺800 az'],
  [-5, -5, 'fark yok'],
])('a profit of %i against %i is said as %s', (current, previous, words) => {
  expect(changeInLira(current, previous)).toBe(words)
})

test('a percentage needs a base above 0', () => {
  expect([percentChange(5, 0), percentChange(5, -5), percentChange(3, 2)]).toEqual([null, null, 50])
})

describe('the view of a period', () => {
  test('the average is that of the records with income', () => {
    const answer = periodAnswer(YEAR)
    const totals = totalsOf(YEAR, { gelir_kurus: 100_000, gelirli_kayit_sayisi: 3, kayit_sayisi: 5 })
    expect(periodView({ ...answer, totals }).figures.ortalama).toBe(33_333)
    expect(periodView(answer).figures.ortalama).toBeNull()
  })

  test('the points of a year stand beside the months of the year before', () => {
    const { points, series, step } = periodView(
      periodAnswer(YEAR, {
        points: { 10: { gelir_kurus: 500, gider_kurus: 800 } },
        previous: { 10: { gelir_kurus: 7 } },
      }),
    )
    expect([points.length, step, series]).toEqual([12, 'month', { current: '2026', previous: '2025' }])
    expect(points[10]).toMatchObject({ from: '2026-11-01', gelir: 500, kar: 0, zarar: 300 })
    expect(points[10]?.previous).toMatchObject({ name: 'Kasım 2025', gelir: 7 })
  })

  test('a day that the month before does not have stands alone', () => {
    const { points, series } = periodView(periodAnswer(range('2026-03-01…2026-03-31')))
    expect(series).toEqual({ current: 'Mart', previous: 'Şubat' })
    expect(points.map(({ previous }) => previous === null).lastIndexOf(false)).toBe(27)
  })

  test('the series of other days are named by their number', () => {
    const days = range('2026-10-05…2026-11-18')
    expect(seriesNames(days, previousPeriod(days) ?? undefined)).toEqual({
      current: 'Seçilen günler',
      previous: 'Önceki 45 gün',
    })
  })

  test('the parts of an income have their share, the rest is the last, and no make has a name', () => {
    const { makes, operations } = periodView({
      ...periodAnswer(YEAR),
      income_by_make: {
        top: [
          { name: 'Fiat', gelir_kurus: 600 },
          { name: '', gelir_kurus: 300 },
        ],
        rest: { names: 4, gelir_kurus: 100 },
      },
    })
    expect(makes).toEqual([
      { name: 'Fiat', gelir: 600, percent: 60, isRest: false },
      { name: 'Belirtilmemiş', gelir: 300, percent: 30, isRest: false },
      { name: 'Diğer (4 marka)', gelir: 100, percent: 10, isRest: true },
    ])
    expect(operations).toEqual([])
  })

  test('a line ends with today, or with the last entry', () => {
    const { points } = periodView(periodAnswer(YEAR))
    expect(pointsToDraw(points, '2026-11-22')).toBe(11)
    expect(pointsToDraw(points, '2025-12-31')).toBe(0)
    const ahead = periodView(periodAnswer(YEAR, { points: { 11: { kayit_sayisi: 1 } } }))
    expect(pointsToDraw(ahead.points, '2026-11-22')).toBe(12)
  })

  test('a malformed response is a failure', () => {
    expect(() => periodView({} as PeriodStats)).toThrow(TypeError)
    const answer = periodAnswer(YEAR)
    const totals = { ...answer.totals, gelir_kurus: undefined as unknown as number }
    expect(() => periodView({ ...answer, totals })).toThrow(TypeError)
  })
})
