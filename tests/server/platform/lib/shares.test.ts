import { expect, test } from 'vitest'

import { createSharedPermits } from '#server/platform/lib/semaphore.ts'

const shares = () =>
  createSharedPermits({
    perKey: 2,
    all: 3,
    refusals: { each: () => new Error('your share'), all: () => new Error('all') },
  })

test('a key gets its share, all keys together their number, and no call waits', async () => {
  const { acquire } = shares()
  const held = [await acquire(1), await acquire(1)]
  await expect(acquire(1)).rejects.toThrow('your share')
  held.push(await acquire(2))
  await expect(acquire(2)).rejects.toThrow('all')
  await expect(acquire(3)).rejects.toThrow('all')
  held[0]?.()
  // A second release changes nothing.
  held[0]?.()
  await acquire(3)
  await expect(acquire(1)).rejects.toThrow('all')
})

test('the last free one is for a key that holds none', async () => {
  const { acquire } = createSharedPermits({
    perKey: 2,
    all: 4,
    refusals: { each: () => new Error('your share'), all: () => new Error('all') },
  })
  const held = [await acquire(1), await acquire(1), await acquire(2)]
  await expect(acquire(2)).rejects.toThrow('all')
  held.push(await acquire(3))
  await expect(acquire(4)).rejects.toThrow('all')
  held[0]?.()
  await expect(acquire(2)).rejects.toThrow('all')
  await acquire(4)
})

test('calls at the same moment do not exceed the share', async () => {
  const { acquire } = shares()
  const results = await Promise.allSettled([acquire(1), acquire(1), acquire(1)])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
})

test('a refused call does not count', async () => {
  const { acquire } = shares()
  const held = [await acquire(1), await acquire(1), await acquire(2)]
  await expect(acquire(3)).rejects.toThrow('all')
  for (const release of held) release()
  await Promise.all([acquire(3), acquire(3)])
  await expect(acquire(3)).rejects.toThrow('your share')
})
