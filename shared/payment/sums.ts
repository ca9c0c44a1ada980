import type { Kurus } from '#shared/money.ts'

import { PAYMENT_METHODS, type PaymentKind, type PaymentMethod } from './rules.ts'

/** A payment or a refund that counts in its period. */
type Entry = { kind: PaymentKind; method: PaymentMethod; amount_kurus: Kurus }

/** The money of a period in kuruş; `count` is the number of payments. */
type Sums = { count: number; in_kurus: Kurus; refunded_kurus: Kurus }

export type MethodSums = Sums & { method: PaymentMethod }

/** The payments and refunds of a period, in all and by each used method, the largest first. */
export type PeriodPayments = Sums & { methods: MethodSums[] }

/** Returns the sum of amounts in kuruş, whatever their kinds. */
export const sumAmounts = (rows: readonly { amount_kurus: Kurus }[]): Kurus =>
  rows.reduce((sum, { amount_kurus }) => sum + amount_kurus, 0)

function sumsOf(entries: readonly Entry[]): Sums {
  const { payment: payments = [], refund: refunds = [] } = Object.groupBy(entries, ({ kind }) => kind)
  return { count: payments.length, in_kurus: sumAmounts(payments), refunded_kurus: sumAmounts(refunds) }
}

/** Returns the sums of the entries that count in a period. */
export function sumPayments(entries: readonly Entry[]): PeriodPayments {
  const methods = PAYMENT_METHODS.flatMap((method) => {
    const used = entries.filter((entry) => entry.method === method)
    return used.length === 0 ? [] : { method, ...sumsOf(used) }
  })
  return { ...sumsOf(entries), methods: methods.toSorted((a, b) => b.in_kurus - a.in_kurus) }
}
