import { type UserCtx } from '#server/platform/core/context.ts'
import { todayInIstanbul } from '#shared/date.ts'
import { sumAmounts, sumPayments } from '#shared/payment/sums.ts'
import { cancelledWithin, countedEntries, netExpenses } from '#shared/till/rules.ts'
import { MOST_MOVEMENTS, type TillDay, type TillMovement } from '#shared/till/schema.ts'

import type { DayEntry, DayExpense } from './queries.ts'

type Rows = {
  entries: readonly DayEntry[]
  expenses: readonly DayExpense[]
  /** The expenses that an earlier day-end has counted, so that the day has only what changed of them. */
  countedBefore: ReadonlySet<number>
}
type Listed = Pick<TillDay, 'movements' | 'movement_count' | 'in_kurus' | 'out_kurus'>

/**
 * Returns the list of a day with its sums. An entry that was cancelled on its day is one line, without its cancellation.
 * The titles of expenses are left out for a caller without `figures`.
 */
export function listMovements(ctx: UserCtx, { entries, expenses, countedBefore }: Rows): Listed {
  const cancelled = cancelledWithin(entries)
  const spent = netExpenses(expenses)
  const canSeeExpenses = ctx.actor.rights.includes('figures')
  const all = [
    ...entries
      .filter(({ id, reverses }) => reverses === null || !cancelled.has(id))
      .map((entry) => paymentMovement(entry, cancelled)),
    ...spent.map((expense) => ({
      ...expenseMovement(expense, canSeeExpenses),
      is_reversal: countedBefore.has(expense.expense_id),
    })),
  ].toSorted((a, b) => compareTexts(a.created_at, b.created_at))
  const { in_kurus, refunded_kurus } = sumPayments(countedEntries(entries))
  return {
    movements: all.slice(-MOST_MOVEMENTS),
    movement_count: all.length,
    in_kurus,
    out_kurus: refunded_kurus + sumAmounts(spent),
  }
}

const compareTexts = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

function paymentMovement(entry: DayEntry, cancelled: ReadonlySet<number>): TillMovement {
  const { id, kind, method, amount_kurus, day, reverses, created_at } = entry
  return {
    source: 'payment',
    id,
    kind,
    method,
    amount_kurus,
    title: entry.musteri_adi_soyadi ?? entry.name ?? '',
    plate: entry.plaka ?? '',
    // A deleted record has no page.
    kayit_id: entry.deleted_at === null ? entry.kayit_id : null,
    day,
    created_at: created_at.toISOString(),
    is_cancelled: cancelled.has(id),
    is_reversal: reverses !== null,
  }
}

function expenseMovement(expense: DayExpense, canSeeExpenses: boolean): Omit<TillMovement, 'is_reversal'> {
  const { expense_id, amount_kurus, title, spend_date, created_at } = expense
  return {
    source: 'expense',
    id: expense_id,
    kind: 'refund',
    method: 'cash',
    amount_kurus,
    title: canSeeExpenses ? (title ?? '') : '',
    plate: '',
    kayit_id: null,
    day: spend_date ?? todayInIstanbul(created_at),
    created_at: created_at.toISOString(),
    is_cancelled: false,
  }
}
