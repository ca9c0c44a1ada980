import type { ExpenseMethod } from '#shared/expense/rules.ts'
import type { Kurus } from '#shared/money.ts'
import { PAYMENT_METHODS, type PaymentKind, type PaymentMethod } from '#shared/payment/rules.ts'

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

const sumOf = (rows: readonly { amount_kurus: Kurus }[]): Kurus =>
  rows.reduce((sum, { amount_kurus }) => sum + amount_kurus, 0)

type DayEntries = {
  opening_kurus: Kurus
  entries: readonly Entry[]
  expenses: readonly CashExpense[]
}

/** Returns what a drawer should hold after the day's entries: opening + cash in − cash refunds − cash expenses. */
export function tillFigures({ opening_kurus, entries, expenses }: DayEntries): TillFigures {
  const cash = countedEntries(entries).filter(({ method }) => method === 'cash')
  const received_kurus = sumOf(cash.filter(({ kind }) => kind === 'payment'))
  const refunded_kurus = sumOf(cash.filter(({ kind }) => kind === 'refund'))
  const spent_kurus = sumOf(expenses)
  const expected_kurus = opening_kurus + received_kurus - refunded_kurus - spent_kurus
  return { opening_kurus, received_kurus, refunded_kurus, spent_kurus, expected_kurus }
}

/** The payments of a day by one method, without refunds. */
export type TakenByMethod = { method: PaymentMethod; amount_kurus: Kurus; count: number }

/** Returns the payments of each used method, the largest sum first. */
export function takenByMethod(entries: readonly Entry[]): TakenByMethod[] {
  const payments = countedEntries(entries).filter(({ kind }) => kind === 'payment')
  const sums = PAYMENT_METHODS.map((method) => {
    const taken = payments.filter((one) => one.method === method)
    return { method, amount_kurus: sumOf(taken), count: taken.length }
  })
  return sums.filter(({ count }) => count > 0).toSorted((a, b) => b.amount_kurus - a.amount_kurus)
}

/** Returns each expense of the day once, with the sum of its changes, without those that come to nothing. */
export function netExpenses<One extends CashExpense>(expenses: readonly One[]): One[] {
  const groups = [...Map.groupBy(expenses, ({ expense_id }) => expense_id).values()]
  const netted = groups.flatMap(([first, ...later]) =>
    first === undefined ? [] : [{ ...first, amount_kurus: sumOf([first, ...later]) }],
  )
  return netted.filter(({ amount_kurus }) => amount_kurus !== 0)
}

/** The facts of an expense that decide its cash. */
export type ExpenseCash = { amount_kurus: Kurus; method: ExpenseMethod | null }

/** Returns the kuruş that an expense takes from the drawer; one without a method takes none. */
export const cashOf = (expense: ExpenseCash | null): Kurus =>
  expense?.method === 'cash' ? expense.amount_kurus : 0
