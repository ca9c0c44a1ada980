import type { Selectable } from 'kysely'

import { today, type UserCtx } from '#server/platform/core/context.ts'
import { inSameShop, liveRows, ownRows, type ShopCtx } from '#server/platform/core/own-rows.ts'
import type { DB } from '#server/platform/db/schema.ts'
import type { Day } from '#shared/date.ts'
import { AppError } from '#shared/errors.ts'
import {
  dueDayIn,
  firstProposedMonth,
  REPEATED_FIELDS,
  repetitionMessages,
} from '#shared/expense/repetition.ts'

const COLUMNS = ['id', ...REPEATED_FIELDS, 'day_of_month', 'first_month', 'is_automatic', 'version'] as const

export type StoredRepetition = Pick<Selectable<DB['expense_repetition']>, (typeof COLUMNS)[number]>

/** A month of a repetition, as its first day. */
export type RepeatedMonth = { id: number; month: Day }

/** Returns the shop's repetitions that have not ended. */
export const readRepetitions = (shop: ShopCtx): Promise<StoredRepetition[]> =>
  liveRows(shop, 'expense_repetition').orderBy('id').select(COLUMNS).execute()

/** Returns the months that are done, of those that are proposed today. */
export const readDoneMonths = (shop: ShopCtx, day: Day) =>
  ownRows(shop, 'expense_repetition_month')
    .where('month', '>=', firstProposedMonth(day))
    .orderBy('month')
    .select(['repetition_id', 'month', 'expense_id'])
    .execute()

/** Locks a repetition until the end of the transaction; `undefined` for an ended or another shop's one. */
export const lockRepetition = (shop: ShopCtx, id: number): Promise<StoredRepetition | undefined> =>
  liveRows(shop, 'expense_repetition')
    .where('id', '=', id)
    .select(COLUMNS)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Locks the repetition of an expense; `undefined` for an expense that does not repeat. */
export async function lockRepetitionOf(
  ctx: UserCtx,
  expenseId: number,
): Promise<StoredRepetition | undefined> {
  const found = await liveRows(ctx, 'expense_repetition')
    .innerJoin(
      'expense_repetition_month',
      inSameShop('expense_repetition.id', 'expense_repetition_month.repetition_id'),
    )
    .where('expense_repetition_month.expense_id', '=', expenseId)
    .select('expense_repetition.id')
    .executeTakeFirst()
  return found && lockRepetition(ctx, found.id)
}

export const repetitionNotFound = () => new AppError('NOT_FOUND', repetitionMessages.notFound)

/** Returns the locked repetition of a month. Throws NOT_FOUND, and CONFLICT for a month that is done or not due. */
export async function lockProposal(ctx: UserCtx, proposal: RepeatedMonth): Promise<StoredRepetition> {
  const repetition = await lockRepetition(ctx, proposal.id)
  if (repetition === undefined) throw repetitionNotFound()
  if (dueDayIn(proposal.month, repetition.day_of_month) > today(ctx))
    throw new AppError('CONFLICT', repetitionMessages.notDue)
  if ((await readMonth(ctx, proposal)) !== undefined)
    throw new AppError('CONFLICT', repetitionMessages.monthDone)
  return repetition
}

/** Returns a month that is done; `undefined` for one that is not. */
export const readMonth = (shop: ShopCtx, { id, month }: RepeatedMonth) =>
  ownRows(shop, 'expense_repetition_month')
    .where('repetition_id', '=', id)
    .where('month', '=', month)
    .select('expense_id')
    .executeTakeFirst()

type DoneMonth = RepeatedMonth & { expense_id: number | null }

/** Stores that a month is done: by an expense, or skipped. The caller has locked the repetition. */
export async function closeMonth(
  { db, actor, now }: ShopCtx & { now: Date },
  { id, month, expense_id }: DoneMonth,
): Promise<void> {
  await db
    .insertInto('expense_repetition_month')
    .values({ shop_id: actor.shop, repetition_id: id, month, expense_id, created_at: now })
    .execute()
}
