import type { Day } from '#shared/date.ts'
import type { Kurus } from '#shared/money.ts'
import { isBlank } from '#shared/text.ts'

type Required = 'title' | 'amount_kurus' | 'spend_date'

/** Returns the required fields that an expense lacks (specification §5, expense save). */
export function missingOfExpense(expense: {
  title: string
  amount_kurus: Kurus | null
  spend_date: Day | null
}): Required[] {
  const isMissing: Record<Required, boolean> = {
    title: isBlank(expense.title),
    amount_kurus: expense.amount_kurus === null || expense.amount_kurus <= 0,
    spend_date: expense.spend_date === null,
  }
  return (Object.keys(isMissing) as Required[]).filter((name) => isMissing[name])
}

/** Returns the day that a list shows: the second date if the expense has one (specification §3, expense). */
export function shownDay(expense: { spend_date: Day; spread_date: Day | null }): Day {
  return expense.spread_date ?? expense.spend_date
}
