import * as z from 'zod/mini'

import type { UserCtx } from '#server/core/context.ts'
import { listExpenses, saveExpense } from '#server/expense/operations.ts'
import { type ExpensePage, expenseInput, expenseListInput } from '#shared/expense/schema.ts'

type SaveBody = z.input<typeof expenseInput>
type ListQuery = z.input<typeof expenseListInput>

/** Stores an expense as the page would, from what it sends; a new one has all it needs unless sent. */
export async function spend(ctx: UserCtx, body: SaveBody = {}) {
  const isNew = (body.id ?? 0) === 0
  const sent = isNew ? { title: 'Kira', amount_kurus: 125_050, spend_date: '2026-11-20', ...body } : body
  return saveExpense(ctx, z.parse(expenseInput, sent))
}

/** The list as the page asks for it. */
export function listed(ctx: UserCtx, query: ListQuery = {}): Promise<ExpensePage> {
  return listExpenses(ctx, z.parse(expenseListInput, query))
}

/** Titles of a page, in its order. */
export async function titles(ctx: UserCtx, query: ListQuery = {}): Promise<string[]> {
  const { items } = await listed(ctx, query)
  return items.map((item) => item.title)
}
