import type { Kurus } from '#shared/money.ts'

import { PAYMENT_METHODS, type PaymentKind, type PaymentMethod } from './rules.ts'

/**
 * A payment or a refund that counts in its period, or the sum of `count` such entries. An amount below 0 takes others back.
 */
export type SummedEntry = { kind: PaymentKind; method: PaymentMethod; amount_kurus: Kurus; count?: number }

/** The money of a period in kuruş; `count` is the number of payments. */
type Sums = { count: number; in_kurus: Kurus; refunded_kurus: Kurus }

export type MethodSums = Sums & { method: PaymentMethod }

/** The payments and refunds of a period, in all and by each used method, the largest first. */
export type PeriodPayments = Sums & { methods: MethodSums[] }

/** Returns the sum of amounts in kuruş, whatever their kinds. */
export const sumAmounts = (rows: readonly { amount_kurus: Kurus }[]): Kurus =>
  rows.reduce((sum, { amount_kurus }) => sum + amount_kurus, 0)

function sumsOf(entries: readonly SummedEntry[]): Sums {
  const { payment: payments = [], refund: refunds = [] } = Object.groupBy(entries, ({ kind }) => kind)
  const count = payments.reduce((sum, entry) => sum + (entry.count ?? 1), 0)
  return { count, in_kurus: sumAmounts(payments), refunded_kurus: sumAmounts(refunds) }
}

/** Returns the sums of the entries that count in a period. */
export function sumPayments(entries: readonly SummedEntry[]): PeriodPayments {
  const methods = PAYMENT_METHODS.map((method) => {
    const used = entries.filter((entry) => entry.method === method)
    return { method, ...sumsOf(used) }
  })
  const used = methods.filter(({ in_kurus, refunded_kurus }) => in_kurus !== 0 || refunded_kurus !== 0)
  return { ...sumsOf(entries), methods: used.toSorted((a, b) => b.in_kurus - a.in_kurus) }
}
