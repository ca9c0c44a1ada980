import * as z from 'zod/mini'

import { userInput } from '#shared/admin/schema.ts'
import { loginInput } from '#shared/auth/schema.ts'
import { type ExpenseInput, expenseInput } from '#shared/expense/schema.ts'
import { feedbackInput } from '#shared/feedback/schema.ts'
import { anyField, looseField } from '#shared/fields.ts'
import { messages } from '#shared/messages.ts'
import { type Kurus, MAX_PRICE_KURUS, toKurus } from '#shared/money.ts'
import { parseDecimal } from '#shared/money-parse.ts'
import { settingsInput } from '#shared/settings/schema.ts'

// Schemas that read the calls of old callers into the operations' input. Old callers send neither versions nor the page's
// keys, and their amounts are lira.

/** Any value passes, because callers may have sent anything in a field that did not count. */
const codeField = anyField<string>((input) => ({ value: input === null ? '' : String(input) }))

export const legacyLoginInput = z.extend(z.omit(loginInput, { remember: true }), {
  code: z.optional(codeField),
})

/** `getSession.php`; anything but text counts as no token. */
export const legacySessionInput = z.object({ session_id: z.catch(z.string(), '') }, messages.invalidInput)

/** An amount in lira, read into kuruş; `null` for an invalid amount or one not above 0, which no expense may have. */
const amountField = looseField<Kurus | null>((input) => {
  const decimal = input === null ? null : parseDecimal(input, 'wire')
  if (decimal === null || decimal.digits <= 0n) return { value: null }
  const value = toKurus(decimal)
  return value === null || value > MAX_PRICE_KURUS ? { refusal: messages.amountTooLarge } : { value }
})

const { id, title, spend_date, spread_date, note } = expenseInput.shape

export const legacyExpenseInput = z.object(
  { id, title, amount: z.optional(amountField), spend_date, spread_date, note },
  messages.invalidInput,
)

export const expenseInputOf = ({ amount, ...fields }: z.output<typeof legacyExpenseInput>): ExpenseInput => ({
  ...fields,
  amount_kurus: amount,
})

const PAGE_ONLY = { prices_with_vat: true, idle_minutes: true, version: true, key: true } as const
export const legacySettingsInput = z.omit(settingsInput, PAGE_ONLY)

export const legacyFeedbackInput = z.omit(feedbackInput, { key: true })

export const legacyUserInput = z.omit(userInput, { version: true, key: true })
