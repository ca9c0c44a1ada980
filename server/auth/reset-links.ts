import { recordChange } from '#server/platform/core/changes.ts'
import type { BaseCtx, UserCtx } from '#server/platform/core/context.ts'
import type { ResetLink } from '#shared/admin/schema.ts'
import { RESET_LINK_HOURS } from '#shared/options.ts'

import { SUSPENDED } from './suspension.ts'
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
export async function findLinkUser({ db, now }: BaseCtx, token: string) {
  if (!isToken(token)) return undefined
  return db
    .selectFrom('reset_links as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .innerJoin('shops', 'shops.id', 'u.shop_id')
    .select(['u.id', 'u.shop_id', 'u.username', 'u.email', 'u.name_surname'])
    .select(['shops.company_name', SUSPENDED])
    .where('r.token_hash', '=', hashToken(token))
    .where('r.expires_at', '>', now)
    .where('u.deleted_at', 'is', null)
    .where('shops.closed_at', 'is', null)
    .executeTakeFirst()
}

/** Removes a valid link and returns its maker; only one of two concurrent calls gets it. */
export async function takeLink({ db, now }: BaseCtx, token: string) {
  return db
    .deleteFrom('reset_links')
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', now)
    .returning('made_by')
    .executeTakeFirst()
}
