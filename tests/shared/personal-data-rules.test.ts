import * as fc from '#tests/support/setup/fast-check.ts'
import { describe, expect, test } from 'vitest'

import { daysBetween } from '#shared/date.ts'
import {
  dueDay,
  isOverdue,
  maskedNumber,
  monthsInDays,
  requestProblem,
  yearsBefore,
} from '#shared/personal-data/rules.ts'

test('a request is answered within thirty days, the last one included', () => {
  expect(dueDay('2026-11-01')).toBe('2026-12-01')
  const request = { received_on: '2026-11-01', answered_on: null }
  expect([isOverdue(request, '2026-12-01'), isOverdue(request, '2026-12-02')]).toEqual([false, true])
  expect(isOverdue({ ...request, answered_on: '2027-01-01' }, '2027-02-01')).toBe(false)
})

test('a request has a day, and no answer before it', () => {
  expect(requestProblem({ received_on: null, answered_on: null })?.field).toBe('received_on')
  expect(requestProblem({ received_on: '2026-11-02', answered_on: '2026-11-01' })?.field).toBe('answered_on')
  expect(requestProblem({ received_on: '2026-11-02', answered_on: '2026-11-02' })).toBeNull()
})

test('years before a day is the same day; of a leap day the last one of February', () => {
  expect(yearsBefore('2026-11-21', 10)).toBe('2016-11-21')
  expect(yearsBefore('2028-02-29', 5)).toBe('2023-02-28')
  expect(yearsBefore('2028-02-29', 4)).toBe('2024-02-29')
})

test('two years are 730 days, six months half a year', () => {
  expect([24, 12, 120, 6].map(monthsInDays)).toEqual([730, 365, 3_650, 183])
  expect(daysBetween('2024-11-21', '2026-11-21')).toBe(730)
})

describe('a masked number', () => {
  test('keeps three digits on either side', () => {
    expect(maskedNumber('12345678901')).toBe('123•••••901')
    expect(maskedNumber('1234567890')).toBe('123••••890')
    expect(maskedNumber(' 123 456 789 01')).toBe('123•••••901')
    expect(maskedNumber('')).toBe('')
    expect(maskedNumber('123456')).toBe('••••••')
  })

  test('never shows more than six characters of any text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const shown = Array.from(maskedNumber(text)).filter((sign) => sign !== '•')
        expect(shown.length).toBeLessThanOrEqual(6)
      }),
    )
  })
})
