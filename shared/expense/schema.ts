import * as z from 'zod/mini'

import {
  dayField,
  directionField,
  idField,
  monthFilter,
  pageField,
  savingFields,
  textField,
} from '#shared/fields.ts'
import { messages } from '#shared/messages.ts'
import { type Kurus, MAX_PRICE_KURUS } from '#shared/money.ts'
import { KAYIT_PAGE_SIZE, KAYIT_PAGE_SIZES, MAX_NOTE_LENGTH } from '#shared/options.ts'
import { day, kurus, resultSchema, rowId } from '#shared/values.ts'

import { categoryProblem, type CategorySum, MAX_CATEGORY_LENGTH } from './categories.ts'
import { type DueMonth, type RepeatedValues, REPEAT_CHOICES, type Rhythm } from './repetition.ts'
import { EXPENSE_METHODS } from './rules.ts'
import { VAT_RATES } from './vat.ts'

/** `null` means no amount; the rule `missingOfExpense` requires one above 0. */
const amountField = z.nullable(
  z.int(messages.invalidInput).check(z.lte(MAX_PRICE_KURUS, messages.amountTooLarge)),
)

const categoryField = textField('Kategori', MAX_CATEGORY_LENGTH)

const monthField = z
  .string(messages.invalidMonth)
  .check(z.regex(/^\d{4}-(0[1-9]|1[0-2])-01$/, messages.invalidMonth))

/** A month of a repetition, as its first day. */
const repeatedMonth = z.strictObject({ id: idField, month: monthField }, messages.invalidInput)

/**
 * An expense to save: `id` 0 or absent creates. An absent field stays unchanged. An unknown field is refused, because
 * an open page of an older version may send its amount under another name.
 */
export const expenseInput = z.strictObject(
  {
    id: z._default(idField, 0),
    title: z.optional(textField('Başlık')),
    amount_kurus: z.optional(amountField),
    spend_date: z.optional(dayField),
    spread_date: z.optional(dayField),
    note: z.optional(textField('Not', MAX_NOTE_LENGTH)),
    method: z.optional(z.nullable(z.enum(EXPENSE_METHODS, messages.invalidInput))),
    category: z.optional(categoryField),
    vat_rate: z.optional(z.nullable(z.literal([...VAT_RATES], messages.invalidInput))),
    /** How it repeats; 'none' ends its repetition. */
    repeat: z.optional(z.enum(REPEAT_CHOICES, messages.invalidInput)),
    /** Whether its repetition stores its values from now on. */
    repeat_values: z.optional(z.boolean(messages.invalidInput)),
    /** The proposed month that a new expense is. */
    proposal: z.optional(repeatedMonth),
    ...savingFields,
  },
  messages.invalidInput,
)

/** A month to skip, or with `undo` to propose again. */
export const skipInput = z.extend(repeatedMonth, {
  undo: z._default(z.boolean(messages.invalidInput), false),
})
export type SkipInput = z.output<typeof skipInput>

/** A repetition to end, or with `undo` to resume. */
export const endRepetitionInput = z.strictObject(
  { id: idField, undo: z._default(z.boolean(messages.invalidInput), false) },
  messages.invalidInput,
)
export type EndRepetitionInput = z.output<typeof endRepetitionInput>

export const expenseIdInput = z.object({ id: idField }, messages.invalidInput)

/** Filters expenses by their spend date, and by a text in their title or note. */
export const expenseFilter = z.extend(monthFilter, { q: z._default(textField('Arama'), '') })

/** `spend_date` sorts by the shown day. */
export const EXPENSE_SORTS = ['spend_date', 'title', 'amount'] as const
export type ExpenseSort = (typeof EXPENSE_SORTS)[number]

/** One page of the list; by default the newest first. */
export const expenseListInput = z.extend(expenseFilter, {
  /** '' finds the expenses without a category. */
  category: z.optional(categoryField),
  sort: z._default(z.enum(EXPENSE_SORTS, messages.invalidInput), 'spend_date'),
  dir: z._default(directionField, 'desc'),
  page: pageField,
  size: z._default(z.literal([...KAYIT_PAGE_SIZES], messages.invalidInput), KAYIT_PAGE_SIZE),
})

/**
 * The whole list of categories in its order, with the former name of each ('' for a new one). `loaded` is the list that
 * the caller has changed.
 */
export const categoriesInput = z
  .strictObject(
    {
      loaded: z.array(z.string(messages.invalidInput), messages.invalidInput),
      categories: z.array(
        z.strictObject({ name: categoryField, before: categoryField }, messages.invalidInput),
        messages.invalidInput,
      ),
    },
    messages.invalidInput,
  )
  .check(({ value, issues }) => {
    const problem = categoryProblem(value.categories)
    if (problem !== null) issues.push({ code: 'custom', message: problem.message, input: value })
  })
export type CategoriesInput = z.output<typeof categoriesInput>

/** The typed part of a title. */
export const titleInput = z.object({ q: z._default(textField('Başlık'), '') }, messages.invalidInput)

export type ExpenseInput = z.output<typeof expenseInput>
export type ExpenseFilter = z.output<typeof expenseFilter>
export type ExpenseListInput = z.output<typeof expenseListInput>

/** A stored expense; a save sends `version` back to detect conflicts. */
export const expense = /* @__PURE__ */ resultSchema(() => ({
  id: rowId,
  title: z.string(),
  amount_kurus: kurus,
  spend_date: day,
  /** The day to show instead of `spend_date`, if the expense has one. */
  spread_date: z.nullable(day),
  note: z.string(),
  /** `null`: not known, so that the expense counts in no till. */
  method: z.nullable(z.enum(EXPENSE_METHODS)),
  /** '' for none. */
  category: z.string(),
  /** The rate of the contained VAT in percent; `null` for none. */
  vat_rate: z.nullable(z.literal([...VAT_RATES])),
  version: z.int(),
}))
export type Expense = z.output<typeof expense>

export type ExpensePage = {
  items: Expense[]
  /** Number of expenses in the whole filtered list, and their sum. */
  total: number
  toplam_kurus: Kurus
  /** The sums by category, also of those that the filter of a category leaves out, in the order of the chart. */
  by_category: CategorySum[]
  /** Whether the search matched nothing and these match without Turkish marks. */
  similar?: true
}

/** An expense that repeats each month. */
export type Repetition = RepeatedValues &
  Omit<Rhythm, 'first_month'> & {
    id: number
    /** Its stored expenses of the months that can be proposed. */
    expense_ids: number[]
  }

/** A month of a repetition that waits for an expense. */
export type DueExpense = DueMonth & {
  repetition_id: number
  /** Whether it is stored without a question. */
  is_automatic: boolean
}

export type Repetitions = {
  repetitions: Repetition[]
  /** The oldest first. */
  due: DueExpense[]
}
