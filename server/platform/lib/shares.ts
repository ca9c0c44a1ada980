import type { Release } from './semaphore.ts'

type ShareLimits = {
  /** How many permits one key may hold at once, and all keys together. */
  each: number
  all: number
  /** The errors for a key that holds its share, and for any while all permits are held. */
  refusals: { each: () => Error; all: () => Error }
}

/** Permits without a queue: `acquire` throws when the key's share or all permits are held. */
export function createShares({ each, all, refusals }: ShareLimits) {
  /** The key of each permit that is held. */
  const held: number[] = []
  return {
    acquire: async (key: number): Promise<Release> => {
      const own = held.filter((one) => one === key).length
      if (own >= each) throw refusals.each()
      // The last free permit is for a key that holds none, so that a few keys do not keep all others out.
      if (held.length >= (own > 0 ? all - 1 : all)) throw refusals.all()
      held.push(key)
      let isHeld = true
      return () => {
        if (isHeld) held.splice(held.indexOf(key), 1)
        isHeld = false
      }
    },
  }
}
