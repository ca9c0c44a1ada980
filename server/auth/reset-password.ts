import { recordChange } from '#server/platform/core/changes.ts'
import { type BaseCtx, inTransaction, type UserCtx } from '#server/platform/core/context.ts'
import { logEvent, logRefused } from '#server/platform/core/security-log.ts'
import { scopeToShop } from '#server/platform/db/shop-scope.ts'
import type { ResetLink } from '#shared/admin/schema.ts'
import type { ResetPasswordInput } from '#shared/auth/schema.ts'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { RESET_LINK_HOURS } from '#shared/options.ts'
import { foldUserName } from '#shared/turkish.ts'

import { recordAccessChange, endAccess, recordOwnChange } from './accounts.ts'
import { lockUser } from './enter.ts'
import { requireGoodPassword } from './new-password.ts'
import { hashPassword } from './password-hash.ts'
import { SUSPENSION_REASON, suspendedLogin } from './suspension.ts'
import { clearAllAttempts, runAsAttempt } from './throttle.ts'
import { createToken, hashToken, isToken } from './token.ts'

const LIFE_MS = RESET_LINK_HOURS * 3_600_000

/** Replaces the user's link. The token cannot be read later. `madeBy`: the acting user's id, `null` for the operator. */
export async function createResetLink(
  { db, now }: Pick<BaseCtx, 'db' | 'now'>,
  userId: number,
  madeBy: number | null,
): Promise<ResetLink> {
  const token = createToken()
  const expires_at = new Date(now.getTime() + LIFE_MS)
  const link = { token_hash: hashToken(token), created_at: now, expires_at, made_by: madeBy }
  await db
    .insertInto('reset_links')
    .values({ user_id: userId, ...link })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(link))
    .execute()
  return { token, expires_at: expires_at.toISOString() }
}

/** Makes a link for another user's account, and records that in the log of `trx`. */
export async function makeLinkFor(
  trx: UserCtx,
  { id, username: title }: { id: number; username: string },
): Promise<ResetLink> {
  await recordChange(trx, { noun: 'user', id, verb: 'reset-link', title })
  return createResetLink(trx, id, trx.actor.user)
}

/** Returns the user of a valid link, with the reason of a suspension of the shop. */
async function findLinkUser({ db, now }: BaseCtx, token: string) {
  if (!isToken(token)) return undefined
  return db
    .selectFrom('reset_links as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .innerJoin('shops', 'shops.id', 'u.shop_id')
    .select(['u.id', 'u.shop_id', 'u.username', 'u.email', 'u.name_surname'])
    .select(['shops.company_name', SUSPENSION_REASON])
    .where('r.token_hash', '=', hashToken(token))
    .where('r.expires_at', '>', now)
    .where('u.deleted_at', 'is', null)
    .where('shops.closed_at', 'is', null)
    .executeTakeFirst()
}

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
  requireGoodPassword(new_password, names)
  const password_hash = await hashPassword(new_password)
  await inTransaction({ ...ctx, db: scopeToShop(ctx.db, shop) }, async (trx) => {
    // Changing the password and deleting the user lock this row too, so only one of two uses finds the link.
    const user = await lockUser(trx, userId)
    if (user === undefined) throw invalidLink()
    const link = await trx.db
      .deleteFrom('reset_links')
      .where('token_hash', '=', hashToken(token))
      .where('expires_at', '>', trx.now)
      .returning('made_by')
      .executeTakeFirstOrThrow(invalidLink)
    if (user.suspensionReason !== null) throw suspendedLogin(trx, user.suspensionReason)
    await trx.db.updateTable('users').set({ password_hash }).where('id', '=', userId).execute()
    if (link.made_by !== null) await recordAccessChange(trx, userId, { by: link.made_by })
    // Passkeys stay after a new password (decision 35).
    await endAccess(trx, userId)
    await clearAllAttempts(trx, foldUserName(username), ['password'])
    const actor = { shop, user: userId, username, session: { kind: 'web' as const } }
    await recordOwnChange({ ...trx, actor }, 'password')
  })
  logEvent({ ...ctx, actor: { shop, user: userId } }, 'password reset')
  return { userId, username }
}

const invalidLink = () => new AppError('INVALID', messages.resetLinkInvalid, { field: 'token' })

/** Returns the user of a valid link. A wrong link counts as a failure of the request's address; a suspended shop does not. */
async function requireLink(ctx: BaseCtx, token: string) {
  const user = await runAsAttempt(ctx, { what: 'link', field: 'token' }, async () => {
    const found = await findLinkUser(ctx, token)
    if (found !== undefined) return found
    logRefused({ ...ctx, actor: null }, { reason: 'invalid reset link' })
    throw invalidLink()
  })
  if (user.suspensionReason === null) return user
  const { username, id: userId, shop_id: shopId } = user
  logRefused({ ...ctx, actor: null }, { reason: 'shop suspended', username, userId, shopId })
  throw suspendedLogin(ctx, user.suspensionReason)
}
