import * as z from 'zod/mini'

import type { Day } from '#shared/date.ts'
import { dayField, directionField, idField, pageField } from '#shared/fields.ts'
import { messages } from '#shared/messages.ts'
import { type Kurus, MAX_TOTAL_KURUS } from '#shared/money.ts'
import type { PaymentKind, PaymentMethod } from '#shared/payment/rules.ts'
import { PERIOD_REVERSED } from '#shared/stats/period.ts'

import type { Ages } from './rules.ts'

/** The days of a statement, which both belong to it. */
export const periodOfAccount = { from: z.optional(dayField), to: z.optional(dayField) }

/** Returns whether a period with both days is none that ends before it starts. */
export const endsAfterStart = ({
  from,
  to,
}: {
  from?: Day | null | undefined
  to?: Day | null | undefined
}) => from == null || to == null || from <= to

/** A customer's account; without a period, whose days both belong to it, it is whole. */
export const accountInput = z
  .object({ customer_id: idField, ...periodOfAccount }, messages.invalidInput)
  .check(z.refine(endsAfterStart, PERIOD_REVERSED))
export type AccountInput = z.output<typeof accountInput>

/**
 * The opening balance: the customer's debt when the accounts started, in kuruş, below 0 where the shop owed. `start` is the first day of the
 * accounts, which counts only while the shop has none.
 */
export const openingInput = z.strictObject(
  {
    customer_id: idField,
    opening_kurus: z
      .int(messages.invalidInput)
      .check(
        z.gte(0 - MAX_TOTAL_KURUS, messages.amountTooLarge),
        z.lte(MAX_TOTAL_KURUS, messages.amountTooLarge),
      ),
    start: z.optional(dayField),
  },
  messages.invalidInput,
)
export type OpeningInput = z.output<typeof openingInput>

export const DEBT_SORTS = ['total', 'name'] as const
export type DebtSort = (typeof DEBT_SORTS)[number]
export const DEBTS_PAGE_SIZE = 20

/** One page of the customers who owe money, with `age` only those with a debt of that age. */
export const debtsInput = z.object(
  {
    age: z.optional(z.literal([0, 1, 2, 3], messages.invalidInput)),
    sort: z._default(z.enum(DEBT_SORTS, messages.invalidInput), 'total'),
    dir: z._default(directionField, 'desc'),
    page: pageField,
  },
  messages.invalidInput,
)
export type DebtsInput = z.output<typeof debtsInput>

/** A line of a statement. Amounts in kuruş: `debit_kurus` raises the debt, `credit_kurus` lowers it. */
export type StatementLine = {
  day: Day
  kind: 'opening' | 'record' | PaymentKind
  debit_kurus: Kurus
  credit_kurus: Kurus
  /** The customer's debt after this line. */
  balance_kurus: Kurus
  /** The record of the line; `null` for the opening balance and for money on account. */
  kayit_id: number | null
  plate: string
  /** The record's work: 'Arka fren balatası (+2)'. */
  work: string
  entry: {
    id: number
    method: PaymentMethod
    note: string
    /** The entry that it cancels. */
    reverses: number | null
    /** Whether it was cancelled, or cancels another entry. */
    is_cancelled: boolean
    can_reverse: boolean
  } | null
}

/** A record that is not paid, or that has an advance. */
export type OpenRecord = {
  kayit_id: number
  plate: string
  work: string
  /** The day on which it became due; `null` while the car is in the shop. */
  due: Day | null
  toplam_kurus: Kurus
  paid_kurus: Kurus
}

/** A customer's account in a period. */
export type CustomerAccount = {
  /** The first day of the shop's accounts; `null` until it is set: then nobody owes anything. */
  start: Day | null
  /** The opening balance as it was entered. */
  opening_kurus: Kurus
  /** The customer's debt today, below 0 where the shop owes. */
  balance_kurus: Kurus
  ages: Ages
  /** Payments for records that are not due. */
  advance_kurus: Kurus
  open_records: OpenRecord[]
  /** The balance before the first line of the period. */
  carried_kurus: Kurus
  lines: StatementLine[]
}

/** A customer who owes money. */
export type Debtor = {
  customer_id: number
  name: string
  phone: string
  plates: string[]
  ages: Ages
  total_kurus: Kurus
  last_payment: { day: Day; amount_kurus: Kurus; method: PaymentMethod } | null
}

/** The number of customers who owe money, and what they owe in kuruş. */
export type DebtSums = { count: number; total_kurus: Kurus; ages: Ages }

export type DebtsPage = {
  start: Day | null
  /** The shop's text of reminders, '' for the usual one. */
  reminder: string
  items: Debtor[]
  /** Customers in the list. */
  total: number
  /** Sums of the list by age. */
  ages: Ages
  /** The sums of all customers, whatever the filter. */
  all: DebtSums
  /** Payments for records that are not due, and the number of these records. */
  advances: { count: number; total_kurus: Kurus }
}
