import { describe, expect, test } from 'vitest'

import { monthFiles } from '#client/features/cash/month-files.ts'
import { parseMonthSearch } from '#client/features/cash/month-search.ts'
import { isUnfinished, nextMonth, shownMonth } from '#client/features/cash/shown-month.ts'
import { previousMonth } from '#shared/date.ts'
import { OWNER_RIGHTS, rightsOf } from '#shared/staff/rights.ts'
import * as fc from '#tests/support/setup/fast-check.ts'

describe('the month of the address', () => {
  test.each([
    [
      { month: '11', year: '2026' },
      { month: 11, year: 2026 },
    ],
    [
      { month: 1, year: 2025, no: 3 },
      { month: 1, year: 2025 },
    ],
    [{ month: '11' }, { month: 11 }],
    [{ month: '13', year: '2026' }, { year: 2026 }],
    [{ month: '0', year: 'x' }, {}],
  ])('%j is read as %j', (raw, search) => {
    expect(parseMonthSearch(raw)).toEqual(search)
  })

  test('is shown whatever the day is', () => {
    expect(shownMonth({ month: 2, year: 2020 }, '2026-11-03')).toEqual({ month: 2, year: 2020 })
    expect(shownMonth({ month: 2 }, '2026-11-03')).toEqual({ month: 2, year: 2026 })
    expect(shownMonth({ year: 2020 }, '2026-11-03')).toEqual({ month: 10, year: 2026 })
  })
})

test.each([
  ['2026-11-01', { month: 10, year: 2026 }],
  ['2026-11-10', { month: 10, year: 2026 }],
  ['2026-11-11', { month: 11, year: 2026 }],
  ['2026-11-30', { month: 11, year: 2026 }],
  ['2027-01-10', { month: 12, year: 2026 }],
])('without an address %s shows %j, the month before until the tenth', (today, month) => {
  expect(shownMonth({}, today)).toEqual(month)
})

test.each([
  [{ month: 10, year: 2026 }, false],
  [{ month: 11, year: 2025 }, false],
  [{ month: 11, year: 2026 }, true],
  [{ month: 1, year: 2027 }, true],
])('on 29 November 2026 %j is unfinished: %j', (month, isRunning) => {
  expect(isUnfinished(month, '2026-11-29')).toBe(isRunning)
})

test('the month after is the one whose month before it is', () => {
  const month = fc.record({
    month: fc.integer({ min: 1, max: 12 }),
    year: fc.integer({ min: 1900, max: 2200 }),
  })
  fc.assert(
    fc.property(month, (one) => {
      expect(previousMonth(nextMonth(one))).toEqual(one)
    }),
  )
})

describe('the files of a month', () => {
  const filesFor = (rights: typeof OWNER_RIGHTS) => monthFiles({ month: 11, year: 2026 }, rights)

  test('are all of them, also as one archive, for the owner', () => {
    const files = filesFor(OWNER_RIGHTS)
    expect(files.map(({ path }) => path)).toEqual([
      'month',
      'journal',
      'payments',
      'expense',
      'day-ends',
      'stats',
    ])
    expect(files[1]).toMatchObject({
      title: 'Döküm, Kasım 2026',
      params: { month: 11, year: 2026, sort: undefined, dir: undefined },
    })
    expect(files[3]?.params).toMatchObject({ sort: 'spend_date', dir: 'asc' })
  })

  test('are only lists for a desk that does not see the month’s money', () => {
    const desk = rightsOf({ role: 'desk', sees_figures: false })
    expect(filesFor(desk).map(({ path }) => path)).toEqual(['kayit', 'payments', 'day-ends'])
  })
})
