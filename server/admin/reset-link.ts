import { createResetLink } from '#server/auth/reset-links.ts'
import { recordChange } from '#server/platform/core/changes.ts'
import type { Ctx } from '#server/platform/core/context.ts'
import { logEvent } from '#server/platform/core/security-log.ts'
import type { ResetLink } from '#shared/admin/schema.ts'

import { administer, inShopOf } from './queries.ts'

/** Makes a link for a new password, valid once and for a day. Administrators only, after their password. Throws NOT_FOUND. */
export async function makeResetLink(ctx: Ctx, { id }: { id: number }): Promise<ResetLink> {
  const { token, expiresAt } = await administer(ctx, id, async (trx, { username: title }) => {
    await recordChange(inShopOf(trx, id), { noun: 'user', id, verb: 'reset-link', title })
    return createResetLink(trx, id, trx.actor.user)
  })
  logEvent(ctx, 'reset link made', { targetId: id })
  return { token, expires_at: expiresAt.toISOString() }
}
