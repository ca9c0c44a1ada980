import * as z from 'zod/mini'

import { dayField, idField, keyField, textField } from '#shared/fields.ts'
import { messages } from '#shared/messages.ts'
import { MAX_PRICE_KURUS } from '#shared/money.ts'
import { day, kurus, resultSchema, rowId } from '#shared/values.ts'

import { PAYMENT_KINDS, PAYMENT_METHODS } from './rules.ts'

const noteField = textField('Not')

/**
 * Money taken or given back. `day` is the day on which it changed hands, today without one. `start` is the first day of
 * the shop's accounts, which counts only while the shop has none. The key makes a retry pay once.
 */
const entryFields = {
  kind: z._default(z.enum(PAYMENT_KINDS, messages.invalidInput), 'payment'),
  method: z.enum(PAYMENT_METHODS, messages.invalidInput),
  amount_kurus: z
    .int(messages.invalidInput)
    .check(z.gte(0, messages.invalidInput), z.lte(MAX_PRICE_KURUS, messages.amountTooLarge)),
  day: z.optional(dayField),
  note: z._default(noteField, ''),
  start: z.optional(dayField),
  key: keyField,
}

/**
 * Money of a record. `paid_kurus` are the record's payments as the caller saw them, so that two users who take the rest at
 * once do not take it twice.
 */
export const paymentInput = z.strictObject(
  { kayit_id: idField, paid_kurus: z.optional(z.int(messages.invalidInput)), ...entryFields },
  messages.invalidInput,
)
export type PaymentInput = z.output<typeof paymentInput>

/**
 * A payment of a record and the rest after it, which becomes a discount of `discount_kurus`. Payments and `version` of the
 * record are those that the caller saw.
 */
export const settlementInput = z.strictObject(
  {
    kayit_id: idField,
    paid_kurus: z.int(messages.invalidInput),
    ...entryFields,
    kind: z._default(z.literal('payment', messages.invalidInput), 'payment'),
    version: z.int(messages.invalidInput),
    discount_kurus: z.int(messages.invalidInput).check(z.positive(messages.discountRequired)),
  },
  messages.invalidInput,
)
export type SettlementInput = z.output<typeof settlementInput>

/** Money on account: of a customer, without a record. */
export const onAccountInput = z.strictObject({ customer_id: idField, ...entryFields }, messages.invalidInput)
export type OnAccountInput = z.output<typeof onAccountInput>

/** The reversal of an entry; the note is its reason. */
export const reversalInput = z.strictObject(
  { id: idField, note: z._default(noteField, ''), key: keyField },
  messages.invalidInput,
)
export type ReversalInput = z.output<typeof reversalInput>

/** An entry on account that is to pay a record of the same customer. */
export const assignmentInput = z.strictObject({ id: idField, kayit_id: idField }, messages.invalidInput)
export type AssignmentInput = z.output<typeof assignmentInput>

export const paymentsInput = z.object({ kayit_id: idField }, messages.invalidInput)

/** The first day of the shop's accounts. */
export const accountStartInput = z.strictObject({ start: dayField }, messages.invalidInput)
export type AccountStartInput = z.output<typeof accountStartInput>

export const payment = /* @__PURE__ */ resultSchema(() => ({
  id: rowId,
  day,
  kind: z.enum(PAYMENT_KINDS),
  method: z.enum(PAYMENT_METHODS),
  amount_kurus: kurus,
  note: z.string(),
  /** The entry that this one cancels. */
  reverses: z.nullable(rowId),
  /** The name of the user who entered it, at that time. */
  actor_name: z.string(),
  created_at: z.iso.datetime(),
  /** Whether the caller may cancel it. */
  can_reverse: z.boolean(),
}))
export type Payment = z.output<typeof payment>

/** A record's money. */
export type RecordPayments = {
  /** The first day of the shop's accounts; `null` until the first payment. */
  start: string | null
  toplam_kurus: number
  /** Payments less refunds. */
  paid_kurus: number
  /** The amount that is left to pay (`restOf`); `null` where no debt is known. */
  rest_kurus: number | null
  /** Whether the record is due, so that the rest is a debt and the payments are no advance. */
  is_due: boolean
  /** In the order in which they were entered. */
  payments: Payment[]
}
