import { expect, test } from 'vitest'

import { createRateLimit } from '#server/platform/lib/rate-limit.ts'

const at = (seconds: number) => new Date(1_800_000_000_000 + seconds * 1_000)

test('a key makes its calls and then waits for the end of its window', () => {
  const limit = createRateLimit({ calls: 2, ms: 60_000 })
  expect([limit('a', at(0)), limit('a', at(10)), limit('a', at(20))]).toEqual([0, 0, 40])
  expect(limit('b', at(20))).toBe(0)
  expect([limit('a', at(60)), limit('a', at(61)), limit('a', at(62))]).toEqual([0, 0, 58])
})

test('a clock that was set back blocks no key for long', () => {
  const limit = createRateLimit({ calls: 1, ms: 60_000 })
  limit('a', at(86_400))
  expect(limit('a', at(0))).toBe(0)
})

test('many keys do not fill the memory, and the oldest window is forgotten first', () => {
  const limit = createRateLimit({ calls: 1, ms: 60_000 })
  for (let key = 0; key < 10_001; key += 1) limit(String(key), at(0))
  expect([limit('10000', at(1)), limit('0', at(1))]).toEqual([59, 0])
})
