import { recordChange, recordChanges } from '#server/platform/core/changes.ts'
import { updateOwn } from '#server/platform/core/own-rows.ts'
import { fieldChanges } from '#shared/change/rules.ts'
import { type UserCtx, inTransaction, requireRight, today } from '#server/platform/core/context.ts'
import { createPurge, restorableSince } from '#server/platform/core/purge.ts'
import { idempotentCreate, idempotentUpdate, type StoreResult } from '#server/platform/core/idempotency.ts'
import { pipelineSteps } from '#server/platform/core/pipeline-steps.ts'
import { withSnapshot } from '#server/platform/core/snapshot.ts'
import { requireVersion } from '#server/platform/core/version.ts'
import { countExpense } from '#server/stats/totals.ts'
import { recordCash } from '#server/till/open-day.ts'
import type { Day } from '#shared/date.ts'
import { AppError } from '#shared/errors.ts'
import { totalOf } from '#shared/expense/categories.ts'
import { missingOfExpense, type Proposal, proposalOf, suggestedTitles } from '#shared/expense/rules.ts'
import type {
  Expense,
  ExpenseFilter,
  ExpenseInput,
  ExpenseListInput,
  ExpensePage,
} from '#shared/expense/schema.ts'
import { messages } from '#shared/messages.ts'
import type { Kurus } from '#shared/money.ts'

import { lockCategories } from './categories.ts'
import {
  derivedColumns,
  EXPENSE_FIELDS,
  type ExpenseFields,
  expenseBatches,
  expenseRow,
  hasSimilar,
  orderedExpenses,
  readPage,
  recentTitles,
  expenseNotFound,
  requireExpense,
  sumsByCategory,
} from './queries.ts'

/** The stored expense; `created` when a new one was requested, also on a retry of that request. */
type SavedExpense = Expense & { created: boolean }

/** An expense before validation: missing values are `null` or empty. */
type Draft = Omit<ExpenseFields, 'amount_kurus' | 'spend_date'> & {
  amount_kurus: Kurus | null
  spend_date: Day | null
}

const EMPTY_DRAFT: Draft = {
  title: '',
  amount_kurus: null,
  spend_date: null,
  spread_date: null,
  note: '',
  method: null,
  category: '',
  vat_rate: null,
}

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
 * Stores a new expense, or changes one (decisions: two people on one record). Throws FORBIDDEN, INVALID with the
 * field, NOT_FOUND, or CONFLICT when the expense has changed since `version`.
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
      create: (_, storeResult) => insertExpense(trx, input, storeResult),
      change: (made) => changeExpense(trx, { ...input, ...made }),
      repeat,
    })
    return { ...stored, created: true }
  })
}

async function insertExpense(ctx: UserCtx, input: ExpenseInput, storeResult: StoreResult): Promise<Expense> {
  const fields = validateExpense({ ...EMPTY_DRAFT, ...sentFields(input) })
  if (fields.category !== '') (await lockCategories(ctx))(fields.category)
  const stored = await ctx.db
    .insertInto('expense')
    .values({ ...expenseRow(ctx.actor.shop, fields), created_at: ctx.now, updated_at: ctx.now })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow()
  await pipelineSteps(ctx, (one) => [
    storeResult(one, stored),
    recordChange(one, { noun: 'expense', id: stored.id, verb: 'create', title: fields.title }),
    countExpense(one, null, fields),
  ])
  await recordCash(ctx, { id: stored.id, before: null, after: fields, isNew: true })
  return { ...fields, ...stored }
}

async function changeExpense(ctx: UserCtx, input: ExpenseInput): Promise<Expense> {
  const requireListed = input.category ? await lockCategories(ctx) : () => {}
  const { id, version, ...before } = await requireExpense(ctx, input.id, { lock: true })
  requireVersion(version, input.version)
  const fields = validateExpense({ ...before, ...sentFields(input) })
  // A category that was removed from the list may stay.
  if (fields.category !== before.category) requireListed(fields.category)
  await updateOwn(ctx, 'expense')
    .set({ ...fields, ...derivedColumns(fields), version: version + 1, updated_at: ctx.now })
    .where('id', '=', id)
    .execute()
  const detail = { fields: fieldChanges(EXPENSE_FIELDS, before, fields) }
  const change = { noun: 'expense', id, verb: 'update', title: fields.title, detail } as const
  await pipelineSteps(ctx, (one) => [
    recordChanges(one, detail.fields.length === 0 ? [] : [change]),
    countExpense(one, before, fields),
  ])
  await recordCash(ctx, { id, before, after: fields })
  return { ...fields, id, version: version + 1 }
}

function sentFields(input: ExpenseInput): Partial<Draft> {
  const sent = EXPENSE_FIELDS.filter((name) => input[name] !== undefined)
  return Object.fromEntries(sent.map((name) => [name, input[name]]))
}

/** The draft as a valid expense. Throws INVALID with the field's name. */
function validateExpense(draft: Draft): ExpenseFields {
  const [missing] = missingOfExpense(draft)
  if (missing !== undefined) throw new AppError('INVALID', messages.expenseRequired, { field: missing })
  return draft as ExpenseFields
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
