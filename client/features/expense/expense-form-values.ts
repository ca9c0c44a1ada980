import type { RouterInputs } from '#client/lib/api.ts'
import type { KeyAndVersion } from '#client/forms/use-form.ts'
import { type FieldRules, showDay } from '#client/forms/merge.ts'
import { fieldProblems, type Problem } from '#client/forms/problems.ts'
import type { Snapshot } from '#client/forms/form-state.ts'
import { orDash } from '#client/lib/format.ts'
import type { Day } from '#shared/date.ts'
import { canBeAutomatic, type RepeatChoice, repetitionMessages } from '#shared/expense/repetition.ts'
import { type ExpenseMethod, missingOfExpense, type Proposal } from '#shared/expense/rules.ts'
import { expenseInput, type Expense } from '#shared/expense/schema.ts'
import { expenseMethodWord } from '#shared/expense/words.ts'
import type { VatRate } from '#shared/expense/vat.ts'
import { messages } from '#shared/messages.ts'
import { formatAmountInput, type Kurus, toKurus } from '#shared/money.ts'
import { parseDecimal } from '#shared/money-parse.ts'

import type { ProposedExpense } from './proposed-expense.ts'

/** Form values: the amount as typed in lira, `spend_date` as a `Day` or a text that is no date, '' for no method. */
export type ExpenseValues = Record<'title' | 'amount_kurus' | 'spend_date' | 'note', string> & {
  method: ExpenseMethod | ''
  category: string
  /** The rate in percent, '' for none. */
  vat_rate: `${VatRate}` | ''
  /** '' leaves the repetition as it is. */
  repeat: RepeatChoice | ''
  /** Whether the repetition takes these values. */
  repeat_values: 'yes' | ''
}

/** The ways to repeat in the words of the form. */
export const REPEAT_WORDS: Readonly<Record<RepeatChoice, string>> = {
  none: 'Hayır',
  proposed: 'Sorulsun',
  automatic: 'Kendiliğinden kaydedilsin',
}

const NO_REPEAT = { repeat: '', repeat_values: '' } as const

/** Rules of the fields, in the order of the form (decisions: words on the screen). */
export const EXPENSE_RULES: FieldRules<ExpenseValues> = {
  title: { label: 'Başlık' },
  amount_kurus: {
    label: 'Tutar',
    isSame: (a, b) => amountOf(a) !== null && amountOf(a) === amountOf(b),
  },
  spend_date: { label: 'Tarih', show: showDay },
  method: { label: 'Ödeme yolu', show: (method) => orDash(expenseMethodWord(method || null)) },
  category: { label: 'Kategori' },
  vat_rate: { label: 'KDV oranı', show: (rate) => orDash(rate && `%${rate}`) },
  repeat: { label: 'Her ay tekrarla', show: (repeat) => orDash(repeat && REPEAT_WORDS[repeat]) },
  repeat_values: {
    label: 'Sonraki aylar da böyle olsun',
    show: (answer) => (answer === '' ? 'Hayır' : 'Evet'),
  },
  note: { label: 'Not' },
}

const rateText = (rate: VatRate | null): ExpenseValues['vat_rate'] => (rate === null ? '' : `${rate}`)

/** Cash is proposed, because a wrong 'Nakit' shows when the till is counted. */
const NO_PROPOSAL = { method: 'cash', category: '', vat_rate: '' } as const

/** Returns what a new expense is proposed: what the last one of its title had, otherwise cash without a category. */
export const proposedValues = (
  proposal: Proposal | undefined,
): Pick<ExpenseValues, 'method' | 'category' | 'vat_rate'> => ({
  method: proposal?.method ?? NO_PROPOSAL.method,
  category: proposal?.category ?? NO_PROPOSAL.category,
  vat_rate: rateText(proposal?.vat_rate ?? null),
})

/** Returns an empty form. */
export const newExpense = (today: Day): Snapshot<ExpenseValues> => ({
  values: { title: '', amount_kurus: '', spend_date: today, ...NO_PROPOSAL, ...NO_REPEAT, note: '' },
  version: null,
})

/** Returns the form values of a stored or proposed expense. */
export function snapshotOf(expense: Expense | ProposedExpense): Snapshot<ExpenseValues> {
  const { title, amount_kurus, spend_date, method, category, vat_rate, note, version } = expense
  return {
    values: {
      title,
      amount_kurus: formatAmountInput(amount_kurus),
      spend_date,
      method: method ?? '',
      category,
      vat_rate: rateText(vat_rate),
      ...NO_REPEAT,
      note,
    },
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
const fieldsOf = ({ repeat, repeat_values, ...values }: ExpenseValues) => ({
  ...values,
  ...(repeat !== '' && { repeat }),
  ...(repeat_values !== '' && { repeat_values: true }),
  amount_kurus: amountOf(values.amount_kurus),
  spend_date: values.spend_date || null,
  method: values.method || null,
  vat_rate: values.vat_rate === '' ? null : (Number(values.vat_rate) as VatRate),
})

/** Returns all problems that the server would find; title, amount and date share one message (specification §5). */
export function expenseProblems(values: ExpenseValues): Problem<ExpenseValues>[] {
  const fields = fieldsOf(values)
  const names = missingOfExpense(fields)
  return [
    ...(names.length > 0 ? [{ names, message: messages.expenseRequired }] : []),
    ...(values.repeat === 'automatic' && !canBeAutomatic(values)
      ? [{ names: ['repeat' as const], message: repetitionMessages.cashIsAsked }]
      : []),
    ...fieldProblems(expenseInput, fields),
  ]
}

/** Returns the typed values as a repetition stores them. */
export function repeatedValues(values: ExpenseValues) {
  const { title, amount_kurus, method, category, vat_rate, note } = fieldsOf(values)
  return { title: title.trim(), amount_kurus, method, category, vat_rate, note: note.trim() }
}

/** Returns the input of `expense.save`; `id` 0 creates an expense. */
export const saveInput = (
  values: ExpenseValues,
  about: KeyAndVersion & Pick<RouterInputs['expense']['save'], 'id' | 'proposal'>,
): RouterInputs['expense']['save'] => ({ ...fieldsOf(values), ...about })
