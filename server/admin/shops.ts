import { type Kysely, sql } from 'kysely'

import { inLogOfShop } from '#server/auth/accounts.ts'
import { readLastUses } from '#server/auth/sessions.ts'
import { recordChange } from '#server/platform/core/changes.ts'
import { type Ctx, requireAdmin, type UserCtx } from '#server/platform/core/context.ts'
import { logEvent } from '#server/platform/core/security-log.ts'
import { countDeleted } from '#server/platform/db/row-counts.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { scopeToShop } from '#server/platform/db/shop-scope.ts'
import { newEnd } from '#shared/admin/license-rules.ts'
import { changedMeanwhile, endTooLate, noEndDate, shopMessages } from '#shared/admin/shop-messages.ts'
import type { LicensesInput, ShopDetail, ShopListInput, ShopPage, ShopRow } from '#shared/admin/shops.ts'
import { AppError } from '#shared/errors.ts'
import { sortKey } from '#shared/turkish.ts'

import { changeAsAdmin, runAsAdmin, lockOwner, pageOfAccounts } from './queries.ts'

/** Returns one page of the shops that match a search. Administrators only. */
export async function listShops(ctx: Ctx, input: ShopListInput): Promise<ShopPage> {
  const shops = await findShops(requireAdmin(ctx))
  const found = shops.filter((shop) => isIn(shop, input.state))
  return pageOfAccounts(found, input, (shop) => keyOf(shop, input.sort))
}

const isIn = ({ deleted_at, suspended_at }: ShopRow, state: ShopListInput['state']): boolean =>
  state === 'deleted'
    ? deleted_at !== null
    : deleted_at === null && (state === 'current' || suspended_at !== null)

/** Returns the sort key. A shop without a company name has its user name's; unknown values come first. */
function keyOf(shop: ShopRow, sort: ShopListInput['sort']): string | number {
  if (sort === 'username') return sortKey(shop.username)
  if (sort === 'company_name') return sortKey(shop.company_name || shop.username)
  const value = shop[sort]
  if (typeof value === 'string') return value
  return sort === 'license_end_date' || sort === 'last_used_at' ? '' : (value ?? -1)
}

/** Returns every shop with its use, also deleted ones, from accounts and daily counts (`countUsage`): it reads no shop's own rows. */
async function findShops({ db, now }: UserCtx): Promise<ShopRow[]> {
  const [users, uses, usage] = await Promise.all([
    db
      .selectFrom('users')
      .innerJoin('shops', 'shops.id', 'users.shop_id')
      .where('erased_at', 'is', null)
      .select(['users.id', 'shop_id', 'role', 'username', 'name_surname', 'auth', 'deleted_at'])
      .select(['company_name', 'license_type', 'license_end_date', 'version', 'suspended_at'])
      .execute(),
    readLastUses({ db, now }),
    db.selectFrom('shop_usage').select(['shop_id', 'kayit_sayisi', 'logo_bytes', 'belge_bytes']).execute(),
  ])
  const people = Map.groupBy(users, ({ shop_id }) => shop_id)
  const counted = new Map(usage.map(({ shop_id, ...row }) => [shop_id, row]))
  return users
    .filter(({ role }) => role === 'owner')
    .map(({ shop_id, role: _role, suspended_at, deleted_at, ...row }) => {
      const own = people.get(shop_id) ?? []
      const used = own.flatMap(({ id }) => uses.get(id) ?? [])
      const stored = counted.get(row.id)
      return {
        ...row,
        suspended_at: suspended_at?.toISOString() ?? null,
        deleted_at: deleted_at?.toISOString() ?? null,
        staff: own.filter((user) => user.role !== 'owner' && user.deleted_at === null).length,
        sessions: used.reduce((sum, { open }) => sum + open, 0),
        last_used_at:
          used.length === 0 ? null : new Date(Math.max(...used.map(({ at }) => at))).toISOString(),
        kayit_sayisi: stored?.kayit_sayisi ?? null,
        bytes: stored === undefined ? null : stored.logo_bytes + stored.belge_bytes,
      }
    })
}

/** Returns one shop, also a deleted one, with its current use. Administrators only. Throws NOT_FOUND. */
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
    usageOf(scopeToShop(ctx.db, id), id),
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
  const ended = await changeAsAdmin(ctx, id, ({ db, actor }) => {
    const people = db.selectFrom('users').where('shop_id', '=', id).select('id')
    const sessions = db.deleteFrom('sessions').where('user_id', 'in', people)
    return countDeleted(sessions.where('id', '<>', actor.session.id))
  })
  logEvent(ctx, 'sessions ended', { targetId: id, ended })
  return { ended }
}

/**
 * Suspends a shop, or changes the reason; its users cannot log in or use a session or token. Administrators only, after
 * their password. Throws NOT_FOUND, and INVALID for the caller's own shop, so that one administrator stays active.
 */
