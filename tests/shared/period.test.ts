import { expect, test } from 'vitest'

import { periodRange } from '#shared/period.ts'

const TODAY = '2026-11-21'

test.each([
  [{}, null],
  [{ month: null, year: null }, null],
  [
    { month: 11, year: 2025 },
    { from: '2025-11-01', until: '2025-12-01' },
  ],
  [
    { month: 12, year: 2025 },
    { from: '2025-12-01', until: '2026-01-01' },
  ],
  [
    { month: 2, year: 2024 },
    { from: '2024-02-01', until: '2024-03-01' },
  ],
  [{ year: 2025 }, { from: '2025-01-01', until: '2026-01-01' }],
  [
    { year: 2200, month: null },
    { from: '2200-01-01', until: '2201-01-01' },
  ],
  [{ month: 3 }, { from: '2026-03-01', until: '2026-04-01' }],
  [
    { month: 12, year: null },
    { from: '2026-12-01', until: '2027-01-01' },
  ],
])('the period %j covers the days %j', (period, range) => {
  expect(periodRange(period, TODAY)).toEqual(range)
})
