import type { Day } from '#shared/date.ts'
import { rankNames } from '#shared/item/rules.ts'
import type { Kurus } from '#shared/money.ts'
import { isBlank } from '#shared/text.ts'

import type { VatRate } from './vat.ts'

/** Cash, card, bank transfer, or on credit: paid later. */
export const EXPENSE_METHODS = ['cash', 'card', 'transfer', 'deferred'] as const
export type ExpenseMethod = (typeof EXPENSE_METHODS)[number]

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

/** The values of the last expense of a title, which the next one is proposed. */
export type Proposal = { method: ExpenseMethod | null; category: string; vat_rate: VatRate | null }

/** Returns what the last expense with this title had; `expenses` are the newest first. */
export function proposalOf(expenses: readonly (Proposal & { title: string })[], title: string): Proposal {
  const { method = null, category = '', vat_rate = null } = expenses.find((one) => one.title === title) ?? {}
  return { method, category, vat_rate }
}

/** The most titles that are suggested. */
const MOST_TITLES = 8

/** Returns the titles of the expenses that have the typed words, each once, the best first. */
export function suggestedTitles(
  expenses: readonly { title: string; spend_date: Day }[],
  typed: string,
  today: Day,
): string[] {
  const uses = new Map<string, { uses: number; last_day: Day }>()
  for (const { title, spend_date } of expenses) {
    const known = uses.get(title) ?? { uses: 0, last_day: spend_date }
    const last_day = spend_date > known.last_day ? spend_date : known.last_day
    uses.set(title, { uses: known.uses + 1, last_day })
  }
  const names = [...uses].map(([name, use]) => ({ name, use }))
  return rankNames(names, typed, today)
    .slice(0, MOST_TITLES)
    .map(({ name }) => name)
}
