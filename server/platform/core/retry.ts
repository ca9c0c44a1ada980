import { codeOf } from '#server/platform/db/errors.ts'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'

/** The rows have changed before they were locked: the operation has to begin again. */
export class RowsChangedError extends AppError {
  constructor() {
    super('UNAVAILABLE', messages.unavailable, { retryAfter: 2 })
  }
}

/** SQLSTATEs of a transaction that was ended because of another one. */
const REPEATABLE = ['40001', '40P01']
const MAX_ATTEMPTS = 3

const isRepeatable = (error: unknown): boolean =>
  error instanceof RowsChangedError || REPEATABLE.includes(codeOf(error))

/** Runs `work`, a whole transaction, again if another one was in its way: up to three times. Throws its last error. */
export async function retry<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!isRepeatable(error) || attempt === MAX_ATTEMPTS) throw error
    }
  }
}
