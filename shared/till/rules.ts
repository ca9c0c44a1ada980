import type { ExpenseMethod } from '#shared/expense/rules.ts'
import type { Kurus } from '#shared/money.ts'
import type { PaymentKind, PaymentMethod } from '#shared/payment/rules.ts'
import { sumAmounts, sumPayments } from '#shared/payment/sums.ts'

/** A payment, a refund or a cancellation that belongs to a day-end. */
type Entry = {
  id: number
  kind: PaymentKind
  method: PaymentMethod
  amount_kurus: Kurus
  reverses: number | null
}

/** A change of the cash that an expense takes from the drawer; below 0 when the expense was lowered or deleted. */
type CashExpense = { expense_id: number; amount_kurus: Kurus }

/** The sums of a drawer in kuruş; `expected_kurus` is what it should hold. */
export type TillFigures = {
  opening_kurus: Kurus
  received_kurus: Kurus
  refunded_kurus: Kurus
  spent_kurus: Kurus
  expected_kurus: Kurus
}

/**
 * Returns the ids of entries that cancel each other within the day. They count in no sum, because their money never
 * stayed; the cancellation of an entry of a closed day counts as a refund of the open one.
 */
export function cancelledWithin(entries: readonly Entry[]): ReadonlySet<number> {
  const ids = new Set(entries.map(({ id }) => id))
  const pairs = entries.filter(({ reverses }) => reverses !== null && ids.has(reverses))
  return new Set(pairs.flatMap(({ id, reverses }) => [id, reverses ?? id]))
}

/** Returns the entries that count: without the pairs that cancel each other. */
export function countedEntries<One extends Entry>(entries: readonly One[]): One[] {
  const cancelled = cancelledWithin(entries)
  return entries.filter(({ id }) => !cancelled.has(id))
}

type DayEntries = {
  opening_kurus: Kurus
  entries: readonly Entry[]
  expenses: readonly CashExpense[]
}

/** Returns the money that a drawer should hold after the day's entries: opening + cash in − cash refunds − cash expenses. */
export function tillFigures({ opening_kurus, entries, expenses }: DayEntries): TillFigures {
  const { methods } = sumPayments(countedEntries(entries))
  const cash = methods.find(({ method }) => method === 'cash')
  const { in_kurus: received_kurus, refunded_kurus } = cash ?? { in_kurus: 0, refunded_kurus: 0 }
  const spent_kurus = sumAmounts(expenses)
  const expected_kurus = opening_kurus + received_kurus - refunded_kurus - spent_kurus
  return { opening_kurus, received_kurus, refunded_kurus, spent_kurus, expected_kurus }
}

/** The payments of a day by one method, without refunds. */
export type TakenByMethod = { method: PaymentMethod; amount_kurus: Kurus; count: number }

/** Returns the payments of each used method, the largest sum first. */
export const takenByMethod = (entries: readonly Entry[]): TakenByMethod[] =>
  sumPayments(countedEntries(entries))
    .methods.filter(({ count }) => count > 0)
    .map(({ method, in_kurus, count }) => ({ method, amount_kurus: in_kurus, count }))

/** Returns each expense of the day once, with the sum of its changes, without those that come to nothing. */
export function netExpenses<One extends CashExpense>(expenses: readonly One[]): One[] {
  const groups = [...Map.groupBy(expenses, ({ expense_id }) => expense_id).values()]
  const netted = groups.flatMap(([first, ...later]) =>
    first === undefined ? [] : [{ ...first, amount_kurus: sumAmounts([first, ...later]) }],
  )
  return netted.filter(({ amount_kurus }) => amount_kurus !== 0)
}

/** The facts of an expense that decide its cash. */
export type ExpenseCash = { amount_kurus: Kurus; method: ExpenseMethod | null }

/** Returns the kuruş that an expense takes from the drawer; one without a method takes none. */
export const cashOf = (expense: ExpenseCash | null): Kurus =>
  expense?.method === 'cash' ? expense.amount_kurus : 0
