import { markAccess } from '#server/auth/access-mark.ts'
import { countPasskeys, removePasskeys } from '#server/auth/passkeys.ts'
import { factorSince, removeFactor } from '#server/auth/second-factor.ts'
import { clearAllAttempts } from '#server/auth/throttle.ts'
import { recordChange } from '#server/platform/core/changes.ts'
import { type Ctx, inTransaction, requireAdmin, requireConfirmed } from '#server/platform/core/context.ts'
import { logEvent } from '#server/platform/core/security-log.ts'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { foldUserName } from '#shared/turkish.ts'

import { lockUser, requireStillAdmin, requireUser } from './queries.ts'
import { inShopOf } from './shop.ts'

/**
 * Since when a user has a second factor, ISO 8601, `null` without one, and how many passkeys. Administrators only. Throws
 * NOT_FOUND.
 */
export async function getUserFactor(
  ctx: Ctx,
  input: { id: number },
): Promise<{ since: string | null; passkeys: number }> {
  const admin = requireAdmin(ctx)
  await requireUser(admin, input.id)
  const since = await factorSince(admin, input.id)
  return { since: since?.toISOString() ?? null, passkeys: await countPasskeys(admin, input.id) }
}

/**
 * Switches the second factor of a user off who has neither the telephone nor a recovery code, and removes the passkeys,
 * which may be on the lost telephone. Administrators only, after their password; each is logged. Throws NOT_FOUND, and INVALID for the own one that must stay.
 */
export async function switchOffUserFactor(ctx: Ctx, input: { id: number }): Promise<void> {
  const admin = requireConfirmed(requireAdmin(ctx))
  if (input.id === admin.actor.user && admin.adminFactorRequired === true)
    throw new AppError('INVALID', messages.factorMustStay)
  const { wasOn, passkeys } = await inTransaction(admin, async (trx) => {
    await requireStillAdmin(trx)
    const { username } = await lockUser(trx, input.id)
    await clearAllAttempts(trx, foldUserName(username), 'code')
    const removed = await removeFactor(trx, input.id)
    const change = { noun: 'user', id: input.id, verb: 'factor-off', title: username } as const
    if (removed) await recordChange(inShopOf(trx, input.id), change)
    const gone = await removePasskeys(trx, input.id)
    if (gone > 0) await recordChange(inShopOf(trx, input.id), { ...change, verb: 'passkey-remove' })
    if (removed || gone > 0) await markAccess(trx, input.id, { by: admin.actor.user })
    return { wasOn: removed, passkeys: gone }
  })
  if (wasOn) logEvent(admin, 'second factor off', { targetId: input.id })
  if (passkeys > 0) logEvent(admin, 'passkey removed', { targetId: input.id, left: 0 })
}
