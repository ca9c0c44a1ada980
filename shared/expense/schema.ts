import * as z from 'zod/mini'

import type { Day } from '#shared/date.ts'
import {
  dayField,
  directionField,
  idField,
  looseField,
  monthFilter,
  pageField,
  savingFields,
  textField,
} from '#shared/fields.ts'
import { messages } from '#shared/messages.ts'
import { type Kurus, MAX_PRICE_KURUS, parseDecimal, toKurus } from '#shared/money.ts'
import { KAYIT_PAGE_SIZE, KAYIT_PAGE_SIZES, MAX_NOTE_LENGTH } from '#shared/options.ts'

/** An amount in lira, read into kuruş; `null` for what is no amount or not above 0, which no expense may be. */
const amountField = looseField<Kurus | null>((input) => {
  const decimal = input === null ? null : parseDecimal(input, 'wire')
  if (decimal === null || decimal.digits <= 0n) return { value: null }
  const value = toKurus(decimal)
  return value === null || value > MAX_PRICE_KURUS ? { refusal: messages.amountTooLarge } : { value }
})

/** An expense to save: `id` 0 or absent creates. A field that is absent stays as it is. */
export const legacyExpenseInput = z.object(
  {
    id: z._default(idField, 0),
    title: z.optional(textField('Başlık')),
    amount: z.optional(amountField),
    spend_date: z.optional(dayField),
    spread_date: z.optional(dayField),
    note: z.optional(textField('Not', MAX_NOTE_LENGTH)),
  },
  messages.invalidInput,
)

/** As the page sends it: with the version that it loaded, and for a new expense a key that the page made. */
export const expenseInput = z.extend(legacyExpenseInput, savingFields)

export const expenseIdInput = z.object({ id: idField }, messages.invalidInput)

/** Expenses by their spend date, and by a text in their title or note. */
export const expenseFilter = z.extend(monthFilter, { q: z._default(textField('Arama'), '') })

/** `spend_date` sorts by the day that is shown. */
export const EXPENSE_SORTS = ['spend_date', 'title', 'amount'] as const
export type ExpenseSort = (typeof EXPENSE_SORTS)[number]

/** One page of the list; the newest first unless told. */
export const expenseListInput = z.extend(expenseFilter, {
  sort: z._default(z.enum(EXPENSE_SORTS, messages.invalidInput), 'spend_date'),
  dir: z._default(directionField, 'desc'),
  page: pageField,
  size: z._default(z.literal([...KAYIT_PAGE_SIZES], messages.invalidInput), KAYIT_PAGE_SIZE),
})

export type ExpenseInput = z.output<typeof expenseInput>
export type ExpenseFilter = z.output<typeof expenseFilter>
export type ExpenseListInput = z.output<typeof expenseListInput>

/** An expense in an answer, in the contract's words; `amount` in lira. */
export type Expense = {
  id: number
  title: string
  amount: number
  spend_date: Day
  /** Only where the expense has one; shown in preference to `spend_date`. */
  spread_date?: Day
  note: string
  /** 'Kasım 2026', of the spend date. */
  month_label: string
}

/** As the page gets it: `version` is what a save of it is checked against. */
export type VersionedExpense = Expense & { version: number }

export type ExpensePage = {
  items: VersionedExpense[]
  /** Expenses in the whole filtered list, and their sum in lira. */
  total: number
  toplam: number
}
