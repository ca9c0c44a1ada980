import { afterEach, expect, test } from 'vitest'

import { shareMachineAmong, shareOf } from '#server/platform/lib/processes.ts'

afterEach(() => shareMachineAmong(1))

test('several processes share a limit, and each may do at least one thing', () => {
  expect([1, 4, 32].map(shareOf)).toEqual([1, 4, 32])
  shareMachineAmong(3)
  expect([1, 4, 32].map(shareOf)).toEqual([1, 2, 11])
})
