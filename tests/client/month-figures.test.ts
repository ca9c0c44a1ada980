import { describe, expect, test } from 'vitest'

import type { ComparedStats } from '#shared/stats/schema.ts'

import {
  comparedIncome,
  incomeLines,
  monthResult,
  monthView,
} from '#client/features/dashboard/month-figures.ts'

import { answer } from './stats-answer.ts'

const period = (from: string, to: string, gelir_kurus: number) => ({
  from,
  to,
  gelir_kurus,
  gider_kurus: 0,
  kayit_sayisi: 0,
  tamamlanan_sayisi: 0,
})
const compared = (now: number, before: number) =>
  comparedIncome({
    comparison: {
      current: period('2026-11-01', '2026-11-20', now),
      previous: period('2026-10-01', '2026-10-20', before),
      previous_gelir: [],
    },
  })

describe('the income beside the same days of the last month', () => {
  test.each([
    { now: 21_456_000, before: 18_390_000, words: '%17 fazla', isMore: true },
    { now: 50_000, before: 100_000, words: '%50 az', isMore: false },
    { now: 100_001, before: 100_000, words: '%1’den az fark', isMore: true },
    { now: 100_000, before: 0, words: '', isMore: true },
    { now: 1_334_000, before: 100_000, words: '%1.234 fazla', isMore: true },
    { now: 0, before: 0, words: 'fark yok', isMore: false },
  ])('$now against $before kuruş: “$words”', ({ now, before, words, isMore }) => {
    const days = '1–20 Kasım'
    expect(compared(now, before)).toEqual({ days, current: now, previous: before, words, isMore })
  })

  test('the first day of a month is one day', () => {
    const one = period('2026-11-01', '2026-11-01', 5)
    expect(comparedIncome({ comparison: { current: one, previous: one, previous_gelir: [] } })?.days).toBe(
      '1 Kasım',
    )
  })

  test('without a month before there is nothing to compare', () => {
    expect(comparedIncome({ comparison: null })).toBe(null)
  })
})

test.each([
  { gelir: 100, gider: 40, label: 'Kâr', kurus: 60, className: 'text-success' },
  { gelir: 40, gider: 100, label: 'Zarar', kurus: 60, className: 'text-destructive' },
  { gelir: 40, gider: 40, label: 'Kâr', kurus: 0, className: 'text-success' },
  { gelir: 0, gider: 0, label: 'Kâr / zarar', kurus: 0, className: undefined },
])('an income of $gelir and an expense of $gider are shown as $label', ({ gelir, gider, ...shown }) => {
  expect({ className: undefined, ...monthResult({ gelir, gider }) }).toEqual(shown)
})

test('a malformed response is an error, which the screen shows as a failed load', () => {
  expect(() => monthView({} as ComparedStats, '2026-11-03')).toThrow(TypeError)
})

describe('the lines of the income', () => {
  const days = [5, 0, 7, 100].map((tutar_kurus, index) => ({ label: `2026-11-0${index + 1}`, tutar_kurus }))

  test('this month is added up until today', () => {
    const { current, previous } = incomeLines({ gunluk_gelir: days, comparison: null }, '2026-11-03')
    expect([current, previous]).toEqual([[5, 5, 12], []])
  })

  test('the month before is added up to its end, and the longer month decides the width', () => {
    const comparison = {
      current: period('2026-11-01', '2026-11-03', 12),
      previous: period('2026-10-01', '2026-10-03', 30),
      previous_gelir: [
        { label: '2026-10-31', tutar_kurus: 8 },
        { label: '2026-10-02', tutar_kurus: 30 },
      ],
    }
    const lines = incomeLines({ gunluk_gelir: days, comparison }, '2026-11-03')
    expect(lines.days).toBe(31)
    expect(lines.previous).toEqual([0, ...Array.from({ length: 29 }, () => 30), 38])
  })
})

test('today has its own income, expense and number of records', () => {
  const stats = answer(2026, 11, { 3: { gelir: 500, gider: 200, kayit: 2 }, 4: { gelir: 9 } })
  expect(monthView(stats, '2026-11-03').today).toEqual({ gelir: 500, gider: 200, kayit: 2 })
})
