import { type Kysely, sql } from 'kysely'

import { inLogOfShop } from '#server/auth/accounts.ts'
import { clearAllAttempts } from '#server/auth/throttle.ts'
import { type ShopCtx, ownRows } from '#server/platform/core/own-rows.ts'
import { recordChange } from '#server/platform/core/changes.ts'
import type { Ctx, UserCtx } from '#server/platform/core/context.ts'
import { purgeInBatches } from '#server/platform/core/purge.ts'
import { logEvent } from '#server/platform/core/security-log.ts'
import { countDeleted, countRows } from '#server/platform/db/row-counts.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { scopeToShop } from '#server/platform/db/shop-scope.ts'
import { forgetSender } from '#server/feedback/operations.ts'
import type { EraseMemberInput, EraseShopInput } from '#shared/admin/shops.ts'
import { shopMessages } from '#shared/admin/shop-messages.ts'
import { ERASED_USER_NAME } from '#shared/change/rules.ts'
import type { ChangeDetail } from '#shared/change/schema.ts'
import { AppError } from '#shared/errors.ts'
import { foldUserName } from '#shared/turkish.ts'

import { runAsAdmin } from './queries.ts'
import { shopNotFound } from './shops.ts'

/** The tables whose rows requests may not delete: they go with the shop's row. */
const APPENDED = ['payment', 'day_end', 'cash_expense', 'quote_answer'] as const

/** The shop's large tables with an `id`, each before the tables that it points to. */
const NUMBERED = [
  'islem',
  'belge',
  'mail',
  'share',
  'intake',
  'delivery',
  'kayit',
  'reminder',
  'vehicle',
  'customer',
  'expense',
  'expense_repetition',
  'item_price',
  'item_package',
  'feedback',
  'erasure',
  'data_request',
] as const
/** The shop's other tables, which are emptied in one statement each. */
const OWNED = [
  'quote',
  'expense_repetition_month',
  'item_memory',
  'operation_totals',
  'status_totals',
  'make_totals',
  'day_totals',
  'idempotency_keys',
  'logo',
  'shop_usage',
] as const
/** Tables with rows of one person: the owner or a member of staff. */
const OF_PERSONS = ['consents', 'sessions', 'known_places', 'passkey', 'new_login'] as const

/** Kinds of failed logins that are stored under the typed user name. */
const TRIED_NAMES = ['password', 'code'] as const

type Counts = Record<string, number>

/**
 * Erases a deleted shop for good, in one transaction: all its rows, users and log, and its owner's name in other shops' logs.
 * Administrators only, after their password. Throws NOT_FOUND, CONFLICT while the shop is not deleted, and INVALID where
 * the typed user name differs.
 */
export async function eraseShop(ctx: Ctx, { id, username, reason }: EraseShopInput): Promise<Counts> {
  const counts = await runAsAdmin({ ...ctx, db: scopeToShop(ctx.db, id) }, async (trx) => {
    await lockDeleted(trx, { id, username })
    const counted = await removeShop(trx, id)
    await register(trx, { kind: 'shop', subject_id: id, reason }, counted)
    await recordChange(trx, { noun: 'user', id, verb: 'erase', title: ERASED_USER_NAME })
    return counted
  })
  logEvent(ctx, 'shop erased', { targetId: id })
  return counts
}

/** The parts of a context that an erasure needs; one that is repeated after a restore has no caller. */
export type Erasing = Pick<UserCtx, 'db' | 'now'>

/** Removes every row of a shop, its users and its log; returns the number of rows by table. */
export async function removeShop(trx: Erasing, id: number): Promise<Counts> {
  const users = await trx.db
    .selectFrom('users')
    .where('shop_id', '=', id)
    .select(['id', 'username_key'])
    .execute()
  const people = users.map((user) => user.id)
  for (const { username_key } of users) await clearAllAttempts(trx, username_key, TRIED_NAMES)
  await trx.db.updateTable('users').set({ erased_at: trx.now }).where('id', '=', id).execute()
  const counted = await emptyTables(trx, id)
  for (const table of OF_PERSONS)
    counted[table] = await countRows(trx.db.selectFrom(table).where('user_id', 'in', people))
  // Deleting the shop also deletes every row that points to it or its users, in any table.
  counted['users'] = people.length
  await trx.db.deleteFrom('shops').where('id', '=', id).execute()
  return counted
}

