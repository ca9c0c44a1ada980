import { sql } from 'kysely'

import type { BaseCtx } from '#server/platform/core/context.ts'
import { suspendedWords } from '#shared/auth/suspension.ts'
import { AppError } from '#shared/errors.ts'

/** The column with the reason of the shop's suspension; `null` while it is not suspended. */
export const SUSPENSION_REASON = sql<
  string | null
>`case when shops.suspended_at is not null then shops.suspended_reason end`.as('suspensionReason')

type Support = Pick<BaseCtx, 'supportEmail'>

/** Returns the refusal of a right password or link while the shop is suspended. */
export const suspendedLogin = ({ supportEmail }: Support, reason: string): AppError =>
  new AppError('INVALID', suspendedWords(reason, supportEmail))

/** Refuses a passkey, or the next step of a login, while the shop is suspended. Throws INVALID with `pending`. */
export function refuseSuspended(
  { supportEmail }: Support,
  { suspensionReason }: { suspensionReason: string | null },
): void {
  if (suspensionReason === null) return
  throw new AppError('INVALID', suspendedWords(suspensionReason, supportEmail), { field: 'pending' })
}
