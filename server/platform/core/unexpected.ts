import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'

/** SQLSTATEs and connection errors that are transient: the database restarts, is full, or is too slow. */
const TRANSIENT = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECTION_READ_ONLY',
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
  // Rolled back because of another transaction: the same call succeeds when it is repeated.
  '40001',
  '40P01',
  '53100',
  '53300',
  '57014',
  '57P01',
  '57P02',
  '57P03',
])

/** Whether the caller disconnected before its body had arrived: there is no one to respond to, and it is no fault. */
export const isCallerDisconnected = (error: unknown): boolean =>
  error instanceof Error && error.message === 'aborted' && 'code' in error && error.code === 'ECONNRESET'

const NODE_LOST = /^(failure on connection marked as essential|could not commit transaction for shard)/

/** Citus says so without a code of its own when a node is lost within the transaction or at its commit. */
const isNodeLost = (code: string, { message }: Error): boolean => code === 'XX000' && NODE_LOST.test(message)

/** The refusal for a known error (transient errors become UNAVAILABLE), or `null` for a bug. */
export function asRefusal(error: unknown): AppError | null {
  if (error instanceof AppError) return error
  if (!(error instanceof Error)) return null
  const code = 'code' in error ? String(error.code) : ''
  const fromDatabase = 'query' in error || error.name === 'PostgresError' || code.startsWith('CONNECT')
  if ((TRANSIENT.has(code) || isNodeLost(code, error)) && (fromDatabase || 'syscall' in error))
    return new AppError('UNAVAILABLE', messages.unavailable, { retryAfter: 2 })
  return null
}
