import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'

const RETRY_AFTER_SECONDS = 2

/**
 * Lets `running` pieces of work run at once and `queued` more wait for their turn, first come first served.
 * Whoever comes after that is refused with UNAVAILABLE.
 */
export function createGate(limits: { running: number; queued: number }) {
  const waiting: (() => void)[] = []
  let running = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < limits.running) running += 1
    else if (waiting.length < limits.queued) await new Promise<void>((admit) => waiting.push(admit))
    else throw new AppError('UNAVAILABLE', messages.unavailable, { retryAfter: RETRY_AFTER_SECONDS })
    try {
      return await work()
    } finally {
      // The place goes straight to the next in line, so that a newcomer cannot slip in between.
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
