import { recordChange } from '#server/platform/core/changes.ts'
import { updateOwn } from '#server/platform/core/own-rows.ts'
import { type UserCtx, inTransaction, requireRight, today } from '#server/platform/core/context.ts'
import { createPurge, restorableSince } from '#server/platform/core/purge.ts'
import { idempotentCreate, idempotentUpdate } from '#server/platform/core/idempotency.ts'
import { withSnapshot } from '#server/platform/core/snapshot.ts'
import { countExpense } from '#server/stats/totals.ts'
import { recordCash } from '#server/till/open-day.ts'
import { totalOf } from '#shared/expense/categories.ts'
import { type Proposal, proposalOf, suggestedTitles } from '#shared/expense/rules.ts'
import type {
  Expense,
  ExpenseFilter,
  ExpenseInput,
  ExpenseListInput,
  ExpensePage,
} from '#shared/expense/schema.ts'

import {
  expenseBatches,
  hasSimilar,
  orderedExpenses,
  readPage,
  recentTitles,
  expenseNotFound,
  requireExpense,
  sumsByCategory,
} from './queries.ts'
import { changeExpense, createExpense } from './store.ts'

/** The stored expense; `created` when a new one was requested, also on a retry of that request. */
type SavedExpense = Expense & { created: boolean }

/** Returns a page of the shop's expenses with the number and sum (kuruş) of the whole list. Throws FORBIDDEN. */
export async function listExpenses(ctx: UserCtx, input: ExpenseListInput): Promise<ExpensePage> {
  requireRight(ctx, 'figures')
  return withSnapshot(ctx, async (one) => {
    const read = async (filter: Parameters<typeof readPage>[1]): Promise<ExpensePage> => {
      const [by_category, items] = await Promise.all([sumsByCategory(one, filter), readPage(one, filter)])
      return { items, ...totalOf(by_category, filter.category), by_category }
    }
    const found = await read(input)
    if (found.total > 0 || !hasSimilar(input)) return found
    const similar = await read({ ...input, similar: true })
    return similar.total === 0 ? found : { ...similar, similar: true as const }
  })
}

/** Returns one expense. Throws FORBIDDEN and NOT_FOUND. */
export async function getExpense(ctx: UserCtx, input: { id: number }): Promise<Expense> {
  requireRight(ctx, 'figures')
  return requireExpense(ctx, input.id)
}

/**
 * Returns titles of earlier expenses with the typed words, at most eight, the best first, and for each what its last
 * expense had. Throws FORBIDDEN.
 */
export async function suggestTitles(
  ctx: UserCtx,
  { q }: { q: string },
): Promise<{ titles: string[]; proposals: Proposal[] }> {
  requireRight(ctx, 'figures')
  const recent = await recentTitles(ctx)
  const titles = suggestedTitles(recent, q, today(ctx))
  return { titles, proposals: titles.map((title) => proposalOf(recent, title)) }
}

/** Returns a period's expenses in the list's order, in batches that let other requests in. Throws FORBIDDEN. */
export async function listAllExpenses<T>(
  ctx: UserCtx,
  filter: ExpenseFilter,
  reply: (batch: Expense[]) => T,
): Promise<T[]> {
  requireRight(ctx, 'figures')
  return withSnapshot(ctx, async (one) => {
    const ids = await orderedExpenses(one, { ...filter, sort: 'spend_date', dir: 'desc' })
    return Array.fromAsync(expenseBatches(one, ids), reply)
  })
}

/**
 * Stores a new expense, or changes one (decisions: two people on one record), with its repetition. Throws FORBIDDEN,
 * INVALID with the field, NOT_FOUND, or CONFLICT when the expense has changed since `version`, or its proposed month is
 * done.
 */
export async function saveExpense(ctx: UserCtx, input: ExpenseInput): Promise<SavedExpense> {
  requireRight(ctx, 'figures')
  return inTransaction(ctx, async (trx) => {
    const call = { operation: 'expense', key: input.key, input }
    const repeat = ({ id }: { id: number }) => requireExpense(trx, id)
    if (input.id !== 0) {
      const change = () => changeExpense(trx, input)
      return { ...(await idempotentUpdate<Expense>(trx, call, { change, repeat })), created: false }
    }
    const stored = await idempotentCreate<Expense>(trx, call, {
      create: (_, storeResult) => createExpense(trx, input, storeResult),
      change: (made) => changeExpense(trx, { ...input, ...made }),
      repeat,
    })
    return { ...stored, created: true }
  })
}

/** Marks an expense as deleted. Throws FORBIDDEN and NOT_FOUND. */
export const deleteExpense = (ctx: UserCtx, { id }: { id: number }): Promise<void> =>
  setDeleted(ctx, id, 'delete')

/** Restores an expense deleted within 30 days; one that is not deleted stays. Throws FORBIDDEN, NOT_FOUND. */
export const restoreExpense = (ctx: UserCtx, { id }: { id: number }): Promise<void> =>
  setDeleted(ctx, id, 'restore')

async function setDeleted(ctx: UserCtx, id: number, verb: 'delete' | 'restore'): Promise<void> {
  requireRight(ctx, 'figures')
  const isDeletion = verb === 'delete'
  await inTransaction(ctx, async (trx) => {
    const row = await updateOwn(trx, 'expense')
      .set({ deleted_at: isDeletion ? ctx.now : null })
      .where('id', '=', id)
      .$if(isDeletion, (rows) => rows.where('deleted_at', 'is', null))
      .$if(!isDeletion, (rows) => rows.where('deleted_at', '>=', restorableSince(ctx.now)))
      .returning(['spend_date', 'amount_kurus', 'title', 'method'])
      .executeTakeFirst()
    if (row === undefined) {
      if (isDeletion) throw expenseNotFound()
      await requireExpense(trx, id)
      return
    }
    await recordChange(trx, { noun: 'expense', id, verb, title: row.title })
    const [before, after] = isDeletion ? [row, null] : [null, row]
    await countExpense(trx, before, after)
    await recordCash(trx, { id, before, after })
  })
}

/** Removes every shop's expenses that were deleted more than 30 days before `now`; returns how many. */
export const purgeDeletedExpenses = createPurge('expense')
