import type { Selectable } from 'kysely'

import { inLogOfShop } from '#server/auth/accounts.ts'
import {
  type Ctx,
  inTransaction,
  requireAdmin,
  requireConfirmed,
  type UserCtx,
} from '#server/platform/core/context.ts'
import { logoUrl } from '#server/platform/core/logo-url.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { compare } from '#server/platform/lib/compare.ts'
import type { User } from '#shared/admin/schema.ts'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { AUTH_ADMIN } from '#shared/options.ts'
import { foldName, foldUserName } from '#shared/turkish.ts'

/** Runs an administrator's change, after the password, while no administrator can lose the role. */
export function runAsAdmin<T>(ctx: Ctx, change: (trx: UserCtx) => Promise<T>): Promise<T> {
  return inTransaction(requireConfirmed(requireAdmin(ctx)), async (trx) => {
    await requireStillAdmin(trx)
    return change(trx)
  })
}

/**
 * Changes an owner's account or shop, with both locked; `change` gets the context that writes into the shop's log, whose
 * `actor.shop` is that shop and not the administrator's. Administrators only, after their password. Throws NOT_FOUND.
 */
export function changeAsAdmin<T>(
  ctx: Ctx,
  id: number,
  change: (inShop: UserCtx, user: Awaited<ReturnType<typeof lockOwner>>) => Promise<T>,
): Promise<T> {
  return runAsAdmin(ctx, async (trx) => change(inLogOfShop(trx, id), await lockOwner(trx, id)))
}

/** Columns of the owner and the shop that an administrator enters, in the order of the change log. */
export const USER_FIELDS = [
  'username',
  'email',
  'name_surname',
  'company_name',
  'company_tel',
  'company_adress',
  'license_type',
  'license_end_date',
  'auth',
] as const

export type UserFields = Pick<Selectable<DB['users'] & DB['shops']>, (typeof USER_FIELDS)[number]>

/** Returns every shop's owner that is not deleted, the newest first. Owners manage their staff (decision 29). */
export const findUsers = async (ctx: UserCtx): Promise<User[]> =>
  withLogos(ctx, await shownUsers(ctx).orderBy('users.id', 'desc').execute())

/** Returns one owner of a shop. Throws NOT_FOUND, also for staff. */
export async function requireUser(ctx: UserCtx, id: number): Promise<User> {
  const row = await shownUsers(ctx).where('users.id', '=', id).executeTakeFirstOrThrow(userNotFound)
  const [user] = await withLogos(ctx, [row], id)
  return user as User
}

/**
 * Adds the addresses of the logos, of one shop or of all. A separate statement reads them, because Citus 13.2.2 crashes
 * while it plans the join of all owners with the logos (docs/scale.md).
 */
async function withLogos(
  { db }: UserCtx,
  rows: Omit<User, 'company_logo'>[],
  shop?: number,
): Promise<User[]> {
  const all = db.selectFrom('logo').select(['shop_id', 'created_at'])
  const logos = await (shop === undefined ? all : all.where('shop_id', '=', shop)).execute()
  const times = new Map(logos.map(({ shop_id, created_at }) => [shop_id, created_at]))
  return rows.map((row) => ({
    ...row,
    company_logo: logoUrl({ shop_id: row.id, logo_at: times.get(row.id) ?? null }),
  }))
}

const shownUsers = ({ db }: UserCtx) =>
  db
    .selectFrom('users')
    .innerJoin('shops', 'shops.id', 'users.id')
    .where('users.deleted_at', 'is', null)
    .select(['users.id', ...USER_FIELDS, 'version'])

/** Locks an owner and the shop; returns the fields, version and suspension. Throws NOT_FOUND. */
export const lockOwner = ({ db }: UserCtx, id: number) =>
  db
    .selectFrom('users')
    .innerJoin('shops', 'shops.id', 'users.id')
    .where('users.id', '=', id)
    .where('users.deleted_at', 'is', null)
    .select([...USER_FIELDS, 'version', 'suspended_at', 'suspended_reason'])
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(userNotFound)

/**
 * Locks all administrators in the order of their ids: if two demote each other, one succeeds and remains. Throws
 * FORBIDDEN when the actor is no administrator any more or was suspended, and UNAUTHENTICATED when the session has ended.
 */
export async function requireStillAdmin({ db, actor, recheckSession }: UserCtx): Promise<void> {
  const admins = await db
    .selectFrom('users')
    .innerJoin('shops', 'shops.id', 'users.id')
    .where('users.auth', '=', AUTH_ADMIN)
    .where('users.deleted_at', 'is', null)
    .where('shops.suspended_at', 'is', null)
    .orderBy('users.id')
    .select('users.id')
    .forNoKeyUpdate()
    .execute()
  await recheckSession?.(db)
  if (!admins.some(({ id }) => id === actor.user)) throw new AppError('FORBIDDEN', messages.forbidden)
}

export const userNotFound = () => new AppError('NOT_FOUND', messages.userNotFound)

type Account = { id: number; username: string; email?: string; name_surname: string; company_name: string }
type ListInput = { q: string; dir: 'asc' | 'desc'; page: number; size: number }

/**
 * Returns one page of users or shops. An installation has hundreds, so they are searched and sorted here: search columns
 * would have to be updated by every write to an account (docs/database.md).
 */
export function pageOfAccounts<Row extends Account>(
  rows: readonly Row[],
  { q, dir, page, size }: ListInput,
  keyOf: (row: Row) => string | number,
): { items: Row[]; total: number } {
  const found = rows.filter(isHit(q))
  const sign = dir === 'asc' ? 1 : -1
  const keyed = found.map((row) => ({ row, key: keyOf(row) }))
  keyed.sort((a, b) => sign * (compare(a.key, b.key) || a.row.id - b.row.id))
  const items = keyed.slice((page - 1) * size, page * size).map(({ row }) => row)
  return { items, total: found.length }
}

/** Returns a predicate that matches by Turkish rules, and user names and e-mails also in the form of a login. */
function isHit(q: string): (row: Account) => boolean {
  const [name, account] = [foldName(q), foldUserName(q)]
  if (name === '') return () => true
  return ({ username, email = '', name_surname, company_name }) =>
    [username, email, name_surname, company_name].some((text) => foldName(text).includes(name)) ||
    (account !== '' && [username, email].some((text) => foldUserName(text).includes(account)))
}
