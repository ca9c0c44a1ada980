import type { Selectable } from 'kysely'

import type { ExpenseTable } from '#server/platform/db/schema.ts'
import { foldName, foldPlain, storedSortKey } from '#shared/turkish.ts'

/** The columns of an expense that a user enters; the other columns are derived from them. */
export const EXPENSE_FIELDS = [
  'title',
  'amount_kurus',
  'spend_date',
  'spread_date',
  'note',
] as const satisfies (keyof ExpenseTable)[]

export type ExpenseFields = Pick<Selectable<ExpenseTable>, (typeof EXPENSE_FIELDS)[number]>

/** The row of an expense, including the owner and every derived column. */
export function expenseRow(userId: number, fields: ExpenseFields) {
  return { shop_id: userId, ...fieldColumns(fields) }
}

/** The entered fields with the search text and the sort key. */
export function fieldColumns(fields: ExpenseFields) {
  return { ...fields, ...derivedColumns(fields) }
}

export function derivedColumns({ title, note }: Pick<ExpenseFields, 'title' | 'note'>) {
  return {
    search_text: searchText(title, note, foldName),
    search_plain: searchText(title, note, foldPlain),
    title_sort_key: storedSortKey(title),
  }
}

/** The two spaces between keep a hit from spanning title and note: no folded text has two spaces in a row. */
function searchText(title: string, note: string, fold: (text: string) => string): string {
  return `${fold(title)}  ${fold(note)}`
}
