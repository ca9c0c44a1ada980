import type { Kysely } from 'kysely'

import { recordChange, type Writer } from '#server/platform/core/changes.ts'
import { inTransaction, requireRight, today, type UserCtx } from '#server/platform/core/context.ts'
import { ownRows, type ShopCtx } from '#server/platform/core/own-rows.ts'
import { createPurge, restorableSince } from '#server/platform/core/purge.ts'
import { withSnapshot } from '#server/platform/core/snapshot.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { type Day, todayInIstanbul } from '#shared/date.ts'
import { dueDayIn, dueMonths, isStoredByItself } from '#shared/expense/repetition.ts'
import type { EndRepetitionInput, Repetitions, SkipInput } from '#shared/expense/schema.ts'

import { lockCategories } from './categories.ts'
import { setEnded } from './repeat.ts'
import {
  closeMonth,
  lockProposal,
  lockRepetition,
  readDoneMonths,
  readMonth,
  readRepetitions,
  type RepeatedMonth,
  repetitionNotFound,
  type StoredRepetition,
} from './repetition-rows.ts'
import { insertExpense } from './store.ts'

/** Returns the expenses that repeat, and the months of them that are due. Throws FORBIDDEN. */
export async function listRepetitions(ctx: UserCtx): Promise<Repetitions> {
  requireRight(ctx, 'figures')
  return withSnapshot(ctx, async (one) => {
    const [rows, months] = await Promise.all([readRepetitions(one), readDoneMonths(one, today(one))])
    const done = Map.groupBy(months, ({ repetition_id }) => repetition_id)
    const repetitions = rows.map(({ version: _version, first_month: _first, ...row }) => ({
      ...row,
      expense_ids: (done.get(row.id) ?? []).flatMap(({ expense_id }) => expense_id ?? []),
    }))
    return { repetitions, due: dueOf(rows, months, today(one)) }
  })
}

type DoneMonths = Awaited<ReturnType<typeof readDoneMonths>>

/** Returns the months that are due, the oldest first. */
function dueOf(rows: readonly StoredRepetition[], months: DoneMonths, day: Day): Repetitions['due'] {
  return rows
    .flatMap((row) => {
      const own = months.filter(({ repetition_id }) => repetition_id === row.id)
      const done = new Set(own.map(({ month }) => month))
      return dueMonths(row, done, day).map((due) => ({
        ...due,
        repetition_id: row.id,
        is_automatic: isStoredByItself(row, due, day),
      }))
    })
    .toSorted((one, other) => (one.day < other.day ? -1 : Number(one.day > other.day)))
}

/**
 * Skips a due month, or with `undo` proposes a skipped one again; one that is so already stays. Throws FORBIDDEN,
 * NOT_FOUND, and CONFLICT for a month that has an expense or is not due.
 */
export async function skipMonth(ctx: UserCtx, { undo, ...month }: SkipInput): Promise<void> {
  requireRight(ctx, 'figures')
  await inTransaction(ctx, async (trx) => {
    const repetition = await lockRepetition(trx, month.id)
    if (repetition === undefined) throw repetitionNotFound()
    const done = await readMonth(trx, month)
    const isSkipped = done !== undefined && done.expense_id === null
    if (undo ? done === undefined : isSkipped) return
    if (undo && isSkipped) await reopenMonth(trx, month)
    else {
      await lockProposal(trx, month)
      await closeMonth(trx, { ...month, expense_id: null })
    }
    const field = { name: 'day', before: null, after: dueDayIn(month.month, repetition.day_of_month) }
    await recordChange(trx, {
      noun: 'repetition',
      id: month.id,
      verb: undo ? 'reverse' : 'skip',
      title: repetition.title,
      detail: { fields: [field] },
    })
  })
}

const reopenMonth = async ({ db, actor }: ShopCtx, { id, month }: RepeatedMonth): Promise<void> =>
  void (await db
    .deleteFrom('expense_repetition_month')
    .where('shop_id', '=', actor.shop)
    .where('repetition_id', '=', id)
    .where('month', '=', month)
    .where('expense_id', 'is', null)
    .execute())

