import type { RouterInputs } from '#client/lib/api.ts'
import type { KeyAndVersion } from '#client/forms/use-form.ts'
import { type FieldRules, showDay } from '#client/forms/merge.ts'
import { fieldProblems, type Problem } from '#client/forms/problems.ts'
import type { Day } from '#shared/date.ts'
import { missingOfExpense } from '#shared/expense/rules.ts'
import { expenseInput, type Expense } from '#shared/expense/schema.ts'
import { messages } from '#shared/messages.ts'
import { formatAmountInput, type Kurus, toKurus } from '#shared/money.ts'
import { parseDecimal } from '#shared/money-parse.ts'

/** Form values: the amount as typed in lira, `spend_date` as a `Day` or a text that is no date. */
export type ExpenseValues = Record<'title' | 'amount_kurus' | 'spend_date' | 'note', string>

/** Rules of the fields, in the order of the form (decisions: words on the screen). */
export const EXPENSE_RULES: FieldRules<ExpenseValues> = {
  title: { label: 'Başlık' },
  amount_kurus: {
    label: 'Tutar',
    isSame: (a, b) => amountOf(a) !== null && amountOf(a) === amountOf(b),
  },
  spend_date: { label: 'Tarih', show: showDay },
  note: { label: 'Not' },
}

export const newExpense = (today: Day) => ({
  values: { title: '', amount_kurus: '', spend_date: today, note: '' },
  version: null,
})

/** Returns the form values of a stored expense. */
export function snapshotOf({ title, amount_kurus, spend_date, note, version }: Expense) {
  return {
    values: { title, amount_kurus: formatAmountInput(amount_kurus), spend_date, note },
    version,
  }
}

/**
 * Returns the typed amount in kuruş, `null` for none. An amount too large to be exact becomes the largest number, so
 * that the limit refuses it.
 */
export function amountOf(text: string): Kurus | null {
  const decimal = parseDecimal(text, 'form')
  return decimal === null ? null : (toKurus(decimal) ?? Number.MAX_SAFE_INTEGER)
}

/** Returns the form values as the input of the server. */
const fieldsOf = (values: ExpenseValues) => ({
  ...values,
  amount_kurus: amountOf(values.amount_kurus),
  spend_date: values.spend_date || null,
})

/** Returns all problems that the server would find; title, amount and date share one message (specification §5). */
export function expenseProblems(values: ExpenseValues): Problem<ExpenseValues>[] {
  const fields = fieldsOf(values)
  const names = missingOfExpense(fields)
  return [
    ...(names.length > 0 ? [{ names, message: messages.expenseRequired }] : []),
    ...fieldProblems(expenseInput, fields),
  ]
}

/** Returns the input of `expense.save`; `id` 0 creates an expense. */
export const saveInput = (
  values: ExpenseValues,
  keyAndVersion: KeyAndVersion & { id: number },
): RouterInputs['expense']['save'] => ({ ...fieldsOf(values), ...keyAndVersion })
