/** The kinds of refusals. Each transport maps them to its own statuses in one table. */
export type ErrorCode =
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  /** The user must type the password again (`confirmPassword`); the page then repeats the call. */
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
