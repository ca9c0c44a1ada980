/**
 * Whether the database refused a second row with the same value in that column. By column, not by the name of
 * the index, because pg-mem does not know that name.
 */
export function isUniqueViolation(error: unknown, column: string): boolean {
  if (!(error instanceof Error) || !('code' in error) || error.code !== '23505') return false
  const detail = 'detail' in error ? String(error.detail) : ''
  const columns = /\(([^)]*)\)=/.exec(detail)?.[1]?.split(', ') ?? []
  return columns.includes(column)
}
