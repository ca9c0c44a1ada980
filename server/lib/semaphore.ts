import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'

import { deadline } from './deadline.ts'

const RETRY_AFTER_SECONDS = 2

/** Releases the permit; a second call changes nothing. */
export type Release = () => void

export type SemaphoreLimits = {
  /** How many callers may hold a permit at once. */
  permits: number
  /** How many callers may wait for one, first come first served; unlimited by default. */
  queued?: number
  /** The error for callers when the queue is full or after too long a wait; UNAVAILABLE by default. */
  refusal?: () => Error
}

/** How many hold a permit, and how many wait for one. */
export type Load = { inUse: number; waiting: number }

export type Semaphore = {
  /** Waits for a permit, at most `waitMs`. Throws `refusal()`. */
  acquire: (waitMs?: number) => Promise<Release>
  /** Runs `work` while holding a permit. Throws `refusal()`. */
  run: <T>(work: () => Promise<T>) => Promise<T>
  load: () => Load
}

const unavailable = () =>
  new AppError('UNAVAILABLE', messages.unavailable, { retryAfter: RETRY_AFTER_SECONDS })

export function createSemaphore(limits: SemaphoreLimits): Semaphore {
  const { permits, queued = Infinity, refusal = unavailable } = limits
  const waiting = new Set<() => void>()
  let free = permits

  const permit = (): Release => {
    let released = false
    return () => {
      if (released) return
      released = true
      // The permit goes directly to the next waiting caller, so that a new one cannot take it.
      const [next] = waiting
      if (next === undefined) free += 1
      else next()
    }
  }

  const wait = (waitMs: number | undefined) =>
    new Promise<Release>((resolve, reject) => {
      const admit = () => {
        cancel?.()
        waiting.delete(admit)
        resolve(permit())
      }
      const giveUp = () => {
        waiting.delete(admit)
        reject(refusal())
      }
      const cancel = waitMs === undefined ? undefined : deadline(waitMs, giveUp)
      waiting.add(admit)
    })

  const acquire = async (waitMs?: number): Promise<Release> => {
    if (free > 0) {
      free -= 1
      return permit()
    }
    if (waiting.size >= queued) throw refusal()
    return wait(waitMs)
  }

  return {
    load: () => ({ inUse: permits - free, waiting: waiting.size }),
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
