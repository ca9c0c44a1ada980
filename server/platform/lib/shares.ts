import { createSemaphore, type Release } from './semaphore.ts'

type ShareLimits = {
  /** How many permits one key may hold at once, and all keys together. */
  each: number
  all: number
  /** The errors for a key that holds its share, and for any while all permits are held. */
  refusals: { each: () => Error; all: () => Error }
}

/**
 * Permits that nobody waits for: `acquire` throws when the key's share or all permits are held. The last free one is for
 * a key that holds none, so that a few keys do not keep all others out.
 */
export function createShares({ each, all, refusals }: ShareLimits) {
  const semaphore = createSemaphore({ permits: all, queued: 0, refusal: refusals.all })
  const shares = new Map<number, number>()
  const give = (key: number) => {
    const left = (shares.get(key) ?? 1) - 1
    if (left === 0) shares.delete(key)
    else shares.set(key, left)
  }
  return {
    acquire: async (key: number): Promise<Release> => {
      const held = shares.get(key) ?? 0
      if (held >= each) throw refusals.each()
      if (held > 0 && semaphore.load().inUse === all - 1) throw refusals.all()
      shares.set(key, held + 1)
      const releasePermit = await semaphore.acquire().catch((error: unknown) => {
        give(key)
        throw error
      })
      let isHeld = true
      return () => {
        if (isHeld) give(key)
        isHeld = false
        releasePermit()
      }
    },
  }
}
