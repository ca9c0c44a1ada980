import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { Pauses } from '#server/platform/db/pauses.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

const wait = (ms: number) => void vi.advanceTimersByTime(ms)

test('one that is certain to fail again begins a pause at once, others after three in a row', () => {
  const pauses = new Pauses()
  pauses.failed({ atOnce: false })
  pauses.failed({ atOnce: false })
  pauses.succeeded()
  pauses.failed({ atOnce: false })
  pauses.failed({ atOnce: false })
  expect(pauses.isOver()).toBe(true)
  pauses.failed({ atOnce: false })
  expect(pauses.isOver()).toBe(false)
  const other = new Pauses()
  other.failed({ atOnce: true })
  expect(other.isOver()).toBe(false)
})

test('a pause ends with a look that succeeds, and doubles with one that does not, up to ten seconds', async () => {
  const pauses = new Pauses()
  const isDueAfter = (ms: number) => {
    wait(ms - 1)
    const early = pauses.isDue()
    wait(1)
    return [early, pauses.isDue()]
  }
  pauses.failed({ atOnce: true })
  for (const ms of [250, 500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000]) {
    expect(isDueAfter(ms)).toEqual([false, true])
    await pauses.whileLooking(() => Promise.resolve(false))
    expect(pauses.isOver()).toBe(false)
  }
  wait(10_000)
  await pauses.whileLooking(() => Promise.resolve(true))
  expect(pauses.isOver()).toBe(true)
  pauses.failed({ atOnce: true })
  expect(isDueAfter(250)).toEqual([false, true])
})

test('one looks at a time, and those who fail beside do not lengthen the pause', async () => {
  const pauses = new Pauses()
  pauses.failed({ atOnce: true })
  pauses.failed({ atOnce: true })
  wait(250)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const looking = pauses.whileLooking(() => promise)
  expect(pauses.isDue()).toBe(false)
  resolve(true)
  await looking
  expect([pauses.isOver(), pauses.isDue()]).toEqual([true, true])
})
