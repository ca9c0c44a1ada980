import * as fc from '#tests/support/setup/fast-check.ts'
import { describe, expect, test } from 'vitest'

import { daysOfMonth, firstOfMonth, monthOf, previousMonth } from '#shared/date.ts'
import { comparedDays } from '#shared/stats/rules.ts'

const compared = (year: number, month: number, today: string) => {
  const days = comparedDays({ year, month }, today)
  return days && [days.current, days.previous].map(({ from, to }) => `${from}…${to}`)
}

describe('the period with which a month is compared', () => {
  test.each([
    ['running: the same days', '2026-11-22', '2026-11-01…2026-11-22', '2026-10-01…2026-10-22'],
    ['its first day', '2026-11-01', '2026-11-01…2026-11-01', '2026-10-01…2026-10-01'],
    ['its last day, still day by day', '2026-11-30', '2026-11-01…2026-11-30', '2026-10-01…2026-10-30'],
    ['ended: whole months', '2026-11-01', '2026-10-01…2026-10-31', '2026-09-01…2026-09-30'],
    ['ended long ago', '2026-11-22', '2024-02-01…2024-02-29', '2024-01-01…2024-01-31'],
    ['31 days, compared with 30', '2026-10-31', '2026-10-01…2026-10-31', '2026-09-01…2026-09-30'],
    ['30 March, compared with February', '2026-03-30', '2026-03-01…2026-03-30', '2026-02-01…2026-02-28'],
    ['29 March of a leap year', '2028-03-29', '2028-03-01…2028-03-29', '2028-02-01…2028-02-29'],
    ['January, compared with December', '2026-01-05', '2026-01-01…2026-01-05', '2025-12-01…2025-12-05'],
  ])('the compared period of %s', (...[, today, current, previous]) => {
    const { year, month } = monthOf(current.slice(0, 10))
    expect(compared(year, month, today)).toEqual([current, previous])
  })

  test('a month that has not begun is compared with nothing', () => {
    expect(compared(2026, 12, '2026-11-30')).toBeNull()
    expect(compared(2027, 1, '2026-11-22')).toBeNull()
  })

  test('the first possible month is compared with nothing', () => {
    expect(compared(1900, 1, '2026-11-22')).toBeNull()
  })

  test('both periods begin on the 1st and are equally long, or cover the whole shorter month', () => {
    const day = fc.integer({ min: 0, max: 200 * 365 }).map((days) => {
      return new Date(Date.UTC(1901, 0, 1 + days)).toISOString().slice(0, 10)
    })
    fc.assert(
      fc.property(day, (today) => {
        const month = monthOf(today)
        const days = comparedDays(month, today)
        const before = previousMonth(month)
        const count = Math.min(Number(today.slice(8)), daysOfMonth(before.year, before.month).length)
        expect(days?.current).toEqual({ from: firstOfMonth(today), to: today })
        expect(days?.previous.from).toBe(daysOfMonth(before.year, before.month)[0])
        expect(days?.previous.to).toBe(daysOfMonth(before.year, before.month)[count - 1])
      }),
    )
  })
})
