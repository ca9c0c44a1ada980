import { codeOf } from '#server/platform/db/errors.ts'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'

/**
 * SQLSTATEs of a server that is lost, full, too slow or stopping, and of a transaction that was rolled back because of
 * another one (40001, 40P01): the same call succeeds when it is repeated.
 */
const TRANSIENT_STATE = /^(0800[036]|25P03|40001|40P01|53[13]00|57014|57P0[123])$/
/** Codes of postgres.js, of our pool and of the system for a server that is not reached. */
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
])

/** Returns whether the caller disconnected before its body had arrived, which is no fault and needs no response. */
export const isCallerDisconnected = (error: unknown): boolean =>
  error instanceof Error && error.message === 'aborted' && 'code' in error && error.code === 'ECONNRESET'

const NODE_LOST = /^(failure on connection marked as essential|could not commit transaction for shard)/

/** Citus says so without a code of its own when a node is lost within the transaction or at its commit. */
const isNodeLost = (code: string, { message }: Error): boolean => code === 'XX000' && NODE_LOST.test(message)

/** Returns the refusal for a known error (transient errors become UNAVAILABLE), or `null` for a bug. */
export function asRefusal(error: unknown): AppError | null {
  if (error instanceof AppError) return error
  if (!(error instanceof Error)) return null
  const code = codeOf(error)
  const fromDatabase = 'query' in error || error.name === 'PostgresError' || code.startsWith('CONNECT')
  const isTransient = TRANSIENT.has(code) || TRANSIENT_STATE.test(code) || isNodeLost(code, error)
  if (isTransient && (fromDatabase || 'syscall' in error))
    return new AppError('UNAVAILABLE', messages.unavailable, { retryAfter: 2 })
  return null
}