/**
 * Ends a repetition; its expenses stay. With `undo` resumes one that ended within 30 days. One that is so already stays.
 * Throws FORBIDDEN and NOT_FOUND.
 */
export async function endRepetition(ctx: UserCtx, { id, undo }: EndRepetitionInput): Promise<void> {
  requireRight(ctx, 'figures')
  await inTransaction(ctx, async (trx) => {
    const row = await ownRows(trx, 'expense_repetition')
      .where('id', '=', id)
      .where((eb) => eb.or([eb('deleted_at', 'is', null), eb('deleted_at', '>=', restorableSince(ctx.now))]))
      .select(['id', 'title', 'deleted_at'])
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (row === undefined) throw repetitionNotFound()
    if ((row.deleted_at === null) === undo) return
    await setEnded(trx, row, !undo)
  })
}

/** Stores the shop's due expenses that are stored by themselves; returns how many. Throws FORBIDDEN. */
export async function storeDue(ctx: UserCtx): Promise<{ stored: number }> {
  requireRight(ctx, 'figures')
  return { stored: await storeAutomatic(ctx, (work) => inTransaction(ctx, work)) }
}

type InTransaction = <T>(work: (trx: Writer) => Promise<T>) => Promise<T>

/** Stores each due expense in a transaction of its own, so that one that fails keeps no other from being stored. */
async function storeAutomatic(ctx: Writer, begin: InTransaction): Promise<number> {
  const day = todayInIstanbul(ctx.now)
  const [rows, months] = [await readRepetitions(ctx), await readDoneMonths(ctx, day)]
  let stored = 0
  for (const { repetition_id: id, month, is_automatic } of dueOf(rows, months, day))
    if (is_automatic && (await begin((trx) => storeMonth(trx, { id, month })))) stored += 1
  return stored
}

/** Stores the expense of a month unless another call has done so or the repetition has changed; returns whether it did. */
async function storeMonth(ctx: Writer, { id, month }: RepeatedMonth): Promise<boolean> {
  // The list of categories is locked first, as in every change of expenses.
  await lockCategories(ctx)
  const repetition = await lockRepetition(ctx, id)
  if (repetition === undefined || (await readMonth(ctx, { id, month })) !== undefined) return false
  const { title, amount_kurus, method, category, vat_rate, note } = repetition
  const due = { month, day: dueDayIn(month, repetition.day_of_month) }
  if (!isStoredByItself(repetition, due, todayInIstanbul(ctx.now))) return false
  const fields = { title, amount_kurus, method, category, vat_rate, note, spread_date: null }
  const expense = await insertExpense(ctx, { ...fields, spend_date: due.day })
  await closeMonth(ctx, { id, month, expense_id: expense.id })
  return true
}

/** Stores the due expenses of every open shop that are stored by themselves, in the name of its owner; returns how many. */
export async function storeAutomaticExpenses(db: Kysely<DB>, now: Date, stop?: AbortSignal): Promise<number> {
  const shops = await db
    .selectFrom('expense_repetition')
    .innerJoin('shops', 'shops.id', 'expense_repetition.shop_id')
    .innerJoin('users', 'users.id', 'shops.id')
    .where('expense_repetition.is_automatic', '=', true)
    .where('expense_repetition.deleted_at', 'is', null)
    .where('shops.closed_at', 'is', null)
    .where('shops.suspended_at', 'is', null)
    .select(['shops.id', 'users.username'])
    .distinct()
    .execute()
  let stored = 0
  for (const { id, username } of shops) {
    if (stop?.aborted === true) break
    const job = { now, actor: { shop: id, user: id, username, session: { kind: 'job' as const } } }
    const begin: InTransaction = (work) => db.transaction().execute((trx) => work({ ...job, db: trx }))
    stored += await storeAutomatic({ ...job, db }, begin)
  }
  return stored
}

/** Removes every shop's repetitions that ended more than 30 days before `now`; returns how many. */
export const purgeEndedRepetitions = createPurge('expense_repetition')
