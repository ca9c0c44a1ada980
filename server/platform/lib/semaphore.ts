import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'

import { isAnonymous } from './caller.ts'
import { deadline } from './deadline.ts'
import { FairQueue } from './fair-queue.ts'

/** However many callers share a queue, at most this many times its usual length may wait; anonymous ones half of that. */
const MOST = 4

/** Releases the permit; a second call changes nothing. */
export type Release = () => void

type SemaphoreLimits = {
  /** How many callers may hold a permit at once. */
  permits: number
  /** How many may wait for one; unlimited by default. Above it only callers below their share (`exceedsShare`). */
  queued?: number
  /** The caller who asks: those who wait get a permit in turn. By default it is first come first served for all. */
  keyOf?: () => string
  /** How many permits one key may hold, where there is a key; all by default. The rest is free for others at once. */
  each?: number
  /** The error for callers when the queue is full or after too long a wait; UNAVAILABLE by default. */
  refusal?: () => Error
}

/** How many hold a permit, and how many wait for one. */
export type Load = { inUse: number; waiting: number }

/** Also how many of one key wait, and how many keys, this one included. */
type KeyLoad = Load & { own: number; keys: number; isAnonymous: boolean }

export type Semaphore = {
  /** Waits for a permit, at most `waitMs`. Throws `refusal()`. */
  acquire: (waitMs?: number) => Promise<Release>
  /** Runs `work` while holding a permit. Throws `refusal()`. */
  run: <T>(work: () => Promise<T>) => Promise<T>
  load: (key?: string) => KeyLoad
}

/**
 * Whether one more of a key is too many in a queue of usually `limit`: below that never, above four times that always
 * (twice for anonymous callers), and between when the key has its share of the queue. So no key is refused for another's.
 */
export function exceedsShare({ waiting, own, keys, isAnonymous: isHalf }: KeyLoad, limit: number): boolean {
  if (waiting < limit) return false
  return waiting >= (isHalf ? MOST / 2 : MOST) * limit || own * keys >= waiting
}

const unavailable = () => new AppError('UNAVAILABLE', messages.unavailable, { retryAfter: 2 })

export function createSemaphore(limits: SemaphoreLimits): Semaphore {
  const { permits, queued = Infinity, keyOf = () => '', each = permits, refusal = unavailable } = limits
  const waiting = new FairQueue<() => void>()
  /** The key of each permit that is held. */
  const held: string[] = []

  const mayHold = (key: string) => key === '' || held.filter((one) => one === key).length < each

  const permit = (key: string): Release => {
    held.push(key)
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      held.splice(held.indexOf(key), 1)
      // The permit goes directly to the next waiting caller, so that a new one cannot take it.
      waiting.next(mayHold)?.()
    }
  }

  const wait = (key: string, waitMs: number | undefined) =>
    new Promise<Release>((resolve, reject) => {
      const grant = () => {
        cancel?.()
        resolve(permit(key))
      }
      const giveUp = () => {
        if (waiting.delete(key, grant)) reject(refusal())
      }
      const cancel = waitMs === undefined ? undefined : deadline(waitMs, giveUp)
      waiting.add(key, grant)
    })

  const load = (key = ''): KeyLoad => {
    const own = waiting.of(key)
    const keys = own === 0 ? waiting.keys + 1 : waiting.keys
    return { inUse: held.length, waiting: waiting.size, own, keys, isAnonymous: isAnonymous(key) }
  }

  const acquire = async (waitMs?: number): Promise<Release> => {
    const key = keyOf()
    if (held.length < permits && mayHold(key)) return permit(key)
    if (exceedsShare(load(key), queued)) throw refusal()
    return wait(key, waitMs)
  }

  return {
    load,
    acquire,
    run: async (work) => {
      const release = await acquire()
      try {
        return await work()
      } finally {
        release()
      }
    },
  }
}
