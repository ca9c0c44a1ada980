import * as z from 'zod/mini'

import { keyField, textField } from '#shared/fields.ts'
import { messages } from '#shared/messages.ts'
import { type Kurus, MAX_PRICE_KURUS } from '#shared/money.ts'
import { PAYMENT_KINDS, PAYMENT_METHODS } from '#shared/payment/rules.ts'
import { day, kurus, resultSchema, rowId } from '#shared/values.ts'

import type { TakenByMethod, TillFigures } from './rules.ts'

const countedField = z
  .int(messages.invalidInput)
  .check(z.gte(0, messages.invalidInput), z.lte(MAX_PRICE_KURUS, messages.amountTooLarge))

const numberField = z
  .int(messages.invalidInput)
  .check(z.gte(1, messages.invalidInput), z.lte(2_147_483_647, messages.invalidInput))

/** A day-end by its number; without one the open day. */
export const tillDayInput = z.object({ number: z.optional(numberField) }, messages.invalidInput)
export type TillDayInput = z.output<typeof tillDayInput>

/** The cash that is in the drawer when the shop begins to count it. */
export const openTillInput = z.strictObject(
  { counted_kurus: countedField, key: keyField },
  messages.invalidInput,
)
export type OpenTillInput = z.output<typeof openTillInput>

/**
 * The count of the open day. `number` and `expected_kurus` are those that the user saw, so that an entry of that moment
 * is not closed unseen. The reason counts only with a difference.
 */
export const closeDayInput = z.strictObject(
  {
    number: numberField,
    expected_kurus: z.int(messages.invalidInput),
    counted_kurus: countedField,
    reason: z._default(textField('Farkın sebebi'), ''),
    key: keyField,
  },
  messages.invalidInput,
)
export type CloseDayInput = z.output<typeof closeDayInput>

/** Money that came in or went out on a day: a payment, a refund, or an expense from the drawer. */
export const tillMovement = /* @__PURE__ */ resultSchema(() => ({
  source: z.enum(['payment', 'expense']),
  id: rowId,
  /** A payment came in, a refund or an expense went out. */
  kind: z.enum(PAYMENT_KINDS),
  method: z.enum(PAYMENT_METHODS),
  /** An expense that was lowered after its day has an amount below 0. */
  amount_kurus: kurus,
  /** The customer or the expense; '' without a name, and for an expense that the caller may not see. */
  title: z.string(),
  /** The car's plate; '' without one. */
  plate: z.string(),
  /** The record to open; `null` without one. */
  kayit_id: z.nullable(rowId),
  /** The entry's own day, which may be before the day on which it was entered. */
  day,
  created_at: z.iso.datetime(),
  /** Whether it was cancelled on this day, so that it counts in no sum. */
  is_cancelled: z.boolean(),
  /** Whether it cancels an entry of an earlier day-end, or changes an expense that one has counted. */
  is_reversal: z.boolean(),
}))
export type TillMovement = z.output<typeof tillMovement>

/** The most movements of a day that are listed; its sums count all. */
export const MOST_MOVEMENTS = 500

/** A day of the drawer: the open one, or a day-end. */
export type TillDay = TillFigures & {
  /** Its number; `null` before the drawer was counted for the first time. */
  number: number | null
  /** The number of the last day-end; 0 before the first. */
  last_number: number
  /** The day on which it was closed; today while it is open. */
  day: string
  /** The day on which the opening cash was counted. */
  opened_on: string | null
  /** The count; `null` while the day is open. */
  closed: DayCount | null
  taken: TakenByMethod[]
  /** In the order in which they were entered; the newest ones of a day with more than `MOST_MOVEMENTS`. */
  movements: TillMovement[]
  movement_count: number
  /** The sums of all movements by any method, as the list shows them. */
  in_kurus: Kurus
  out_kurus: Kurus
}

/** The count of the drawer at the end of a day. */
export type DayCount = {
  counted_kurus: Kurus
  /** Below 0 when money is missing. */
  difference_kurus: Kurus
  reason: string
  /** The name of the user who closed the day, at that time. */
  actor_name: string
  created_at: string
}
