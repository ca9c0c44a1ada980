import type { RouterInputs } from '#client/lib/api.ts'
import type { Claim } from '#client/forms/use-form.ts'
import { type FieldRules, showDay } from '#client/forms/merge.ts'
import { fieldProblems, type Problem } from '#client/forms/problems.ts'
import type { Day } from '#shared/date.ts'
import { missingOfExpense } from '#shared/expense/rules.ts'
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

/** What is typed; `amount` as a person writes it, `spend_date` a `Day`, or the text that is none. */
export type ExpenseValues = Record<'title' | 'amount' | 'spend_date' | 'note', string>

/** The fields in the order of the form (decisions: words on the screen). */
export const EXPENSE_RULES: FieldRules<ExpenseValues> = {
  title: { label: 'Başlık' },
  amount: {
    label: 'Tutar',
    isSame: (a, b) => amountOf(a) !== null && amountOf(a) === amountOf(b),
  },
  spend_date: { label: 'Tarih', show: showDay },
  note: { label: 'Not' },
}

export const newExpense = (today: Day) => ({
  values: { title: '', amount: '', spend_date: today, note: '' },
  version: null,
})

/** A stored expense as the form shows it. */
export function snapshotOf({ title, amount, spend_date, note, version }: VersionedExpense) {
  return {
    values: { title, amount: formatAmountInput(liraToKurus(amount)), spend_date, note },
    version,
  }
}

/**
 * The typed amount in kuruş, `null` for none. One too large to be held exactly is read as the largest number,
 * which is refused for its size.
 */
export function amountOf(text: string): Kurus | null {
  const decimal = parseDecimal(text, 'form')
  return decimal === null ? null : (toKurus(decimal) ?? Number.MAX_SAFE_INTEGER)
}

/** What the server would refuse; title, amount and date share one message (specification §5). */
export function expenseProblems({ amount: typed, ...texts }: ExpenseValues): Problem<ExpenseValues>[] {
  const amount = amountOf(typed)
  const spend_date = texts.spend_date === '' ? null : texts.spend_date
  const names = missingOfExpense({ ...texts, amount, spend_date })
  return [
    ...(names.length > 0 ? [{ names, message: messages.expenseRequired }] : []),
    ...(amount !== null && amount > MAX_PRICE_KURUS
      ? [{ names: ['amount' as const], message: messages.amountTooLarge }]
      : []),
    ...(fieldProblems(expenseInput, texts) as Problem<ExpenseValues>[]),
  ]
}

/** What `expense.save` is called with; `id` 0 creates. */
export const saveInput = (
  { amount, ...values }: ExpenseValues,
  { id, ...claim }: Claim & { id: number },
): RouterInputs['expense']['save'] => ({
  ...values,
  ...claim,
  id,
  amount: kurusToLira(amountOf(amount) ?? 0),
})
