import { basename } from 'node:path'

/** A system error's code ('ENOENT'), or an exit code as text. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : basename(String(error))
}
