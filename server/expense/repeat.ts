import { recordChange } from '#server/platform/core/changes.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import { liveRows, updateOwn } from '#server/platform/core/own-rows.ts'
import { countRows } from '#server/platform/db/row-counts.ts'
import { fieldChanges } from '#shared/change/rules.ts'
import { firstOfMonth } from '#shared/date.ts'
import { AppError } from '#shared/errors.ts'
import {
  canBeAutomatic,
  MAX_REPETITIONS,
  monthAfter,
  REPEATED_FIELDS,
  type RepeatChoice,
  type RepeatedValues,
  repetitionMessages,
} from '#shared/expense/repetition.ts'
import type { Expense } from '#shared/expense/schema.ts'

import { closeMonth, type StoredRepetition } from './repetition-rows.ts'

type Wanted = {
  /** The locked repetition of the expense. */
  repetition: StoredRepetition | undefined
  repeat?: RepeatChoice | undefined
  repeat_values?: boolean | undefined
}

/**
 * Lets a stored expense repeat, changes how it does, or ends that. Throws INVALID for a cash expense that would be stored
 * by itself, and for more repetitions than a shop may have.
 */
export async function applyRepeat(
  ctx: UserCtx,
  expense: Expense,
  { repetition, repeat, repeat_values = false }: Wanted,
): Promise<void> {
  if (repeat === 'none') return repetition && setEnded(ctx, repetition, true)
  if (repetition === undefined) {
    if (repeat !== undefined) await startRepetition(ctx, expense, repeat === 'automatic')
    return
  }
  const before = { ...valuesOf(repetition), is_automatic: repetition.is_automatic }
  const after = {
    ...(repeat_values ? valuesOf(expense) : valuesOf(repetition)),
    is_automatic: repeat === undefined ? repetition.is_automatic : repeat === 'automatic',
  }
  requireAskedCash(after)
  const fields = fieldChanges(LOGGED, before, after)
  if (fields.length === 0) return
  await updateOwn(ctx, 'expense_repetition')
    .set({ ...after, version: repetition.version + 1, updated_at: ctx.now })
    .where('id', '=', repetition.id)
    .execute()
  await recordChange(ctx, {
    noun: 'repetition',
    id: repetition.id,
    verb: 'update',
    title: after.title,
    detail: { fields },
  })
}

const LOGGED = [...REPEATED_FIELDS, 'is_automatic'] as const

const valuesOf = (row: RepeatedValues): RepeatedValues => ({
  title: row.title,
  amount_kurus: row.amount_kurus,
  method: row.method,
  category: row.category,
  vat_rate: row.vat_rate,
  note: row.note,
})

function requireAskedCash({ is_automatic, method }: RepeatedValues & { is_automatic: boolean }): void {
  if (is_automatic && !canBeAutomatic({ method }))
    throw new AppError('INVALID', repetitionMessages.cashIsAsked, { field: 'repeat' })
}

/**
 * Begins with the month of the expense, which is done. Later months that have an expense of this title are done, too:
 * the user has entered them by hand.
 */
async function startRepetition(ctx: UserCtx, expense: Expense, is_automatic: boolean): Promise<void> {
  const values = valuesOf(expense)
  requireAskedCash({ ...values, is_automatic })
  // The limit need not be exact, so concurrent calls take no lock for it.
  if ((await countRows(liveRows(ctx, 'expense_repetition'))) >= MAX_REPETITIONS)
    throw new AppError('INVALID', repetitionMessages.tooMany, { field: 'repeat' })
  const first_month = firstOfMonth(expense.spend_date)
  const day_of_month = Number(expense.spend_date.slice(8))
  const { id } = await ctx.db
    .insertInto('expense_repetition')
    .values({
      shop_id: ctx.actor.shop,
      ...values,
      day_of_month,
      first_month,
      is_automatic,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const later = await liveRows(ctx, 'expense')
    .where('title', '=', expense.title)
    .where('spend_date', '>=', monthAfter(expense.spend_date))
    .orderBy('spend_date')
    .select(['id', 'spend_date'])
    .execute()
  const done = new Map([[first_month, expense.id]])
  for (const { id: expense_id, spend_date } of later) done.set(firstOfMonth(spend_date), expense_id)
  for (const [month, expense_id] of done) await closeMonth(ctx, { id, month, expense_id })
  const fields = fieldChanges(
    ['amount_kurus', 'day_of_month', 'is_automatic'],
    { amount_kurus: null, day_of_month: null, is_automatic: null },
    { ...values, day_of_month, is_automatic },
  )
  await recordChange(ctx, {
    noun: 'repetition',
    id,
    verb: 'create',
    title: expense.title,
    detail: { fields },
  })
}

/** Ends a repetition, or resumes one that was ended. Its row is locked, or changed by this statement first. */
export async function setEnded(
  ctx: UserCtx,
  { id, title }: Pick<StoredRepetition, 'id' | 'title'>,
  isEnded: boolean,
): Promise<void> {
  await updateOwn(ctx, 'expense_repetition')
    .set({ deleted_at: isEnded ? ctx.now : null, updated_at: ctx.now })
    .where('id', '=', id)
    .execute()
  await recordChange(ctx, { noun: 'repetition', id, verb: isEnded ? 'end' : 'restore', title })
}
