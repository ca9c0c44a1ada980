import { once } from 'node:events'

import { afterEach, describe, expect, test, vi } from 'vitest'

import { type HousekeepingStep, startHousekeeping } from '#server/commands/jobs/housekeeping.ts'
import { purgeInBatches } from '#server/platform/core/purge.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { recordingLog } from '#tests/support/panel/log.ts'

const db = await testDatabase()
afterEach(() => void vi.useRealTimers())

const step = (name: string, run: HousekeepingStep['run']): HousekeepingStep => ({ name, run })

describe('housekeeping', () => {
  test('every step runs although one fails, and the failed one is named', async () => {
    const { lines, log } = recordingLog()
    const done: string[] = []
    const housekeeping = startHousekeeping(db, log, [
      step('first', async () => done.push('first')),
      step('broken', () => Promise.reject(new Error('no such luck'))),
      step('last', async () => done.push('last')),
    ])
    await vi.waitFor(() => expect(done).toEqual(['first', 'last']))
    expect(lines).toEqual([expect.objectContaining({ level: 50, step: 'broken' })])
    await housekeeping.stop()
  })

  test('housekeeping can be stopped while a step hangs; it names the step and begins no other', async () => {
    const { lines, log } = recordingLog()
    const begun = vi.fn<() => Promise<void>>()
    let release = () => {}
    const hanging = vi.fn<() => Promise<void>>(() => new Promise<void>((resolve) => (release = resolve)))
    const steps = [step('hanging', hanging), step('next', begun)]
    const housekeeping = startHousekeeping(db, log, steps)
    await vi.waitFor(() => expect(hanging).toHaveBeenCalled())
    vi.useFakeTimers()
    const stopped = housekeeping.stop()
    // Node reads arrived data first, which takes one more turn of the event loop.
    await vi.advanceTimersByTimeAsync(2_001)
    await stopped
    expect(lines).toEqual([expect.objectContaining({ level: 40, step: 'hanging' })])
    release()
    await vi.advanceTimersByTimeAsync(86_400_000)
    expect(begun).not.toHaveBeenCalled()
  })

  test('an hourly step runs each hour, the others once a day', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { log } = recordingLog()
    const runs = { hourly: 0, daily: 0 }
    const housekeeping = startHousekeeping(db, log, [
      { ...step('hourly', async () => (runs.hourly += 1)), isHourly: true },
      step('daily', async () => (runs.daily += 1)),
    ])
    vi.advanceTimersByTime(23.5 * 3_600_000)
    await vi.waitFor(() => expect(runs).toEqual({ hourly: 24, daily: 1 }), { timeout: 10_000 })
    vi.advanceTimersByTime(3_600_000)
    await vi.waitFor(() => expect(runs).toEqual({ hourly: 25, daily: 2 }), { timeout: 10_000 })
    await housekeeping.stop()
  })

  test('a step that stops on request is no error', async () => {
    const { lines, log } = recordingLog()
    const begun = vi.fn<() => void>()
    const run: HousekeepingStep['run'] = async (_db, _now, stop) => {
      begun()
      await once(stop, 'abort')
      stop.throwIfAborted()
    }
    const housekeeping = startHousekeeping(db, log, [{ name: 'long', run }])
    await vi.waitFor(() => expect(begun).toHaveBeenCalled())
    await housekeeping.stop()
    expect(lines).toEqual([])
  })
})

test('purging stops after the batch in which the stop is requested', async () => {
  const stop = new AbortController()
  const remove = vi.fn<(limit: number) => Promise<number>>((limit) => {
    stop.abort()
    return Promise.resolve(limit)
  })
  expect(await purgeInBatches(remove, stop.signal)).toBe(1_000)
  expect(remove).toHaveBeenCalledTimes(1)
})
