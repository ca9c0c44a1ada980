import { randomBytes } from 'node:crypto'

import { accessMark } from '#server/auth/access-mark.ts'
import { closeAccount, closeShop } from '#server/auth/close-account.ts'
import { endAccess, NOTHING_REMAINS } from '#server/auth/end-access.ts'
import { lockCaller } from '#server/auth/enter.ts'
import { hashPassword } from '#server/auth/password-hash.ts'
import { recordChange } from '#server/core/changes.ts'
import { inTransaction, requireConfirmed, type UserCtx } from '#server/core/context.ts'
import { logEvent } from '#server/core/security-log.ts'
import { ofAllShops } from '#server/db/shop-rows.ts'
import type { EndReportedInput, ReportedAccount } from '#shared/auth/new-logins.ts'
import { AUTH_ADMIN } from '#shared/options.ts'

/**
 * Returns the accounts that the caller's account has made since that moment, or whose password, name or rights it has
 * changed, also through a link for a new password. An intruder may come back through them. Sorted by id.
 */
export async function reportedAccounts(
  ctx: UserCtx,
  since: Date,
): Promise<(ReportedAccount & { shop: number | null })[]> {
  const { db, actor } = ctx
  let accounts = db
    .selectFrom('users')
    .where('id', '<>', actor.user)
    .where('deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb.and([eb('created_by', '=', actor.user), eb('created_at', '>=', since)]),
        eb.and([eb('access_changed_by', '=', actor.user), eb('access_changed_at', '>=', since)]),
      ]),
    )
  // Staff are the owner's business, other accounts an administrator's.
  if (actor.auth !== AUTH_ADMIN)
    accounts = accounts.where('shop_id', '=', actor.rights.includes('staff') ? actor.shop : -1)
  const rows = await accounts
    .orderBy('id')
    .select(['id', 'shop_id as shop', 'username', 'name_surname', 'auth', 'created_by', 'created_at'])
    .execute()
  return rows.map(({ auth, created_by, created_at, ...row }) => ({
    ...row,
    is_new: created_by === actor.user && created_at >= since,
    is_admin: auth === AUTH_ADMIN,
  }))
}

/**
 * Ends the access to reported accounts: closes new ones; ends sessions, links and passkeys of changed ones and makes
 * their passwords invalid, because the intruder may know them (a link sets a new one). Ignores ids that are not reported.
 * Throws UNCONFIRMED.
 */
export async function endReported(
  ctx: UserCtx,
  { ids, since }: EndReportedInput,
): Promise<{ closed: number; ended: number }> {
  const caller = requireConfirmed(ctx)
  const password_hash = await hashPassword(randomBytes(32).toString('base64'))
  const isAdmin = caller.actor.auth === AUTH_ADMIN
  const scoped = isAdmin ? { ...caller, db: ofAllShops(caller.db) } : caller
  const done = await inTransaction(scoped, async (trx) => {
    const { auth } = await lockCaller(trx)
    const actor = { ...trx.actor, auth }
    const reported = await reportedAccounts({ ...trx, actor }, new Date(since))
    const chosen = reported.filter(({ id }) => ids.includes(id))
    for (const account of chosen)
      await (account.is_new ? close(trx, account) : shut(trx, { ...account, password_hash }))
    return chosen
  })
  for (const { id, is_new } of done)
    logEvent(caller, is_new ? 'user deleted' : 'sessions ended', { targetId: id })
  const closed = done.filter(({ is_new }) => is_new).length
  return { closed, ended: done.length - closed }
}

type Account = { id: number; shop: number | null; username: string }

const inLogOf = (trx: UserCtx, { id, shop }: Account): UserCtx => ({
  ...trx,
  actor: { ...trx.actor, shop: shop ?? id },
})

async function close(trx: UserCtx, account: Account): Promise<void> {
  const { id, shop, username: title } = account
  await (shop === null ? closeShop(trx, id) : closeAccount(trx, { id, shop }))
  await recordChange(inLogOf(trx, account), { noun: 'user', id, verb: 'delete', title })
}

async function shut(trx: UserCtx, account: Account & { password_hash: string }): Promise<void> {
  const { id, username: title, password_hash } = account
  await trx.db
    .updateTable('users')
    .set({ password_hash, ...accessMark(trx, null) })
    .where('id', '=', id)
    .execute()
  await endAccess(trx, id, NOTHING_REMAINS)
  await recordChange(inLogOf(trx, account), { noun: 'user', id, verb: 'password', title })
}
