import { describe, expect, test } from 'vitest'

import { addDays, type Day, daysBetween, firstOfMonth } from '#shared/date.ts'
import {
  canBeAutomatic,
  dueDayIn,
  dueMonths,
  firstProposedMonth,
  hasOtherValues,
  isStoredByItself,
  monthAfter,
} from '#shared/expense/repetition.ts'
import * as fc from '#tests/support/setup/fast-check.ts'

const rhythm = (day_of_month: number, first_month: Day, is_automatic = false) => ({
  day_of_month,
  first_month,
  is_automatic,
})
const NONE = new Set<Day>()
const daysOf = (...args: Parameters<typeof dueMonths>) => dueMonths(...args).map(({ day }) => day)

describe('the day of a month', () => {
  test.each([
    ['2026-02-01', 31, '2026-02-28'],
    ['2028-02-01', 30, '2028-02-29'],
    ['2026-11-01', 31, '2026-11-30'],
    ['2026-12-01', 31, '2026-12-31'],
    ['2026-12-01', 1, '2026-12-01'],
  ])('of %s for day %i is %s', (month, day, expected) => {
    expect(dueDayIn(month, day)).toBe(expected)
  })

  test('is in its month', () => {
    const anyDay = fc.integer({ min: 0, max: 60_000 }).map((days) => addDays('1990-01-01', days))
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 1, max: 31 }), (day, of) => {
        const due = dueDayIn(firstOfMonth(day), of)
        expect(firstOfMonth(due)).toBe(firstOfMonth(day))
        expect(Number(due.slice(8))).toBeLessThanOrEqual(of)
        expect(addDays(due, 1) === monthAfter(day) || Number(due.slice(8)) === of).toBe(true)
      }),
    )
  })
})

describe('the due months', () => {
  test('begin with the first month and end with the last day that has come', () => {
    expect(daysOf(rhythm(5, '2026-10-01'), NONE, '2026-12-04')).toEqual(['2026-10-05', '2026-11-05'])
    expect(daysOf(rhythm(5, '2026-10-01'), NONE, '2026-12-05')).toEqual([
      '2026-10-05',
      '2026-11-05',
      '2026-12-05',
    ])
    expect(daysOf(rhythm(5, '2027-01-01'), NONE, '2026-12-05')).toEqual([])
  })

  test('are without those that are done', () => {
    expect(daysOf(rhythm(31, '2026-10-01'), new Set(['2026-11-01']), '2026-12-31')).toEqual([
      '2026-10-31',
      '2026-12-31',
    ])
  })

  test('are the last twelve at most', () => {
    const days = daysOf(rhythm(1, '2020-01-01'), NONE, '2026-12-01')
    expect(days).toHaveLength(12)
    expect(days[0]).toBe('2026-01-01')
    expect(firstProposedMonth('2026-11-15')).toBe('2025-12-01')
  })

  test('are each of the twelve once, in order, and none of them later than today', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4_000 }).map((days) => addDays('2024-01-01', days)),
        fc.integer({ min: 0, max: 4_000 }).map((days) => firstOfMonth(addDays('2024-01-01', days))),
        fc.integer({ min: 1, max: 31 }),
        (today, first, day) => {
          const due = dueMonths(rhythm(day, first), NONE, today)
          const months = due.map(({ month }) => month)
          expect(months).toEqual([...new Set(months)].sort())
          expect(due.every((one) => one.day <= today && one.month >= first)).toBe(true)
          const next = months.slice(-1).map((last) => dueDayIn(monthAfter(last), day))
          expect(next.filter((one) => one <= today)).toEqual([])
          expect(months.length).toBeLessThanOrEqual(12)
        },
      ),
    )
  })
})

test('an automatic month is stored by itself within 31 days, and proposed later', () => {
  const automatic = rhythm(1, '2026-01-01', true)
  const today = '2026-12-02'
  for (const [day, isStored] of [
    ['2026-12-01', true],
    ['2026-11-01', true],
    ['2026-10-31', false],
  ] as const) {
    expect(daysBetween(day, today)).toBeGreaterThanOrEqual(0)
    expect(isStoredByItself(automatic, { day }, today)).toBe(isStored)
    expect(isStoredByItself({ is_automatic: false }, { day }, today)).toBe(false)
  }
})

test('cash is never stored by itself', () => {
  expect(
    (['cash', 'card', 'transfer', 'deferred', null] as const).map((method) => canBeAutomatic({ method })),
  ).toEqual([false, true, true, true, true])
})

test('an expense with another amount has other values than its repetition', () => {
  const rent = { title: 'Kira', amount_kurus: 100, method: null, category: '', vat_rate: null, note: '' }
  expect(hasOtherValues(rent, { ...rent })).toBe(false)
  expect(hasOtherValues({ ...rent, amount_kurus: 101 }, rent)).toBe(true)
  expect(hasOtherValues({ ...rent, note: 'Zamlı' }, rent)).toBe(true)
})
