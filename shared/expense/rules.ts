import type { Day } from '#shared/date.ts'
import { messages } from '#shared/messages.ts'
import type { Kurus } from '#shared/money.ts'

type Problem = { field: 'title' | 'amount' | 'spend_date'; message: string }

/** What keeps an expense from being saved (specification §5, expense save), or `null`. `amount` in kuruş. */
export function expenseProblem(expense: {
  title: string
  amount: Kurus | null
  spend_date: Day | null
}): Problem | null {
  const message = messages.expenseRequired
  if (expense.title.trim() === '') return { field: 'title', message }
  if (expense.amount === null || expense.amount <= 0) return { field: 'amount', message }
  if (expense.spend_date === null) return { field: 'spend_date', message }
  return null
}

/** The day that a list shows: the second date where an expense has one (specification §3, expense). */
export function shownDay(expense: { spend_date: Day; spread_date?: Day | null | undefined }): Day {
  return expense.spread_date ?? expense.spend_date
}
