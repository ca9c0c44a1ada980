import * as fc from '#tests/support/setup/fast-check.ts'
import { describe, expect, test } from 'vitest'

import { addDays } from '#shared/date.ts'
import { licenseState } from '#shared/license.ts'

const today = '2026-11-21'
const at = (daysLeft: number) => licenseState({ endDate: addDays(today, daysLeft), today })

describe('the state of a licence', () => {
  test.each([
    [-400, 'danger', 'Lisans süresi dolmuş.', 0],
    [-1, 'danger', 'Lisans süresi dolmuş.', 0],
    [0, 'danger', 'Son 7 gün – yenileme zamanı.', 0],
    [1, 'danger', 'Son 7 gün – yenileme zamanı.', 1],
    [7, 'danger', 'Son 7 gün – yenileme zamanı.', 7],
    [8, 'warning', 'Son 30 gün – plan yap.', 8],
    [30, 'warning', 'Son 30 gün – plan yap.', 30],
    [31, 'success', 'Lisans aktif.', 31],
    [3650, 'success', 'Lisans aktif.', 3650],
  ])('the state %d days before the end', (left, ...[tone, message, daysLeft]) => {
    expect(at(left)).toMatchObject({ tone, message, daysLeft })
  })

  test('a licence without an end date has no days to count', () => {
    expect(licenseState({ endDate: null, today })).toEqual({
      tone: 'neutral',
      message: 'Lisans bilgisi yok.',
      daysLeft: null,
      percentUsed: null,
    })
  })

  test.each([
    ['2025-12-31', '2025-01-01', 0],
    ['2025-12-31', '2025-07-02', 50],
    ['2025-12-31', '2025-12-30', 100],
    ['2025-12-31', '2025-12-31', 100],
    ['2025-12-31', '2026-11-21', 100],
    ['2027-12-31', '2026-11-21', 63],
    ['2025-12-31', '2024-06-01', 0],
    ['2025-01-01', '2024-06-01', 100],
    ['2020-05-05', '2026-11-21', 100],
    ['2020-05-05', '2020-01-01', 100],
  ])('for a licence until %s, on %s %d percent are used', (endDate, today, percent) => {
    expect(licenseState({ endDate, today }).percentUsed).toBe(percent)
  })

  test('the used percentage is an integer from 0 to 100 and never falls from one day to the next', () => {
    const days = fc.integer({ min: -5000, max: 50_000 }).map((n) => addDays('2025-01-01', n))
    fc.assert(
      fc.property(days, days, (endDate, today) => {
        const used = licenseState({ endDate, today }).percentUsed ?? Number.NaN
        const tomorrow = licenseState({ endDate, today: addDays(today, 1) }).percentUsed ?? Number.NaN
        expect(used).toBe(Math.trunc(used))
        expect(used >= 0 && used <= tomorrow && tomorrow <= 100).toBe(true)
      }),
    )
  })
})
