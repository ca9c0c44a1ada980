import { endOtherSessions } from '#server/auth/sessions.ts'
import { recordChange } from '#server/platform/core/changes.ts'
import { type Ctx, requireAdmin, type UserCtx } from '#server/platform/core/context.ts'
import { logEvent } from '#server/platform/core/security-log.ts'
import { ofShop } from '#server/platform/db/shop-rows.ts'
import type { ShopDetail, ShopListInput, ShopPage, ShopRow } from '#shared/admin/shops.ts'
import { shopMessages } from '#shared/admin/shop-messages.ts'
import { AppError } from '#shared/errors.ts'
import { sortKey } from '#shared/turkish.ts'

import { administer, inShopOf } from './queries.ts'
import { pageOfAccounts } from './page-of-accounts.ts'
import { findShops } from './shop-rows.ts'
import { usageOf } from './usage.ts'

/** One page of the shops under a search, in an order. Administrators only. */
export async function listShops(ctx: Ctx, input: ShopListInput): Promise<ShopPage> {
  const shops = await findShops(requireAdmin(ctx))
  const found = shops.filter((shop) => isIn(shop, input.state))
  return pageOfAccounts(found, input, (shop) => keyOf(shop, input.sort))
}

const isIn = ({ deleted_at, suspended_at }: ShopRow, state: ShopListInput['state']): boolean =>
  state === 'deleted'
    ? deleted_at !== null
    : deleted_at === null && (state === 'current' || suspended_at !== null)

/** Shops without a name of their own are sorted by their user's; what is not known comes before all. */
function keyOf(shop: ShopRow, sort: ShopListInput['sort']): string | number {
  if (sort === 'username') return sortKey(shop.username)
  if (sort === 'company_name') return sortKey(shop.company_name || shop.username)
  const value = shop[sort]
  if (typeof value === 'string') return value
  return sort === 'license_end_date' || sort === 'last_used_at' ? '' : (value ?? -1)
}

/** One shop, also a deleted one, with what it stores now. Administrators only. Throws NOT_FOUND. */
export async function getShop(ctx: Ctx, { id }: { id: number }): Promise<ShopDetail> {
  const admin = requireAdmin(ctx)
  const row = (await findShops(admin)).find((shop) => shop.id === id)
  if (row === undefined) throw shopNotFound()
  const [{ suspended_reason }, closed, { kayit_sayisi, ...bytes }] = await Promise.all([
    admin.db
      .selectFrom('shops')
      .where('id', '=', id)
      .select('suspended_reason')
      .executeTakeFirstOrThrow(shopNotFound),
    admin.db
      .selectFrom('users')
      .where('shop_id', '=', id)
      .where('role', '<>', 'owner')
      .where('deleted_at', 'is not', null)
      .where('erased_at', 'is', null)
      .orderBy('id')
      .select(['id', 'username', 'deleted_at'])
      .execute(),
    usageOf(ofShop(ctx.db, id), id),
  ])
  return {
    ...row,
    ...bytes,
    kayit_sayisi,
    bytes: bytes.logo_bytes + bytes.belge_bytes,
    suspended_reason,
    closed_staff: closed.map(({ deleted_at, ...member }) => ({
      ...member,
      closed_at: (deleted_at ?? admin.now).toISOString(),
    })),
  }
}

export const shopNotFound = () => new AppError('NOT_FOUND', shopMessages.notFound)

/** Ends all sessions in a shop except the caller's own. Administrators only, after their password. Throws NOT_FOUND. */
export async function endShopSessions(ctx: Ctx, { id }: { id: number }): Promise<{ ended: number }> {
  const ended = await administer(ctx, id, async (trx) => {
    const { user: caller, session } = trx.actor
    let sum = 0
    for (const user of await peopleOf(trx, id))
      sum += await endOtherSessions(trx, user, user === caller ? session.id : null)
    return sum
  })
  logEvent(ctx, 'sessions ended', { targetId: id, ended })
  return { ended }
}

/** The ids of a shop's owner and staff, closed accounts too. */
async function peopleOf({ db }: Pick<UserCtx, 'db'>, shop: number): Promise<number[]> {
  const people = await db.selectFrom('users').where('shop_id', '=', shop).orderBy('id').select('id').execute()
  return people.map(({ id }) => id)
}

/**
 * Suspends a shop, or changes the reason: nobody in it can log in or use a session or token. Administrators only, after
 * their password. Throws NOT_FOUND, and INVALID for the own shop, which keeps one administrator at work.
 */
export async function suspendShop(ctx: Ctx, { id, reason }: { id: number; reason: string }): Promise<void> {
  await administer(ctx, id, async (trx, { username: title, suspended_at, suspended_reason: before }) => {
    if (id === trx.actor.user) throw new AppError('INVALID', shopMessages.ownKept, { field: 'id' })
    if (suspended_at !== null && before === reason) return
    await setSuspension(trx, id, { suspended_at: suspended_at ?? ctx.now, suspended_reason: reason })
    const detail = reason === before ? {} : { fields: [{ name: 'suspended_reason', before, after: reason }] }
    await recordChange(inShopOf(trx, id), { noun: 'user', id, verb: 'suspend', title, detail })
  })
  logEvent(ctx, 'shop suspended', { targetId: id })
}

/** Opens a suspended shop; its sessions count again. Administrators only, after their password. Throws NOT_FOUND. */
export async function openShop(ctx: Ctx, { id }: { id: number }): Promise<void> {
  await administer(ctx, id, async (trx, { username: title, suspended_at }) => {
    if (suspended_at === null) return
    await setSuspension(trx, id, { suspended_at: null, suspended_reason: '' })
    await recordChange(inShopOf(trx, id), { noun: 'user', id, verb: 'reopen', title })
  })
  logEvent(ctx, 'shop opened', { targetId: id })
}

type Suspension = { suspended_at: Date | null; suspended_reason: string }

const setSuspension = ({ db }: UserCtx, id: number, suspension: Suspension) =>
  db.updateTable('shops').set(suspension).where('id', '=', id).execute()
