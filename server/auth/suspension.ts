import type { BaseCtx } from '#server/platform/core/context.ts'
import { suspendedWords } from '#shared/auth/suspension.ts'
import { AppError } from '#shared/errors.ts'

/** Columns of `shops` from which `suspensionOf` knows whether a shop is suspended. */
export const SUSPENSION = ['shops.suspended_at', 'shops.suspended_reason'] as const

type Suspensible = { suspended_at: Date | null; suspended_reason: string }

/** Returns why the shop is suspended; `null` while it is not. */
export const suspensionOf = ({ suspended_at, suspended_reason }: Suspensible): string | null =>
  suspended_at === null ? null : suspended_reason

type Support = Pick<BaseCtx, 'supportEmail'>

/** The refusal of a right password or link, by which nobody logs in while the shop is suspended. */
export const suspendedLogin = ({ supportEmail }: Support, reason: string): AppError =>
  new AppError('INVALID', suspendedWords(reason, supportEmail))

/** Refuses the next step of a login that began before the shop was suspended. Throws INVALID with `pending`. */
export function refuseSuspended(
  { supportEmail }: Support,
  { suspended }: { suspended: string | null },
): void {
  if (suspended === null) return
  throw new AppError('INVALID', suspendedWords(suspended, supportEmail), { field: 'pending' })
}
