import { type Expression, type Kysely, type SelectQueryBuilder, sql } from 'kysely'

import { cancelledBy } from '#server/core/cancel.ts'
import { type UserCtx, today } from '#server/core/context.ts'
import { kept } from '#server/db/kept.ts'
import type { DB } from '#server/db/schema.ts'
import type { Day } from '#shared/date.ts'
import { AppError } from '#shared/errors.ts'
import type { ExpenseListInput, ExpenseSort } from '#shared/expense/schema.ts'
import { messages } from '#shared/messages.ts'
import { type PeriodFilter, periodRange } from '#shared/period.ts'
import { containsPattern, foldName } from '#shared/turkish.ts'

import { EXPENSE_FIELDS } from './derived.ts'

type Filter = PeriodFilter & Pick<ExpenseListInput, 'q'>
type Order = Pick<ExpenseListInput, 'sort' | 'dir'>

export const LIST_COLUMNS = ['id', ...EXPENSE_FIELDS, 'version'] as const

/** The expression of each sort key; the shown day is written as in its index. */
const sortExpressions = {
  spend_date: sql`coalesce(spread_date, spend_date)`,
  title: sql.ref('title_sira'),
  amount: sql.ref('amount_kurus'),
} as const satisfies Record<ExpenseSort, Expression<unknown>>

/** The conditions of a list. */
type Conditions = { shop: number; range: { from: Day; until: Day } | null; needle: string }

const conditionsOf = (ctx: UserCtx, filter: Filter): Conditions => ({
  shop: ctx.actor.shop,
  range: periodRange(filter, today(ctx)),
  needle: foldName(filter.q),
})

function matching(db: Kysely<DB>, { shop, range, needle }: Conditions) {
  let query = db.selectFrom('expense').where('user_id', '=', shop).where('deleted_at', 'is', null)
  if (range !== null)
    query = query.where('spend_date', '>=', range.from).where('spend_date', '<', range.until)
  return needle === '' ? query : query.where('ara', 'like', containsPattern(needle))
}

/** The shop's expenses under a filter and a search; without either, all of them. */
export const filtered = (ctx: UserCtx, filter: Filter) => matching(ctx.db, conditionsOf(ctx, filter))

/** The values and the shape of a list without a search; its statements are kept. */
type ListValues = { shop: number; from: Day; until: Day }
type ListShape = { hasPeriod: boolean }

const valuesOf = ({ shop, range }: Conditions): ListValues => ({
  shop,
  from: range?.from ?? '',
  until: range?.until ?? '',
})

const keptConditions = ({ shop, from, until }: ListValues, { hasPeriod }: ListShape): Conditions => ({
  shop,
  range: hasPeriod ? { from, until } : null,
  needle: '',
})

/** Sorts by a key, then by id in both directions. */
export function sorted<O>(
  query: SelectQueryBuilder<DB, 'expense', O>,
  { sort, dir }: Order,
): SelectQueryBuilder<DB, 'expense', O> {
  return query.orderBy(sortExpressions[sort], dir).orderBy('id')
}

/** The ids of all expenses of a list in its order; `signal` cancels the statement. */
export async function orderedExpenses(
  ctx: UserCtx,
  input: Filter & Order,
  signal?: AbortSignal,
): Promise<number[]> {
  const rows = await sorted(filtered(ctx, input).select('id'), input).execute(cancelledBy(signal))
  return rows.map(({ id }) => id)
}

/** The expenses of these ids, in no order. */
export function expensesOf({ db, actor }: UserCtx, ids: number[]) {
  return db
    .selectFrom('expense')
    .where('user_id', '=', actor.shop)
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
    .select(LIST_COLUMNS)
    .execute()
}

/** One page of the list. */
export function pageOf(ctx: UserCtx, input: Filter & Order & Pick<ExpenseListInput, 'page' | 'size'>) {
  const { sort, dir, size } = input
  const conditions = conditionsOf(ctx, input)
  const window = { size, skip: (input.page - 1) * size }
  if (conditions.needle !== '') return pageQuery(ctx.db, conditions, { sort, dir, ...window }).execute()
  const shape = { hasPeriod: conditions.range !== null, sort, dir }
  return keptPage(ctx.db, { ...valuesOf(conditions), ...window }, shape)
}

type Window = { size: number; skip: number }

const pageQuery = (db: Kysely<DB>, conditions: Conditions, { sort, dir, size, skip }: Order & Window) =>
  sorted(matching(db, conditions).select(LIST_COLUMNS), { sort, dir }).limit(size).offset(skip)

const keptPage = kept((db, values: ListValues & Window, shape: ListShape & Order) => {
  const { sort, dir } = shape
  return pageQuery(db, keptConditions(values, shape), { sort, dir, size: values.size, skip: values.skip })
})

/** The number of expenses under a filter and a search, and their sum in kuruş. */
export async function countAndSum(ctx: UserCtx, filter: Filter) {
  const conditions = conditionsOf(ctx, filter)
  const [sums] =
    conditions.needle === ''
      ? await keptSums(ctx.db, valuesOf(conditions), { hasPeriod: conditions.range !== null })
      : await sumsQuery(ctx.db, conditions).execute()
  return sums ?? { total: 0, toplam_kurus: 0 }
}

const sumsQuery = (db: Kysely<DB>, conditions: Conditions) =>
  matching(db, conditions).select((eb) => [
    eb.fn.countAll<number>().as('total'),
    eb.fn.coalesce(eb.fn.sum<number>('amount_kurus'), eb.lit(0)).as('toplam_kurus'),
  ])

const keptSums = kept((db, values: ListValues, shape: ListShape) =>
  sumsQuery(db, keptConditions(values, shape)),
)

/**
 * The expense's row. Throws NOT_FOUND, without telling whether it never existed, is deleted, or is another shop's.
 */
export async function requireExpense(ctx: UserCtx, id: number) {
  const row = await oneExpense(ctx, id).executeTakeFirst()
  if (row === undefined) throw expenseNotFound()
  return row
}

/** The same, with its row locked until the end of the transaction. Throws NOT_FOUND. */
export async function lockExpense(ctx: UserCtx, id: number) {
  const row = await oneExpense(ctx, id).forNoKeyUpdate().executeTakeFirst()
  if (row === undefined) throw expenseNotFound()
  return row
}

const oneExpense = ({ db, actor }: UserCtx, id: number) =>
  db
    .selectFrom('expense')
    .where('user_id', '=', actor.shop)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .select(LIST_COLUMNS)

/** The screen calls an expense an entry ('Kayıt silinemedi.', specification §8), and so does this. */
export const expenseNotFound = () => new AppError('NOT_FOUND', messages.kayitNotFound)
