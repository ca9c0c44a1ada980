import { afterEach, expect, test } from 'vitest'

import { shareOfRequests } from '#server/db/limits.ts'
import { shareMachineAmong, shareOf } from '#server/lib/processes.ts'

afterEach(() => shareMachineAmong(1))

test('several processes share a limit, and each may do at least one thing', () => {
  expect([1, 4, 32].map(shareOf)).toEqual([1, 4, 32])
  shareMachineAmong(3)
  expect([1, 4, 32].map(shareOf)).toEqual([1, 2, 11])
})

test('several processes share the connections for requests, and each has at least four', () => {
  expect([1, 2, 3, 16].map((processes) => shareOfRequests(processes).connections)).toEqual([10, 5, 4, 4])
})