/** Locks the shop's row and its owner's until the end of the transaction. */
async function lockDeleted(
  { db }: UserCtx,
  { id, username }: Pick<EraseShopInput, 'id' | 'username'>,
): Promise<void> {
  const owner = await db
    .selectFrom('users')
    .innerJoin('shops', 'shops.id', 'users.id')
    .where('users.id', '=', id)
    .select(['users.username', 'users.deleted_at'])
    .forUpdate()
    .executeTakeFirstOrThrow(shopNotFound)
  if (owner.deleted_at === null) throw new AppError('CONFLICT', shopMessages.stillOpen)
  if (foldUserName(username) !== foldUserName(owner.username))
    throw new AppError('INVALID', shopMessages.nameDiffers, { field: 'username' })
}

async function emptyTables({ db }: Erasing, shop: number): Promise<Counts> {
  // A car points to the car that it was merged into, which may be deleted in an earlier batch.
  for (const table of ['vehicle', 'customer'] as const)
    await db
      .updateTable(table)
      .set({ merged_into: null })
      .where('shop_id', '=', shop)
      .where('merged_into', 'is not', null)
      .execute()
  const counts: Counts = {}
  for (const table of NUMBERED)
    counts[table] = await purgeInBatches((limit) => {
      const ids = db.selectFrom(table).where('shop_id', '=', shop).select('id').limit(limit)
      return countDeleted(db.deleteFrom(table).where('shop_id', '=', shop).where('id', 'in', ids))
    })
  for (const table of OWNED)
    counts[table] = await countDeleted(db.deleteFrom(table).where('shop_id', '=', shop))
  for (const table of APPENDED)
    counts[table] = await countRows(db.selectFrom(table).where('shop_id', '=', shop))
  counts['change'] = await purgeInBatches(async (limit) => {
    const call = sql<{ count: number }>`select remove_changes(${shop}, ${limit}) as count`
    return (await call.execute(db)).rows[0]?.count ?? 0
  })
  await forgetActor(db, shop, shop)
  return counts
}

/** Removes the user's name from the shops' logs, and from payments, day-ends and forms of the user's `own` shop; the entries stay. */
async function forgetActor(db: UserCtx['db'], id: number, own: number): Promise<void> {
  const logs = await db
    .selectFrom('change')
    .where((eb) => eb.or([eb('actor_id', '=', id), eb.and({ noun: 'user', target_id: id })]))
    .select('shop_id')
    .distinct()
    .execute()
  // Payments and day-ends outlive the log.
  const shops = new Set([own, ...logs.map(({ shop_id }) => shop_id)])
  for (const shop of shops) await sql`select forget_actor(${shop}, ${id})`.execute(db)
  for (const table of ['intake', 'delivery'] as const)
    await db
      .updateTable(table)
      .set({ actor_name: ERASED_USER_NAME })
      .where('shop_id', '=', own)
      .where('actor_id', '=', id)
      .execute()
}

type Entry = { kind: 'shop' | 'user'; subject_id: number; reason: string }

async function register({ db, now, actor }: UserCtx, entry: Entry, counted: Counts): Promise<void> {
  const counts = sql<string>`${JSON.stringify(counted)}::text::jsonb`
  await db
    .insertInto('erasure_register')
    .values({ ...entry, at: now, by_user: actor.user, counts })
    .execute()
}

/**
 * Erases the data of a member of staff whose account is closed. What they did and wrote stays, by 'Silinmiş kullanıcı'.
 * Administrators only, after their password. Throws NOT_FOUND.
 */
