/** Every kind of refusal. Each transport has one table from these to its own statuses. */
export type ErrorCode =
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  /** The password must be typed again first (`confirmPassword`); the page then repeats the call. */
  | 'UNCONFIRMED'
  | 'NOT_FOUND'
  | 'INVALID'
  | 'CONFLICT'
  | 'TOO_MANY'
  | 'UNAVAILABLE'

type ErrorDetails = {
  /** Path of the invalid input, as the form names it (`info.plaka`). */
  field?: string
  /** Seconds after which a retry makes sense (TOO_MANY, UNAVAILABLE). */
  retryAfter?: number
}

/**
 * A refusal with a message for the user, from `messages.ts`. Any other error is a bug: it is logged under the
 * request's id and shown as `messages.unexpected`.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly field: string | undefined
  readonly retryAfter: number | undefined

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message)
    this.name = 'AppError'
    this.code = code
    this.field = details.field
    this.retryAfter = details.retryAfter
  }
}
