import { expect, test } from 'vitest'

import { RowsChangedError, retry } from '#server/platform/core/retry.ts'
import { asRefusal } from '#server/platform/core/as-refusal.ts'

/** Returns a transaction that is refused with each of these errors in turn, then stored. */
function refusedWith(errors: readonly Error[]) {
  const calls = { count: 0 }
  const work = async () => {
    const error = errors[calls.count++]
    if (error !== undefined) throw error
    return calls.count
  }
  return { work, calls }
}

const databaseError = (code: string) => Object.assign(new Error('x'), { name: 'PostgresError', code })

test('a transaction that was in the way of another one is repeated', async () => {
  expect(await retry(refusedWith([]).work)).toBe(1)
  expect(await retry(refusedWith([databaseError('40P01')]).work)).toBe(2)
  expect(await retry(refusedWith([new RowsChangedError(), databaseError('40001')]).work)).toBe(3)
})

test('a failing change is tried three times; then the caller may repeat it later', async () => {
  const always = refusedWith([1, 2, 3, 4].map(() => new RowsChangedError()))
  const error: unknown = await retry(always.work).catch((reason: unknown) => reason)
  expect(always.calls.count).toBe(3)
  expect(asRefusal(error)).toMatchObject({ code: 'UNAVAILABLE', retryAfter: 2 })
})

test('another error is not retried', async () => {
  const { work, calls } = refusedWith([databaseError('23505')])
  await expect(retry(work)).rejects.toMatchObject({ code: '23505' })
  expect(calls.count).toBe(1)
})
