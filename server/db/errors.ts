/**
 * Whether the error is a unique violation of that column. By column, not by the name of the index, which pg-mem
 * does not report.
 */
export function isUniqueViolation(error: unknown, column: string): boolean {
  if (!(error instanceof Error) || !('code' in error) || error.code !== '23505') return false
  const detail = 'detail' in error ? String(error.detail) : ''
  const columns = /\(([^)]*)\)=/.exec(detail)?.[1]?.split(/, ?/) ?? []
  return columns.includes(column)
}
