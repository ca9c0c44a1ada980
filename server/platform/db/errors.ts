import postgres from 'postgres'

/** Returns the SQLSTATE of an error of the database, or the code of one of its library; '' without one. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/**
 * Returns whether the error is a unique violation of that column. Where row-level security hides the values, PostgreSQL
 * only reports the `index`, which pg-mem does not; the index of a distributed table's part ends with a number.
 */
export function isUniqueViolation(error: unknown, column: string, index?: string): boolean {
  if (!(error instanceof Error) || codeOf(error) !== '23505') return false
  if (index !== undefined && new RegExp(`\\b${index}(_\\d+)?\\b`).test(error.message)) return true
  const detail = 'detail' in error ? String(error.detail) : ''
  const columns = /\(([^)]*)\)=/.exec(detail)?.[1]?.split(/, ?/) ?? []
  return columns.includes(column)
}

/** Returns whether the error means that the connection is lost, as opposed to an error from the server. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof postgres.PostgresError) return /^(08|57P0[1-5])/.test(error.code)
  const code = codeOf(error)
  return /^(CONNECTION_|(CONNECT|STATEMENT)_TIMEOUT$|E[A-Z]{3,}|ERR_STREAM_)/.test(code)
}
