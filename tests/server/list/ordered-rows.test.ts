import { setImmediate } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { rowsInOrder } from '#server/list/ordered-rows.ts'

const ids = (count: number) => Array.from({ length: count }, (_, index) => count - index)
const idOf = ({ id }: { id: number }) => id

test('rows come in the order of their ids, in batches, without those that are gone', async () => {
  const batches = await Array.fromAsync(
    rowsInOrder(
      ids(250),
      async (some) => some.toSorted((a, b) => a - b).flatMap((id) => (id === 7 ? [] : [{ id }])),
      idOf,
    ),
  )
  expect(batches.map(({ length }) => length)).toEqual([100, 100, 49])
  expect(batches.flat().map(idOf)).toEqual(ids(250).filter((id) => id !== 7))
})

test('one batch of several lists is read at a time, and a failed one holds up no other', async () => {
  let most = 0
  let reading = 0
  const read = async (some: number[]) => {
    most = Math.max(most, ++reading)
    await setImmediate()
    reading -= 1
    if (some.includes(1_000)) throw new Error('gone')
    return some.map((id) => ({ id }))
  }
  const lists = [250, 1_000, 300].map((count) => Array.fromAsync(rowsInOrder(ids(count), read, idOf)))
  const [first, second, third] = await Promise.allSettled(lists)
  expect(second).toMatchObject({ status: 'rejected' })
  expect(first).toMatchObject({ status: 'fulfilled', value: { length: 3 } })
  expect(third).toMatchObject({ status: 'fulfilled', value: { length: 3 } })
  expect(most).toBe(1)
})
