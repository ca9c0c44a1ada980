import { describe, expect, test } from 'vitest'

import { clockOf, minuteOf } from '#shared/clock.ts'
import * as fc from '#tests/support/setup/fast-check.ts'

describe('a time of the day', () => {
  test('is read as it is written', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_439 }), (minute) => {
        expect(minuteOf(clockOf(minute))).toBe(minute)
      }),
    )
  })

  test.each([
    ['9', 540],
    ['0930', 570],
    ['09.30', 570],
  ])('%j is typed quickly', (text, minute) => {
    expect(minuteOf(text)).toBe(minute)
  })

  test.each(['24:00', '12:60', 'akşam', ''])('%j is none', (text) => {
    expect(minuteOf(text)).toBeNull()
  })
})
