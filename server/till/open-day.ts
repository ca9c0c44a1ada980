import { sql } from 'kysely'

import type { UserCtx } from '#server/platform/core/context.ts'
import { compiledOwn, ownRows, type ShopCtx } from '#server/platform/core/own-rows.ts'
import { pipelineSteps } from '#server/platform/core/pipeline-steps.ts'
import { cashOf, type ExpenseCash } from '#shared/till/rules.ts'

/** Beside the numbers of other advisory locks. */
const DAY_ENDS = 20_261_129

const lockQuery = compiledOwn((db, { shop }: { shop: number }, { isAlone }: { isAlone: boolean }) => {
  const lock = sql.raw(isAlone ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared')
  return db.selectNoFrom(sql`${lock}(${sql.lit(DAY_ENDS)}, ${shop}::int)`.as('locked'))
})

/** Returns the shop's last count; `undefined` before the first. */
export const readLastCount = (shop: ShopCtx) =>
  ownRows(shop, 'day_end')
    .orderBy('number', 'desc')
    .select(['number', 'day', 'counted_kurus'])
    .limit(1)
    .executeTakeFirst()

/** Returns the number of the open day; `null` before the first count. */
export async function readOpenDay(shop: ShopCtx): Promise<number | null> {
  const last = await readLastCount(shop)
  return last === undefined ? null : last.number + 1
}

/**
 * Waits for the entries that are being stored, makes later ones wait until the transaction ends, and returns the shop's
 * last count. The count is read behind the lock, so it is the last one that was committed (decision 42).
 */
export async function lockDayEnds(ctx: UserCtx) {
  const [, last] = await pipelineSteps(ctx, (one) => [
    lockQuery(one, {}, { isAlone: true }),
    readLastCount(one),
  ])
  return last
}

/**
 * Keeps the open day open until the transaction ends and returns its number, with which an entry is stored; `null` before
 * the first count. It is the last lock of a change.
 */
async function joinOpenDay(ctx: ShopCtx): Promise<number | null> {
  const [, open] = await pipelineSteps(ctx, (one) => [
    lockQuery(one, {}, { isAlone: false }),
    readOpenDay(one),
  ])
  return open
}

/**
 * Returns the number with which a payment is stored, as `joinOpenDay` does. The cancellation of a payment from before the
 * first count has none, like that payment, because the drawer was counted as it was.
 */
export async function dayOfPayment(ctx: UserCtx, reverses: number | null): Promise<number | null> {
  if (reverses === null) return joinOpenDay(ctx)
  const { day_end_number } = await ownRows(ctx, 'payment')
    .where('id', '=', reverses)
    .select('day_end_number')
    .executeTakeFirstOrThrow()
  return day_end_number === null ? null : joinOpenDay(ctx)
}

type CashChange = {
  id: number
  before: ExpenseCash | null
  after: ExpenseCash | null
  isNew?: boolean
}

/**
 * Stores what a change of an expense takes from the drawer or puts back; `null` is no expense. An expense from before the
 * first count belongs to no day, because its cash was gone then.
 */
export async function recordCash(
  ctx: ShopCtx & Pick<UserCtx, 'now'>,
  { id, before, after, isNew = false }: CashChange,
): Promise<void> {
  const amount_kurus = cashOf(after) - cashOf(before)
  if (amount_kurus === 0) return
  const day_end_number = await joinOpenDay(ctx)
  if (day_end_number === null || (!isNew && !(await isCounted(ctx, id)))) return
  await ctx.db
    .insertInto('cash_expense')
    .values({
      shop_id: ctx.actor.shop,
      day_end_number,
      expense_id: id,
      amount_kurus,
      created_at: ctx.now,
    })
    .execute()
}

/** Returns whether an expense was stored since the drawer was first counted. */
async function isCounted(shop: ShopCtx, id: number): Promise<boolean> {
  const [row, expense, first] = await Promise.all([
    ownRows(shop, 'cash_expense').where('expense_id', '=', id).select('id').limit(1).executeTakeFirst(),
    ownRows(shop, 'expense').where('id', '=', id).select('created_at').executeTakeFirst(),
    ownRows(shop, 'day_end').where('number', '=', 0).select('created_at').executeTakeFirst(),
  ])
  if (row !== undefined) return true
  return expense !== undefined && first !== undefined && expense.created_at >= first.created_at
}