export async function eraseMember(ctx: Ctx, { id, reason }: EraseMemberInput): Promise<void> {
  await runAsAdmin(ctx, async (trx) => {
    const { shop, counts } = await removeMember(trx, id)
    await register(trx, { kind: 'user', subject_id: id, reason }, counts)
    await recordChange(inLogOfShop(trx, shop), { noun: 'user', id, verb: 'erase', title: ERASED_USER_NAME })
  })
  logEvent(ctx, 'user erased', { targetId: id })
}

/** Erases a closed account and its user's rows; returns the shop, and the number of rows by table. */
async function removeMember(trx: Erasing, id: number): Promise<{ shop: number; counts: Counts }> {
  const { db } = trx
  const { shop, username_key } = await eraseAccount(trx, id)
  await clearAllAttempts(trx, username_key, TRIED_NAMES)
  const counts: Counts = { users: 1 }
  const sessions = db.selectFrom('sessions').where('user_id', '=', id).select('id')
  await db.deleteFrom('passkey_challenge').where('session_id', 'in', sessions).execute()
  await db.deleteFrom('reset_links').where('made_by', '=', id).execute()
  for (const table of OF_PERSONS)
    counts[table] = await countDeleted(db.deleteFrom(table).where('user_id', '=', id))
  for (const table of ['reset_links', 'second_factors'] as const)
    await db.deleteFrom(table).where('user_id', '=', id).execute()
  await forgetActor(db, id, shop)
  return { shop, counts }
}

/** Repeats the erasure of an account that an older backup has brought back, possibly as an open one. */
export async function eraseMemberAgain(trx: Erasing, id: number): Promise<void> {
  await trx.db
    .updateTable('users')
    .set({ deleted_at: trx.now })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .execute()
  await removeMember(trx, id)
}

/** Empties the row of a closed account, to which other rows refer, and takes its name out of the messages it sent. */
async function eraseAccount({ db, now }: Erasing, id: number) {
  const found = await db
    .selectFrom('users')
    .where('id', '=', id)
    .where('role', '<>', 'owner')
    .select(['shop_id', 'deleted_at', 'erased_at', 'username', 'username_key', 'name_surname'])
    .forUpdate()
    .executeTakeFirst()
  if (found === undefined || found.deleted_at === null || found.erased_at !== null)
    throw new AppError('NOT_FOUND', shopMessages.memberNotFound)
  const { shop_id: shop, username, username_key, name_surname } = found
  const inShop = { db, actor: { shop } }
  const names = [username, name_surname, ...(await earlierNames(inShop, id))].filter((name) => name !== '')
  await forgetSender(inShop, { id, names: new Set(names) })
  const erased = {
    username: ERASED_USER_NAME,
    username_key: `silinmis-${id}`,
    email: '',
    email_key: '',
    name_surname: '',
    password_hash: '',
    preferences: '{}',
    calendar_hash: null,
    calendar_made_at: null,
    erased_at: now,
  }
  await db.updateTable('users').set(erased).where('id', '=', id).execute()
  return { shop, username_key }
}

/** Returns the former names of a user, as far as the change log still has them. */
async function earlierNames(shop: ShopCtx, id: number) {
  const rows = await ownRows(shop, 'change')
    .where('noun', '=', 'user')
    .where('target_id', '=', id)
    .where('verb', '=', 'update')
    .select('detail')
    .execute()
  return rows.flatMap(({ detail }) => {
    const { fields = [] } = JSON.parse(detail) as ChangeDetail
    return fields.flatMap(({ name, before }) =>
      (name === 'username' || name === 'name_surname') && typeof before === 'string' ? [before] : [],
    )
  })
}

/** Years for which the record of an erasure is kept (by-law on erasure, art. 7/3). */
const RETENTION_YEARS = 3

/** Removes the entries of the register that are older than three years; returns how many. */
export function purgeShopErasures(db: Kysely<DB>, now: Date): Promise<number> {
  const before = new Date(now)
  before.setUTCFullYear(before.getUTCFullYear() - RETENTION_YEARS)
  return countDeleted(db.deleteFrom('erasure_register').where('at', '<', before))
}
