import { afterEach, describe, expect, test, vi } from 'vitest'

import { createSemaphore } from '#server/lib/semaphore.ts'
import { expectRefusal } from '#tests/support/refusal.ts'

afterEach(() => {
  vi.useRealTimers()
})

describe('a semaphore', () => {
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

  test('a semaphore runs up to its limit, queues up to its limit in order, and refuses the rest', async () => {
    const { run } = createSemaphore({ permits: 2, queued: 3 })
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
    const { run } = createSemaphore({ permits: 1, queued: 0 })
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
