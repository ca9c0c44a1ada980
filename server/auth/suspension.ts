import type { BaseCtx } from '#server/platform/core/context.ts'
import { suspendedWords } from '#shared/auth/suspension.ts'
import { AppError } from '#shared/errors.ts'

/** What `suspensionOf` reads, of a user `u` and the owner `o` of the user's shop. */
export const SUSPENSION = [
  'u.suspended_at as own_suspended',
  'u.suspended_reason as own_reason',
  'o.suspended_at as shop_suspended',
  'o.suspended_reason as shop_reason',
] as const

type Suspensible = {
  shop_id: number | null
  own_suspended: Date | null
  own_reason: string
  /** Of the owner; `null` for the owner, who has none. */
  shop_suspended: Date | null
  shop_reason: string | null
}

/** Returns why the user's shop is suspended; `null` while it is not. */
export function suspensionOf(user: Suspensible): string | null {
  const isOwner = user.shop_id === null
  const since = isOwner ? user.own_suspended : user.shop_suspended
  return since === null ? null : ((isOwner ? user.own_reason : user.shop_reason) ?? '')
}

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
