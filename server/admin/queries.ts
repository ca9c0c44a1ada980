import { type SelectQueryBuilder, type Selectable, sql } from 'kysely'

import type { UserCtx } from '#server/platform/core/context.ts'
import type { DB } from '#server/platform/db/schema.ts'
import type { FeedbackListInput, FeedbackSort, User } from '#shared/admin/schema.ts'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { AUTH_ADMIN } from '#shared/options.ts'
import { containsPattern, foldName } from '#shared/turkish.ts'

import { userView } from './view.ts'

/** Columns that an administrator enters: of the owner, and of the shop. */
const OWNER_FIELDS = ['username', 'email', 'name_surname', 'auth'] as const satisfies (keyof DB['users'])[]
const SHOP_FIELDS = [
  'company_name',
  'company_tel',
  'company_adress',
  'license_type',
  'license_end_date',
] as const satisfies (keyof DB['shops'])[]

/** In the order in which the change log names them. */
export const USER_FIELDS = ['username', 'email', 'name_surname', ...SHOP_FIELDS, 'auth'] as const

export type UserFields = Pick<Selectable<DB['users']>, (typeof OWNER_FIELDS)[number]> &
  Pick<Selectable<DB['shops']>, (typeof SHOP_FIELDS)[number]>

/** Every shop's owner that is not deleted, the newest first. Staff are the owner's business (decision 29). */
export async function findUsers(ctx: UserCtx): Promise<User[]> {
  const rows = await shownUsers(ctx).orderBy('users.id', 'desc').execute()
  return rows.map(userView)
}

/** One owner of a shop. Throws NOT_FOUND, also for staff. */
export async function requireUser(ctx: UserCtx, id: number): Promise<User> {
  const row = await shownUsers(ctx).where('users.id', '=', id).executeTakeFirst()
  if (row === undefined) throw userNotFound()
  return userView(row)
}

const shownUsers = ({ db }: UserCtx) =>
  db
    .selectFrom('users')
    .innerJoin('shops', 'shops.id', 'users.id')
    .leftJoin('logo', 'logo.shop_id', 'users.id')
    .where('users.deleted_at', 'is', null)
    .select(['users.id', ...USER_FIELDS, 'version', 'logo.created_at as logo_at'])

/**
 * The fields of an owner and the shop, the version, and the suspension. Both rows are locked until the end of the
 * transaction. Throws NOT_FOUND.
 */
export async function lockUser({ db }: UserCtx, id: number) {
  const row = await db
    .selectFrom('users')
    .innerJoin('shops', 'shops.id', 'users.id')
    .where('users.id', '=', id)
    .where('users.deleted_at', 'is', null)
    .select([...USER_FIELDS, 'version', 'suspended_at', 'suspended_reason'])
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (row === undefined) throw userNotFound()
  return row
}

/**
 * Locks all administrators until the end of the transaction, so that only one of two who take each other's role
 * away succeeds. No administrator can take away the own role or delete the own account, so one always remains.
 * Throws FORBIDDEN when the actor is no administrator any more, or was suspended by the other, and UNAUTHENTICATED when
 * the session has ended while it waited for the lock.
 */
export async function requireStillAdmin(ctx: UserCtx): Promise<void> {
  const admins = await lockAdmins(ctx)
  await ctx.requireSession?.(ctx.db)
  if (!admins.includes(ctx.actor.user)) throw new AppError('FORBIDDEN', messages.forbidden)
}

/**
 * The administrators' ids. Locks the rows of these users and their shops, always in the same order, until the end of the
 * transaction.
 */
async function lockAdmins({ db }: UserCtx): Promise<number[]> {
  const rows = await db
    .selectFrom('users')
    .innerJoin('shops', 'shops.id', 'users.id')
    .where('users.auth', '=', AUTH_ADMIN)
    .where('users.deleted_at', 'is', null)
    .where('shops.suspended_at', 'is', null)
    .orderBy('users.id')
    .select('users.id')
    .forNoKeyUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

export const userNotFound = () => new AppError('NOT_FOUND', messages.userNotFound)

const feedbackSortColumns = {
  created_at: 'created_at',
  sender_name: 'sender_sort_key',
  sender_email: 'email_sort_key',
  subject: 'subject_sort_key',
} as const satisfies Record<FeedbackSort, keyof DB['feedback']>

/** The feedbacks whose sender, subject or message contains a text. */
export function foundFeedbacks({ db }: UserCtx, q: string) {
  const needle = foldName(q)
  const all = db.selectFrom('feedback').where('deleted_at', 'is', null)
  return needle === '' ? all : all.where('search_text', 'like', containsPattern(needle))
}

/** Sorts by a key. Rows with equal keys stay in the order of arrival, in a descending list the newest first. */
export function sortedFeedbacks<O>(
  query: SelectQueryBuilder<DB, 'feedback', O>,
  { sort, dir }: Pick<FeedbackListInput, 'sort' | 'dir'>,
): SelectQueryBuilder<DB, 'feedback', O> {
  return query.orderBy(sql.ref(feedbackSortColumns[sort]), dir).orderBy('id', dir)
}
