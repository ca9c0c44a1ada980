import * as z from 'zod/mini'

import type { UserCtx } from '#server/platform/core/context.ts'
import { listAllExpenses, listExpenses, saveExpense } from '#server/expense/operations.ts'
import {
  type Expense,
  type ExpensePage,
  expenseFilter,
  expenseInput,
  expenseListInput,
} from '#shared/expense/schema.ts'

type SaveBody = z.input<typeof expenseInput>
type ListQuery = z.input<typeof expenseListInput>

/** Stores an expense from the input of the page; a new expense gets defaults. */
export async function spend(ctx: UserCtx, body: SaveBody = {}) {
  const isNew = (body.id ?? 0) === 0
  const sent = isNew ? { title: 'Kira', amount_kurus: 125_050, spend_date: '2026-11-20', ...body } : body
  return saveExpense(ctx, z.parse(expenseInput, sent))
}

/** Returns the list as the page queries it. */
export function listed(ctx: UserCtx, query: ListQuery = {}): Promise<ExpensePage> {
  return listExpenses(ctx, z.parse(expenseListInput, query))
}

/** Returns all expenses, as the old path reads them. */
export async function allExpenses(
  ctx: UserCtx,
  query: z.input<typeof expenseFilter> = {},
): Promise<Expense[]> {
  return (await listAllExpenses(ctx, z.parse(expenseFilter, query), (batch) => batch)).flat()
}

/** Returns the titles of a page, in order. */
export async function titles(ctx: UserCtx, query: ListQuery = {}): Promise<string[]> {
  const { items } = await listed(ctx, query)
  return items.map((item) => item.title)
}