export async function suspendShop(ctx: Ctx, { id, reason }: { id: number; reason: string }): Promise<void> {
  await changeAsAdmin(ctx, id, async (trx, { username: title, suspended_at, suspended_reason: before }) => {
    if (id === trx.actor.user) throw new AppError('INVALID', shopMessages.ownKept, { field: 'id' })
    if (suspended_at !== null && before === reason) return
    await setSuspension(trx, id, { suspended_at: suspended_at ?? ctx.now, suspended_reason: reason })
    const detail = reason === before ? {} : { fields: [{ name: 'suspended_reason', before, after: reason }] }
    await recordChange(trx, { noun: 'user', id, verb: 'suspend', title, detail })
  })
  logEvent(ctx, 'shop suspended', { targetId: id })
}

/** Opens a suspended shop; its sessions count again. Administrators only, after their password. Throws NOT_FOUND. */
export async function openShop(ctx: Ctx, { id }: { id: number }): Promise<void> {
  await changeAsAdmin(ctx, id, async (trx, { username: title, suspended_at }) => {
    if (suspended_at === null) return
    await setSuspension(trx, id, { suspended_at: null, suspended_reason: '' })
    await recordChange(trx, { noun: 'user', id, verb: 'reopen', title })
  })
  logEvent(ctx, 'shop opened', { targetId: id })
}

type Suspension = { suspended_at: Date | null; suspended_reason: string }

const setSuspension = ({ db }: UserCtx, id: number, suspension: Suspension) =>
  db.updateTable('shops').set(suspension).where('id', '=', id).execute()

const LAST_DAY = '2200-12-31'

/**
 * Changes the ends of several shops' licences, all or none. Administrators only, after their password. Throws NOT_FOUND,
 * CONFLICT where one has changed since its version, and INVALID where one has no end or would end after 2200.
 */
export async function changeLicenses(ctx: Ctx, { shops, step }: LicensesInput): Promise<{ changed: number }> {
  // Shops are locked in the order of their ids, each once, so that concurrent calls do not deadlock.
  const asked = [...new Map(shops.map((shop) => [shop.id, shop])).values()].toSorted((a, b) => a.id - b.id)
  return runAsAdmin(ctx, async (trx) => {
    for (const shop of asked) await changeOne(trx, { ...shop, step })
    return { changed: asked.length }
  })
}

async function changeOne(
  trx: UserCtx,
  { id, version, step }: LicensesInput['shops'][number] & Pick<LicensesInput, 'step'>,
): Promise<void> {
  const row = await lockOwner(trx, id)
  const name = row.company_name || row.username
  if (row.version !== version) throw new AppError('CONFLICT', changedMeanwhile(name))
  const before = row.license_end_date
  const after = newEnd(before, step)
  if (after === null) throw new AppError('INVALID', noEndDate(name), { field: 'step' })
  if (after > LAST_DAY) throw new AppError('INVALID', endTooLate(name), { field: 'step' })
  if (after === before) return
  await trx.db.updateTable('shops').set({ license_end_date: after }).where('id', '=', id).execute()
  await trx.db
    .updateTable('users')
    .set({ version: version + 1 })
    .where('id', '=', id)
    .execute()
  await recordChange(inLogOfShop(trx, id), {
    noun: 'user',
    id,
    verb: 'update',
    title: row.username,
    detail: { fields: [{ name: 'license_end_date', before, after }] },
  })
}

const BYTES = sql<number>`octet_length(png)`

type Usage = { kayit_sayisi: number; logo_bytes: number; belge_bytes: number }

/** Counts the records and bytes of one shop. Its monthly totals are few rows, and its documents have an index. */
export async function usageOf(db: Kysely<DB>, shop: number): Promise<Usage> {
  const [statuses, logo, documents] = await Promise.all([
    db.selectFrom('status_totals').where('shop_id', '=', shop).select('count').execute(),
    db.selectFrom('logo').where('shop_id', '=', shop).select(BYTES.as('bytes')).executeTakeFirst(),
    db
      .selectFrom('belge')
      .where('shop_id', '=', shop)
      .select(({ fn }) => fn.sum<number | null>('boyut').as('bytes'))
      .executeTakeFirst(),
  ])
  return {
    kayit_sayisi: statuses.reduce((sum, { count }) => sum + count, 0),
    logo_bytes: logo?.bytes ?? 0,
    belge_bytes: documents?.bytes ?? 0,
  }
}

/** Stores every shop's use for the administrators' list; returns how many shops. `db` bypasses row-level security. */
export async function countUsage(db: Kysely<DB>, now: Date, stop?: AbortSignal): Promise<number> {
  const shops = await db
    .selectFrom('users')
    .where('role', '=', 'owner')
    .where('erased_at', 'is', null)
    .select('id')
    .execute()
  for (const { id: shop_id } of shops) {
    if (stop?.aborted === true) break
    const counted = { ...(await usageOf(db, shop_id)), counted_at: now }
    await db
      .insertInto('shop_usage')
      .values({ shop_id, ...counted })
      .onConflict((conflict) => conflict.column('shop_id').doUpdateSet(counted))
      .execute()
  }
  return shops.length
}
