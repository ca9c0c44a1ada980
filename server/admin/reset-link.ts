import { createResetLink } from '#server/auth/reset-links.ts'
import { recordChange } from '#server/platform/core/changes.ts'
import { type Ctx, inTransaction, requireAdmin, requireConfirmed } from '#server/platform/core/context.ts'
import { logEvent } from '#server/platform/core/security-log.ts'
import type { ResetLink } from '#shared/admin/schema.ts'

import { lockUser, requireStillAdmin } from './queries.ts'
import { inShopOf } from './shop.ts'

/**
 * A link with which a user sets a new password, once and within a day; it replaces an earlier one. Administrators only,
 * after their password; each is logged. Throws NOT_FOUND.
 */
export async function makeResetLink(ctx: Ctx, input: { id: number }): Promise<ResetLink> {
  const admin = requireConfirmed(requireAdmin(ctx))
  const { token, expiresAt } = await inTransaction(admin, async (trx) => {
    await requireStillAdmin(trx)
    const { username: title } = await lockUser(trx, input.id)
    const made = await createResetLink(trx, input.id, admin.actor.user)
    await recordChange(inShopOf(trx, input.id), { noun: 'user', id: input.id, verb: 'reset-link', title })
    return made
  })
  logEvent(admin, 'reset link made', { targetId: input.id })
  return { token, expires_at: expiresAt.toISOString() }
}
