import * as fc from '#tests/support/setup/fast-check.ts'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { runAsCaller, currentCaller } from '#server/platform/lib/caller.ts'
import { createSemaphore, exceedsShare } from '#server/platform/lib/semaphore.ts'
import { AppError } from '#shared/errors.ts'
import { expectRefusal } from '#tests/support/rows/refusal.ts'

afterEach(() => {
  vi.useRealTimers()
})

describe('a semaphore', () => {
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

  test('a semaphore runs up to its limit, queues up to its limit in order, and refuses the rest', async () => {
    const { run } = createSemaphore({ permits: 2, maxQueued: 3 })
    const started: number[] = []
    const finish: (() => void)[] = []
    const work = (number: number) =>
      run(async () => {
        started.push(number)
        await new Promise<void>((resolve) => finish.push(resolve))
        return number
      })
    const admitted = [1, 2, 3, 4, 5].map(work)
    await expectRefusal(work(6), {
      code: 'UNAVAILABLE',
      message: 'Sistem şu anda yanıt veremiyor. Lütfen biraz sonra tekrar deneyin.',
    })
    await expect(work(7)).rejects.toMatchObject({ retryAfter: 2 })
    expect(started).toEqual([1, 2])
    finish.shift()?.()
    await turn()
    expect(started).toEqual([1, 2, 3])
    const eighth = work(8)
    while (finish.length > 0) {
      finish.shift()?.()
      await turn()
    }
    expect(await Promise.all([...admitted, eighth])).toEqual([1, 2, 3, 4, 5, 8])
    expect(started).toEqual([1, 2, 3, 4, 5, 8])
  })

  test('a permit is released after a failure', async () => {
    const { run } = createSemaphore({ permits: 1, maxQueued: 0 })
    for (let count = 0; count < 3; count++)
      await expect(run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await run(() => Promise.resolve('in'))).toBe('in')
  })

  test('a caller that waited too long is refused, and the permit goes to the next one', async () => {
    vi.useFakeTimers()
    const late = new Error('late')
    const { acquire } = createSemaphore({ permits: 1, refusal: () => late })
    const release = await acquire(1_000)
    const tooLong = acquire(1_000).catch((error: unknown) => error)
    const patient = acquire(5_000)
    await vi.advanceTimersByTimeAsync(1_001)
    expect(await tooLong).toBe(late)
    release()
    release()
    const next = await patient
    const waiting = acquire()
    next()
    expect(await waiting).toEqual(expect.any(Function))
  })
})

