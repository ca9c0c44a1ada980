import { describe, expect, test } from 'vitest'

import { createGate } from '#server/core/gate.ts'
import { expectRefusal } from '#tests/support/refusal.ts'

describe('a gate', () => {
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

  test('lets so many run, so many wait in their order, and refuses the rest', async () => {
    const enter = createGate({ running: 2, queued: 3 })
    const started: number[] = []
    const finish: (() => void)[] = []
    const work = (number: number) =>
      enter(async () => {
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

  test('gives its place back after a failure', async () => {
    const enter = createGate({ running: 1, queued: 0 })
    for (let count = 0; count < 3; count++)
      await expect(enter(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await enter(() => Promise.resolve('in'))).toBe('in')
  })
})
