import type { Selectable } from 'kysely'

import type { ExpenseTable } from '#server/db/schema.ts'
import { foldName, sortKey } from '#shared/turkish.ts'

/** What a person enters of an expense; the other columns of its row follow from these. */
export const EXPENSE_FIELDS = [
  'title',
  'amount_kurus',
  'spend_date',
  'spread_date',
  'note',
] as const satisfies (keyof ExpenseTable)[]

export type ExpenseFields = Pick<Selectable<ExpenseTable>, (typeof EXPENSE_FIELDS)[number]>

/** The row of an expense, the owner and every derived column included. */
export function expenseRow(userId: number, fields: ExpenseFields) {
  return { user_id: userId, ...fieldColumns(fields) }
}

/** The entered fields with the search text and the sort key. */
export function fieldColumns(fields: ExpenseFields) {
  return { ...fields, ...derivedColumns(fields) }
}

export function derivedColumns({ title, note }: Pick<ExpenseFields, 'title' | 'note'>) {
  return { ara: searchText(title, note), title_sira: sortKey(title) }
}

/** No folded text holds two spaces in a row: those between let no hit run from the title into the note. */
function searchText(title: string, note: string): string {
  return `${foldName(title)}  ${foldName(note)}`
}
