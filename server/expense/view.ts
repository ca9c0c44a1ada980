import type { Selectable } from 'kysely'

import type { ExpenseTable } from '#server/db/schema.ts'
import { monthLabel } from '#shared/date.ts'
import type { Expense, VersionedExpense } from '#shared/expense/schema.ts'
import { kurusToLira } from '#shared/money.ts'

import type { ExpenseFields } from './derived.ts'

type Row = ExpenseFields & Pick<Selectable<ExpenseTable>, 'id'>

/** A row with its amount in lira and the name of its month; `spread_date` only where there is one. */
export function expenseView({ id, title, amount_kurus, spend_date, spread_date, note }: Row): Expense {
  return {
    id,
    title,
    amount: kurusToLira(amount_kurus),
    spend_date,
    ...(spread_date !== null && { spread_date }),
    note,
    month_label: monthLabel(spend_date),
  }
}

/** The same with the version that a save of the page is checked against. */
export function versionedView({ version, ...row }: Row & { version: number }): VersionedExpense {
  return { ...expenseView(row), version }
}
