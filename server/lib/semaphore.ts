import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'

import { deadline } from './deadline.ts'

const RETRY_AFTER_SECONDS = 2

/** Gives the permit back; a second call changes nothing. */
export type Release = () => void

export type SemaphoreLimits = {
  /** How many may hold a permit at once. */
  permits: number
  /** How many may wait for one, first come first served; any number unless told. */
  queued?: number
  /** What refuses whoever comes when the queue is full, or has waited too long; UNAVAILABLE unless told. */
  refusal?: () => Error
}

export type Semaphore = {
  /** Waits for a permit, at most `waitMs`. Throws the refusal. */
  acquire: (waitMs?: number) => Promise<Release>
  /** Does `work` while holding a permit. Throws the refusal. */
  run: <T>(work: () => Promise<T>) => Promise<T>
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
      // The permit goes straight to the next in line, so that a newcomer cannot slip in between.
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
