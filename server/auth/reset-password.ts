import { type BaseCtx, inTransaction } from '#server/platform/core/context.ts'
import { logEvent, logRefused } from '#server/platform/core/security-log.ts'
import { ofShop } from '#server/platform/db/shop-rows.ts'
import type { ResetPasswordInput } from '#shared/auth/schema.ts'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { foldUserName } from '#shared/turkish.ts'

import { markAccess } from './access-mark.ts'
import { AFTER_NEW_PASSWORD, endAccess } from './end-access.ts'
import { lockUser } from './enter.ts'
import { newPasswordProblem } from './new-password.ts'
import { hashPassword } from './password-hash.ts'
import { recordOwnChange } from './record-own-change.ts'
import { findLinkUser, takeLink } from './reset-links.ts'
import { suspendedLogin } from './suspension.ts'
import { clearAllAttempts, countTry } from './throttle.ts'

/** Returns a link's user name. Throws INVALID (with `token`, or for a suspended shop), TOO_MANY, UNAVAILABLE. */
export async function readResetLink(ctx: BaseCtx, { token }: { token: string }) {
  const { username } = await requireLink(ctx, token)
  return { username }
}

/**
 * Stores the new password of the link's user, and ends the link, every other access and the failed logins of that name.
 * Throws INVALID with `token` or `new_password`, or for a suspended shop, whose link stays, TOO_MANY, UNAVAILABLE.
 */
export async function resetPassword(ctx: BaseCtx, { token, new_password }: ResetPasswordInput) {
  const { shop_id: shop, id: userId, ...names } = await requireLink(ctx, token)
  const { username } = names
  const message = newPasswordProblem(new_password, names)
  if (message !== null) throw new AppError('INVALID', message, { field: 'new_password' })
  const password_hash = await hashPassword(new_password)
  await inTransaction({ ...ctx, db: ofShop(ctx.db, shop) }, async (trx) => {
    // Changing the password and deleting the user lock this row too, so only one of two uses finds the link.
    const user = await lockUser(trx, userId)
    const link = user === undefined ? undefined : await takeLink(trx, token)
    if (user === undefined || link === undefined) throw invalidLink()
    if (user.suspended !== null) throw suspendedLogin(trx, user.suspended)
    await trx.db.updateTable('users').set({ password_hash }).where('id', '=', userId).execute()
    if (link.made_by !== null) await markAccess(trx, userId, { by: link.made_by })
    await endAccess(trx, userId, AFTER_NEW_PASSWORD)
    await clearAllAttempts(trx, foldUserName(username))
    const actor = { shop, user: userId, username, session: { kind: 'web' as const } }
    await recordOwnChange({ ...trx, actor }, 'password')
  })
  logEvent({ ...ctx, actor: { shop, user: userId } }, 'password reset')
  return { userId, username }
}

const invalidLink = () => new AppError('INVALID', messages.resetLinkInvalid, { field: 'token' })

/** Returns the user of a valid link. A wrong link counts as a failure of the request's address; a suspended shop does not. */
async function requireLink(ctx: BaseCtx, token: string) {
  const user = await countTry(ctx, { what: 'link', field: 'token' }, async () => {
    const found = await findLinkUser(ctx, token)
    if (found !== undefined) return found
    logRefused({ ...ctx, actor: null }, { reason: 'invalid reset link' })
    throw invalidLink()
  })
  if (user.suspended === null) return user
  const { username, id: userId, shop_id: shopId } = user
  logRefused({ ...ctx, actor: null }, { reason: 'shop suspended', username, userId, shopId })
  throw suspendedLogin(ctx, user.suspended)
}
