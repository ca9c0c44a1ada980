import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'

import { isAnonymousKey } from './caller.ts'
import { callAfter } from './deadline.ts'

/** However many callers share a queue, at most this many times its usual length may wait; anonymous ones half of that. */
const MAX_FACTOR = 4

/** Releases the permit; a second call changes nothing. */
export type Release = () => void

type SemaphoreLimits = {
  permits: number
  /** The length of the queue, unlimited by default. Above it only callers below their share wait (`exceedsShare`). */
  maxQueued?: number
  /** Returns the caller's key; waiting callers take turns. By default the order of arrival counts. */
  keyOf?: () => string
  /** Permits that one key may hold; all by default. The others stay free for other keys. */
  perKey?: number
  /** The error for callers when the queue is full or after too long a wait; UNAVAILABLE by default. */
  refusal?: () => Error
}

/** The numbers of holders of a permit and of those who wait for one. */
export type Load = { inUse: number; waiting: number }

/** The load with the number of waiting calls of one key, and of waiting keys, this one included. */
type KeyLoad = Load & { own: number; keys: number; isAnonymous: boolean }

export type Semaphore = ReturnType<typeof createSemaphore>

/**
 * Returns whether one more call of a key is too many for a queue of usually `limit`: below that never, above four times
 * that always (twice for anonymous callers), and between when the key has its share, so that it pays for no other key.
 */
export function exceedsShare({ waiting, own, keys, isAnonymous: isHalf }: KeyLoad, limit: number): boolean {
  if (waiting < limit) return false
  return waiting >= (isHalf ? MAX_FACTOR / 2 : MAX_FACTOR) * limit || own * keys >= waiting
}

const unavailable = () => new AppError('UNAVAILABLE', messages.unavailable, { retryAfter: 2 })

export function createSemaphore(limits: SemaphoreLimits) {
  const { permits, maxQueued = Infinity, keyOf = () => '', perKey = permits, refusal = unavailable } = limits
  const waiting = new FairQueue<() => void>()
  /** The key of each permit that is held. */
  const held: string[] = []

  const canHold = (key: string) => key === '' || held.filter((one) => one === key).length < perKey

  const permit = (key: string): Release => {
    held.push(key)
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      held.splice(held.indexOf(key), 1)
      // The permit goes directly to the next waiting caller, so that a new one cannot take it.
      waiting.next(canHold)?.()
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
      const cancel = waitMs === undefined ? undefined : callAfter(waitMs, giveUp)
      waiting.add(key, grant)
    })

  const load = (key = ''): KeyLoad => {
    const own = waiting.waitingOf(key)
    const keys = own === 0 ? waiting.keys + 1 : waiting.keys
    return { inUse: held.length, waiting: waiting.size, own, keys, isAnonymous: isAnonymousKey(key) }
  }

  /** Waits for a permit, at most `waitMs`. Throws `refusal()`. */
  const acquire = async (waitMs?: number): Promise<Release> => {
    const key = keyOf()
    if (held.length < permits && canHold(key)) return permit(key)
    if (exceedsShare(load(key), maxQueued)) throw refusal()
    return wait(key, waitMs)
  }

  return {
    load,
    acquire,
    /** Runs `work` while holding a permit. Throws `refusal()`. */
    run: async <T>(work: () => Promise<T>): Promise<T> => {
      const release = await acquire()
      try {
        return await work()
      } finally {
        release()
      }
    },
  }
}

type Queues<T> = Map<string, Set<T>>

/**
 * Waiting callers by key: the keys take turns, and within a key it is first come first served. So a key delays another
 * by one turn, however many of its own wait. Anonymous callers get every second turn, whatever their networks.
 */
export class FairQueue<T> {
  /** The key whose turn it is comes first; only keys with waiting callers are in it. */
  readonly #known: Queues<T> = new Map()
  readonly #anonymous: Queues<T> = new Map()
  #isAnonymousTurn = false
  #size = 0

  get size(): number {
    return this.#size
  }

  get keys(): number {
    return this.#known.size + this.#anonymous.size
  }

  /** Returns the number of waiting calls of a key. */
  waitingOf(key: string): number {
    return this.#queuesOf(key).get(key)?.size ?? 0
  }

  add(key: string, one: T): void {
    const queues = this.#queuesOf(key)
    const queue = queues.get(key) ?? new Set()
    if (queue.has(one)) return
    queues.set(key, queue.add(one))
    this.#size += 1
  }

  /** Returns whether it was waiting. The key keeps its turn. */
  delete(key: string, one: T): boolean {
    const queues = this.#queuesOf(key)
    const queue = queues.get(key)
    if (queue?.delete(one) !== true) return false
    this.#size -= 1
    if (queue.size === 0) queues.delete(key)
    return true
  }

  /** Takes the next one of the keys that may have a turn; its key goes behind all others of its kind. */
  next(mayHave: (key: string) => boolean = () => true): T | undefined {
    const kinds = [this.#known, this.#anonymous]
    if (this.#isAnonymousTurn) kinds.reverse()
    for (const queues of kinds)
      for (const [key, queue] of queues) {
        if (!mayHave(key)) continue
        const [one] = queue
        queues.delete(key)
        if (queue.size > 1) queues.set(key, queue)
        queue.delete(one as T)
        this.#size -= 1
        this.#isAnonymousTurn = queues === this.#known
        return one
      }
    return undefined
  }

  #queuesOf(key: string): Queues<T> {
    return isAnonymousKey(key) ? this.#anonymous : this.#known
  }
}

type ShareLimits = {
  /** Permits that one key may hold at once, and all keys together. */
  perKey: number
  all: number
  /** The errors for a key that holds its share, and for any while all permits are held. */
  refusals: { each: () => Error; all: () => Error }
}

/** Permits without a queue: `acquire` throws when the key's share or all permits are held. */
export function createSharedPermits({ perKey, all, refusals }: ShareLimits) {
  /** The key of each permit that is held. */
  const held: number[] = []
  return {
    acquire: async (key: number): Promise<Release> => {
      const own = held.filter((one) => one === key).length
      if (own >= perKey) throw refusals.each()
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
