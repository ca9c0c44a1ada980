import { recordChange, recordChanges, type Writer } from '#server/platform/core/changes.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import type { StoreResult } from '#server/platform/core/idempotency.ts'
import { updateOwn } from '#server/platform/core/own-rows.ts'
import { pipelineSteps } from '#server/platform/core/pipeline-steps.ts'
import { requireVersion } from '#server/platform/core/version.ts'
import { countExpense } from '#server/stats/totals.ts'
import { recordCash } from '#server/till/open-day.ts'
import { fieldChanges } from '#shared/change/rules.ts'
import type { Day } from '#shared/date.ts'
import { AppError } from '#shared/errors.ts'
import { missingOfExpense } from '#shared/expense/rules.ts'
import type { Expense, ExpenseInput } from '#shared/expense/schema.ts'
import { messages } from '#shared/messages.ts'
import type { Kurus } from '#shared/money.ts'

import { lockCategories } from './categories.ts'
import { derivedColumns, EXPENSE_FIELDS, type ExpenseFields, expenseRow, requireExpense } from './queries.ts'
import { closeMonth, lockProposal, lockRepetitionOf } from './repetition-rows.ts'
import { applyRepeat } from './repeat.ts'

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

/** Stores a new expense, the month of the repetition that it is, and its repetition. */
export async function createExpense(
  ctx: UserCtx,
  input: ExpenseInput,
  storeResult: StoreResult,
): Promise<Expense> {
  const { proposal } = input
  const fields = validateExpense({ ...EMPTY_DRAFT, ...sentFields(input) })
  const hasCategory = fields.category !== ''
  const requireListed = hasCategory || proposal !== undefined ? await lockCategories(ctx) : () => {}
  const repetition = proposal && (await lockProposal(ctx, proposal))
  // A category that was removed from the list may stay in an expense that repeats.
  if (hasCategory && fields.category !== repetition?.category) requireListed(fields.category)
  const stored = await insertExpense(ctx, fields, storeResult)
  if (proposal !== undefined) await closeMonth(ctx, { ...proposal, expense_id: stored.id })
  await applyRepeat(ctx, stored, { repetition, ...input })
  return stored
}

type Inserting<C> = (ctx: C, made: { id: number; version: number }) => Promise<void>

/** Stores valid fields as an expense, counts it and takes its cash from the drawer. */
export async function insertExpense<C extends Writer>(
  ctx: C,
  fields: ExpenseFields,
  storeResult: Inserting<C> = () => Promise.resolve(),
): Promise<Expense> {
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

/** Changes an expense and its repetition. */
export async function changeExpense(ctx: UserCtx, input: ExpenseInput): Promise<Expense> {
  const requireListed = input.category ? await lockCategories(ctx) : () => {}
  const { id, version, ...before } = await requireExpense(ctx, input.id, { lock: true })
  requireVersion(version, input.version)
  const fields = validateExpense({ ...before, ...sentFields(input) })
  // A category that was removed from the list may stay.
  if (fields.category !== before.category) requireListed(fields.category)
  const repetition = isAboutRepetition(input) ? await lockRepetitionOf(ctx, id) : undefined
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
  const stored = { ...fields, id, version: version + 1 }
  await applyRepeat(ctx, stored, { repetition, ...input })
  return stored
}

const isAboutRepetition = ({ repeat, repeat_values }: ExpenseInput): boolean =>
  repeat !== undefined || repeat_values === true

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
