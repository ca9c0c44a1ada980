import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'

/** SQLSTATEs and connection errors that pass by themselves: the database restarts, is full, or is too slow. */
const PASSING = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  'STATEMENT_TIMEOUT',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  '08000',
  '08003',
  '08006',
  '25P03',
  '53100',
  '53300',
  '57014',
  '57P01',
  '57P02',
  '57P03',
])

/** Whether the caller went away before its body was here: nobody is left to answer, and nothing is broken. */
export const isCallerGone = (error: unknown): boolean =>
  error instanceof Error && error.message === 'aborted' && 'code' in error && error.code === 'ECONNRESET'

/** The refusal that an error amounts to, or `null` for a bug. */
export function asRefusal(error: unknown): AppError | null {
  if (error instanceof AppError) return error
  if (!(error instanceof Error)) return null
  const code = 'code' in error ? String(error.code) : ''
  const fromDatabase = 'query' in error || error.name === 'PostgresError' || code.startsWith('CONNECT')
  if (PASSING.has(code) && (fromDatabase || 'syscall' in error))
    return new AppError('UNAVAILABLE', messages.unavailable, { retryAfter: 2 })
  return null
}
