import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'

import { isAnonymous } from './caller.ts'
import { deadline } from './deadline.ts'

/** However many callers share a queue, at most this many times its usual length may wait; anonymous ones half of that. */
const MOST = 4

/** Releases the permit; a second call changes nothing. */
export type Release = () => void

type SemaphoreLimits = {
  permits: number
  /** The length of the queue, unlimited by default. Above it only callers below their share wait (`exceedsShare`). */
  queued?: number
  /** Returns the caller's key; waiting callers take turns. By default the order of arrival counts. */
  keyOf?: () => string
  /** Permits that one key may hold; all by default. The others stay free for other keys. */
  each?: number
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
  return waiting >= (isHalf ? MOST / 2 : MOST) * limit || own * keys >= waiting
}

const unavailable = () => new AppError('UNAVAILABLE', messages.unavailable, { retryAfter: 2 })

export function createSemaphore(limits: SemaphoreLimits) {
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

  /** Waits for a permit, at most `waitMs`. Throws `refusal()`. */
  const acquire = async (waitMs?: number): Promise<Release> => {
    const key = keyOf()
    if (held.length < permits && mayHold(key)) return permit(key)
    if (exceedsShare(load(key), queued)) throw refusal()
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

type Lines<T> = Map<string, Set<T>>

/**
 * Waiting callers by key: the keys take turns, and within a key it is first come first served. So a key delays another
 * by one turn, however many of its own wait. Anonymous callers get every second turn, whatever their networks.
 */
export class FairQueue<T> {
  /** The key whose turn it is comes first; only keys with waiting callers are in it. */
  readonly #known: Lines<T> = new Map()
  readonly #anonymous: Lines<T> = new Map()
  #isAnonymousTurn = false
  #size = 0

  get size(): number {
    return this.#size
  }

  get keys(): number {
    return this.#known.size + this.#anonymous.size
  }

  /** Returns the number of waiting calls of a key. */
  of(key: string): number {
    return this.#linesOf(key).get(key)?.size ?? 0
  }

  add(key: string, one: T): void {
    const lines = this.#linesOf(key)
    const line = lines.get(key) ?? new Set()
    if (line.has(one)) return
    lines.set(key, line.add(one))
    this.#size += 1
  }

  /** Returns whether it was waiting. The key keeps its turn. */
  delete(key: string, one: T): boolean {
    const lines = this.#linesOf(key)
    const line = lines.get(key)
    if (line?.delete(one) !== true) return false
    this.#size -= 1
    if (line.size === 0) lines.delete(key)
    return true
  }

  /** Takes the next one of the keys that may have a turn; its key goes behind all others of its kind. */
  next(mayHave: (key: string) => boolean = () => true): T | undefined {
    const kinds = [this.#known, this.#anonymous]
    if (this.#isAnonymousTurn) kinds.reverse()
    for (const lines of kinds)
      for (const [key, line] of lines) {
        if (!mayHave(key)) continue
        const [one] = line
        lines.delete(key)
        if (line.size > 1) lines.set(key, line)
        line.delete(one as T)
        this.#size -= 1
        this.#isAnonymousTurn = lines === this.#known
        return one
      }
    return undefined
  }

  #linesOf(key: string): Lines<T> {
    return isAnonymous(key) ? this.#anonymous : this.#known
  }
}

type ShareLimits = {
  /** Permits that one key may hold at once, and all keys together. */
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
