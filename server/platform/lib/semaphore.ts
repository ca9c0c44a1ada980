import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'

import { isAnonymous } from './caller.ts'
import { deadline } from './deadline.ts'
import { FairQueue } from './fair-queue.ts'

const RETRY_AFTER_SECONDS = 2
/** However many callers share a queue, not more than this many times its usual length may wait; anonymous callers half of that. */
const MOST = 4

/** Releases the permit; a second call changes nothing. */
export type Release = () => void

type SemaphoreLimits = {
  /** How many callers may hold a permit at once. */
  permits: number
  /**
   * How many may wait for one; unlimited by default. Above it, a caller who has less than his share of the queue may
   * still wait (`exceedsShare`).
   */
  queued?: number
  /** For whom a permit is asked: those who wait get one in turn. By default it is first come first served for all. */
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
 * Whether `more` of a key are too many in a queue of usually `limit`: below that never, above four times that always
 * (an anonymous caller's above twice that), and between when the key has its share of those who wait. So nobody is refused for what another one does.
 */
export function exceedsShare(
  { waiting, own, keys, isAnonymous: isHalf }: KeyLoad,
  { limit, more = 1 }: { limit: number; more?: number },
): boolean {
  if (waiting + more <= limit) return false
  return waiting + more > (isHalf ? MOST / 2 : MOST) * limit || (own + more - 1) * keys >= waiting
}

const unavailable = () =>
  new AppError('UNAVAILABLE', messages.unavailable, { retryAfter: RETRY_AFTER_SECONDS })

export function createSemaphore(limits: SemaphoreLimits): Semaphore {
  const { permits, queued = Infinity, keyOf = () => '', each = permits, refusal = unavailable } = limits
  const waiting = new FairQueue<() => void>()
  const held = new Map<string, number>()
  let free = permits

  const mayHold = (key: string) => key === '' || (held.get(key) ?? 0) < each
  const count = (key: string, change: 1 | -1) => {
    const left = (held.get(key) ?? 0) + change
    if (left === 0) held.delete(key)
    else held.set(key, left)
  }

  const permit = (key: string): Release => {
    count(key, 1)
    let released = false
    return () => {
      if (released) return
      released = true
      count(key, -1)
      // The permit goes directly to the next waiting caller, so that a new one cannot take it.
      const next = waiting.next(mayHold)
      if (next === undefined) free += 1
      else next()
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
    return { inUse: permits - free, waiting: waiting.size, own, keys, isAnonymous: isAnonymous(key) }
  }

  const acquire = async (waitMs?: number): Promise<Release> => {
    const key = keyOf()
    if (free > 0 && mayHold(key)) {
      free -= 1
      return permit(key)
    }
    if (exceedsShare(load(key), { limit: queued })) throw refusal()
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
