import type { RouterInputs } from '#client/lib/api.ts'
import { orDash } from '#client/lib/format.ts'
import {
  isDraftDirty,
  rebaseDraft,
  startDraft,
  touchedFields,
  type VersionedDraft,
} from '#client/lib/versioned-draft.ts'
import { type Day, formatDay, isDay, monthLabel } from '#shared/date.ts'
import { expenseProblem } from '#shared/expense/rules.ts'
import { expenseInput, type VersionedExpense } from '#shared/expense/schema.ts'
import { messages } from '#shared/messages.ts'
import {
  formatAmountInput,
  type Kurus,
  kurusToLira,
  liraToKurus,
  MAX_PRICE_KURUS,
  parseDecimal,
  toKurus,
} from '#shared/money.ts'

/** The fields in the order of the form, with their labels (decisions: words on the screen). */
export const FIELD_LABELS = { title: 'Başlık', amount: 'Tutar', spend_date: 'Tarih', note: 'Not' } as const

export type ExpenseField = keyof typeof FIELD_LABELS
export const FIELD_NAMES = Object.keys(FIELD_LABELS) as ExpenseField[]

/** What is typed; `amount` as a person writes it, `spend_date` a `Day`, or the text that is none. */
export type ExpenseValues = Record<ExpenseField, string>

export interface ExpenseDraft extends VersionedDraft<ExpenseValues> {
  /** Of a new expense: sent again by a retry, so that one expense comes of it. */
  key: string
}

/** The form of an expense, or of a new one of today; `key` is random. */
export function newDraft(
  expense: VersionedExpense | null,
  { today, key }: { today: Day; key: string },
): ExpenseDraft {
  const empty = { title: '', amount: '', spend_date: today, note: '' }
  return { ...(expense === null ? startDraft(empty, 0) : draftOf(expense)), key }
}

const draftOf = (expense: VersionedExpense) => startDraft(valuesOf(expense), expense.version)

function valuesOf({ title, amount, spend_date, note }: VersionedExpense): ExpenseValues {
  return { title, amount: formatAmountInput(liraToKurus(amount)), spend_date, note }
}

/**
 * The typed amount in kuruş, `null` for none. One too large to be held exactly is read as the largest number,
 * which is refused for its size.
 */
export function amountOf(text: string): Kurus | null {
  const decimal = parseDecimal(text, 'form')
  return decimal === null ? null : (toKurus(decimal) ?? Number.MAX_SAFE_INTEGER)
}

const isSameValue = (name: ExpenseField, a: string, b: string) =>
  a === b || (name === 'amount' && amountOf(a) !== null && amountOf(a) === amountOf(b))

export const isDirty = (draft: ExpenseDraft) => isDraftDirty(draft, isSameValue)

export interface ExpenseProblems {
  /** The fields of the one sentence that title, amount and date share (specification §5). */
  missing: ExpenseField[]
  /** What else is wrong, field by field. */
  fields: Partial<Record<ExpenseField, string>>
}

/** What the server would refuse: the same schema and the same rule, but all of it at once. */
export function expenseProblems(values: ExpenseValues): ExpenseProblems {
  const fields: ExpenseProblems['fields'] = {}
  const amount = amountOf(values.amount)
  if (amount !== null && amount > MAX_PRICE_KURUS) fields.amount = messages.amountTooLarge
  const { title, spend_date, note } = values
  for (const { path, message } of expenseInput.safeParse({ title, spend_date, note }).error?.issues ?? [])
    fields[path[0] as ExpenseField] ??= message
  return { missing: missingFields(values), fields }
}

const FILLED = { title: { title: '-' }, amount: { amount: 1 }, spend_date: { spend_date: '2026-01-01' } }

/** The rule names the first problem; with that field filled it names the next. */
function missingFields({ title, amount, spend_date }: ExpenseValues): ExpenseField[] {
  const missing: ExpenseField[] = []
  let left = { title, amount: amountOf(amount), spend_date: spend_date === '' ? null : spend_date }
  for (let problem = expenseProblem(left); problem !== null; problem = expenseProblem(left)) {
    missing.push(problem.field)
    left = { ...left, ...FILLED[problem.field] }
  }
  return missing
}

/** The first wrong field in the order of the form; `undefined` when all is well. */
export const firstWrong = ({ missing, fields }: ExpenseProblems): ExpenseField | undefined =>
  FIELD_NAMES.find((name) => missing.includes(name) || fields[name] !== undefined)

/** What `expense.save` is called with; `id` 0 creates. */
export function saveInput(
  { values, version, key }: ExpenseDraft,
  id: number,
): RouterInputs['expense']['save'] {
  const amount = kurusToLira(amountOf(values.amount) ?? 0)
  const sent = { ...values, id, amount }
  return version === 0 ? { ...sent, key } : { ...sent, key, version }
}

/** Puts what was typed onto the newer expense: what was not touched is theirs. */
export const rebase = (draft: ExpenseDraft, current: VersionedExpense): ExpenseDraft => ({
  ...draft,
  ...rebaseDraft(draft, draftOf(current), isSameValue),
})

/** The expense that a save has made of what was sent. */
export function storedExpense(
  { values }: ExpenseDraft,
  { id, version }: { id: number; version: number },
  before: VersionedExpense | null,
): VersionedExpense {
  const amount = kurusToLira(amountOf(values.amount) ?? 0)
  return { ...before, ...values, amount, month_label: monthLabel(values.spend_date), id, version }
}

export interface Difference {
  label: string
  theirs: string
  mine: string
}

/** What was typed that the newer expense does not hold, as a person reads it. */
export function differences(draft: ExpenseDraft, current: VersionedExpense): Difference[] {
  const rebased = rebase(draft, current)
  return touchedFields(rebased, isSameValue).map((name) => ({
    label: FIELD_LABELS[name],
    theirs: shown(rebased.base[name]),
    mine: shown(rebased.values[name]),
  }))
}

const shown = (text: string) => (isDay(text) ? formatDay(text) : orDash(text))