describe('a semaphore whose callers take turns', () => {
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

  test('many calls of one caller delay another by one of them', async () => {
    const { acquire, load } = createSemaphore({ permits: 1, keyOf: currentCaller })
    const release = await acquire()
    const served: string[] = []
    const call = async (name: string) => {
      const done = await acquire()
      served.push(name)
      done()
    }
    const busy = runAsCaller('busy', () => Array.from({ length: 300 }, (_, index) => call(`busy ${index}`)))
    const others = runAsCaller('other', () => [call('other 0'), call('other 1')])
    expect(load('other')).toMatchObject({ inUse: 1, waiting: 302, own: 2, keys: 2 })
    expect(load('new')).toMatchObject({ inUse: 1, waiting: 302, own: 0, keys: 3 })
    release()
    await Promise.all([...busy, ...others])
    expect(served.slice(0, 5)).toEqual(['busy 0', 'other 0', 'busy 1', 'other 1', 'busy 2'])
    expect(served.filter((name) => name.startsWith('busy'))).toEqual(busy.map((_, index) => `busy ${index}`))
    expect(load()).toMatchObject({ inUse: 0, waiting: 0, own: 0, keys: 1 })
  })

  test('a caller holds its share at most, and the rest is free for others', async () => {
    const { acquire, load } = createSemaphore({ permits: 3, perKey: 2, keyOf: currentCaller })
    const by = (caller: string) => runAsCaller(caller, () => acquire())
    const held = [await by('busy'), await by('busy')]
    const third = by('busy')
    expect(load('busy')).toMatchObject({ inUse: 2, waiting: 1, own: 1, keys: 1 })
    const other = await by('other')
    other()
    expect(load('busy')).toMatchObject({ inUse: 2, waiting: 1, own: 1, keys: 1 })
    held[0]?.()
    for (const release of [held[1], await third]) release?.()
    expect(load()).toMatchObject({ inUse: 0, waiting: 0, own: 0, keys: 1 })
    // Work without a caller counts for no share.
    for (const release of [await acquire(), await acquire(), await acquire()]) release()
    expect(load().inUse).toBe(0)
  })

  test('a full queue has room for a caller with less than his share, and an end', async () => {
    const { acquire, load } = createSemaphore({ permits: 1, maxQueued: 4, keyOf: currentCaller })
    await acquire()
    const by = (caller: string) => runAsCaller(caller, () => acquire())
    const answer = (caller: string) => by(caller).catch((error: AppError) => error.code)
    for (let count = 0; count < 4; count++) void by('busy')
    expect(await answer('busy')).toBe('UNAVAILABLE')
    void by('other')
    expect(await answer('busy')).toBe('UNAVAILABLE')
    for (let count = 0; count < 11; count++) void by(`one of many ${count}`)
    expect(load().waiting).toBe(16)
    expect(await answer('busy')).toBe('UNAVAILABLE')
    expect(await answer('newest')).toBe('UNAVAILABLE')
  })

  const caller = fc.constantFrom('a', 'b', 'c')
  const call = fc.record({ caller, waitMs: fc.option(fc.integer({ min: 1, max: 20 }), { nil: undefined }) })

  test('every call gets a permit or is refused in time, and all permits come back', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const calls = fc.array(fc.record({ call, holdMs: fc.integer({ min: 0, max: 9 }) }), { maxLength: 40 })
    const property = fc.asyncProperty(calls, fc.integer({ min: 1, max: 3 }), async (calls, permits) => {
      const semaphore = createSemaphore({
        permits,
        perKey: Math.ceil(permits / 2),
        maxQueued: 20,
        keyOf: currentCaller,
      })
      let held = 0
      let most = 0
      const outcomes = calls.map(({ call: { caller, waitMs }, holdMs }) =>
        runAsCaller(caller, async () => {
          const release = await semaphore.acquire(waitMs)
          held += 1
          most = Math.max(most, held)
          await new Promise((resolve) => setTimeout(resolve, holdMs))
          held -= 1
          release()
          return 'done'
        }).catch((error: unknown) => (error instanceof AppError ? error.code : error)),
      )
      const all = Promise.all(outcomes)
      while (semaphore.load().inUse > 0) {
        await vi.advanceTimersByTimeAsync(1)
        await settled()
      }
      const odd = (await all).filter((outcome) => outcome !== 'done' && outcome !== 'UNAVAILABLE')
      expect(odd).toEqual([])
      expect(most).toBeLessThanOrEqual(permits)
      expect(semaphore.load()).toMatchObject({ inUse: 0, waiting: 0, own: 0, keys: 1 })
    })
    await fc.assert(property, { numRuns: 30 })
  })
})

test('a queue above its usual length is closed to a caller with a full share of it', () => {
  const crowding = (waiting: number, own: number, { keys }: { keys: number }) =>
    exceedsShare({ inUse: 10, waiting, own, keys, isAnonymous: false }, 100)
  expect(crowding(99, 99, { keys: 1 })).toBe(false)
  expect(crowding(100, 100, { keys: 1 })).toBe(true)
  expect(crowding(100, 0, { keys: 2 })).toBe(false)
  expect([crowding(120, 59, { keys: 2 }), crowding(120, 60, { keys: 2 })]).toEqual([false, true])
  expect([crowding(399, 0, { keys: 3 }), crowding(400, 0, { keys: 3 })]).toEqual([false, true])
})
