import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'

/**
 * Throws CONFLICT when a locked row has changed since the version that the caller loaded (decisions: two people on
 * one record). An old caller has none: then every version is right.
 */
export function requireVersion(version: number, expected: number | undefined): void {
  if (expected !== undefined && expected !== version) throw new AppError('CONFLICT', messages.kayitChanged)
}
