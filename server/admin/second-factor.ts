import { markAccess } from '#server/auth/access-mark.ts'
import { countPasskeys, removePasskeys } from '#server/auth/passkeys.ts'
import { factorSince, removeFactor } from '#server/auth/second-factor.ts'
import { clearAllAttempts } from '#server/auth/throttle.ts'
import { recordChange } from '#server/platform/core/changes.ts'
import { type Ctx, requireAdmin } from '#server/platform/core/context.ts'
import { logEvent } from '#server/platform/core/security-log.ts'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { foldUserName } from '#shared/turkish.ts'

import { administer, inShopOf, requireUser } from './queries.ts'

/** Returns when the second factor was activated, ISO 8601, and the number of passkeys. Administrators only. Throws NOT_FOUND. */
export async function getUserFactor(ctx: Ctx, input: { id: number }) {
  const admin = requireAdmin(ctx)
  await requireUser(admin, input.id)
  const since = await factorSince(admin, input.id)
  return { since: since?.toISOString() ?? null, passkeys: await countPasskeys(admin, input.id) }
}

/**
 * Switches off the second factor of a user without telephone and recovery codes, and removes the passkeys. Administrators
 * only, after their password. Throws NOT_FOUND, and INVALID for the own one that must stay.
 */
export async function switchOffUserFactor(ctx: Ctx, { id }: { id: number }): Promise<void> {
  const { wasOn, passkeys } = await administer(ctx, id, async (trx, { username }) => {
    if (id === trx.actor.user && trx.adminFactorRequired === true)
      throw new AppError('INVALID', messages.factorMustStay)
    await clearAllAttempts(trx, foldUserName(username), 'code')
    const about = { noun: 'user', id, title: username } as const
    const wasOn = await removeFactor(trx, id)
    if (wasOn) await recordChange(inShopOf(trx, id), { ...about, verb: 'factor-off' })
    const passkeys = await removePasskeys(trx, id)
    if (passkeys > 0) await recordChange(inShopOf(trx, id), { ...about, verb: 'passkey-remove' })
    if (wasOn || passkeys > 0) await markAccess(trx, id, { by: trx.actor.user })
    return { wasOn, passkeys }
  })
  if (wasOn) logEvent(ctx, 'second factor off', { targetId: id })
  if (passkeys > 0) logEvent(ctx, 'passkey removed', { targetId: id, left: 0 })
}
