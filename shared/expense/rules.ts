import type { Day } from '#shared/date.ts'
import type { Kurus } from '#shared/money.ts'

type Required = 'title' | 'amount' | 'spend_date'

/** What an expense has to have and does not (specification §5, expense save). `amount` in kuruş. */
export function missingOfExpense(expense: {
  title: string
  amount: Kurus | null
  spend_date: Day | null
}): Required[] {
  const isMissing: Record<Required, boolean> = {
    title: expense.title.trim() === '',
    amount: expense.amount === null || expense.amount <= 0,
    spend_date: expense.spend_date === null,
  }
  return (Object.keys(isMissing) as Required[]).filter((name) => isMissing[name])
}

/** The day that a list shows: the second date where an expense has one (specification §3, expense). */
export function shownDay(expense: { spend_date: Day; spread_date?: Day | null | undefined }): Day {
  return expense.spread_date ?? expense.spend_date
}
