import postgres from 'postgres'

/** The SQLSTATE of an error of the database, or the code of one of its library; '' without one. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/**
 * Whether the error is a unique violation of that column. pg-mem does not report the `index`, by whose name PostgreSQL
 * says it where row-level security hides the values; that of a part of a distributed table ends with a number.
 */
export function isUniqueViolation(error: unknown, column: string, index?: string): boolean {
  if (!(error instanceof Error) || codeOf(error) !== '23505') return false
  if (index !== undefined && new RegExp(`\\b${index}(_\\d+)?\\b`).test(error.message)) return true
  const detail = 'detail' in error ? String(error.detail) : ''
  const columns = /\(([^)]*)\)=/.exec(detail)?.[1]?.split(/, ?/) ?? []
  return columns.includes(column)
}

/** Whether the error means that the connection is lost, as opposed to an error from the server. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof postgres.PostgresError) return /^(08|57P0[1-5])/.test(error.code)
  const code = codeOf(error)
  return /^(CONNECTION_|(CONNECT|STATEMENT)_TIMEOUT$|E[A-Z]{3,}|ERR_STREAM_)/.test(code)
}
