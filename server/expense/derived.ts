import type { Selectable } from 'kysely'

import { type Shop, rederiveTable } from '#server/platform/core/batches.ts'
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
export const expenseRow = (shop: number, fields: ExpenseFields) => ({
  shop_id: shop,
  ...fields,
  ...derivedColumns(fields),
})

export const derivedColumns = ({ title, note }: Pick<ExpenseFields, 'title' | 'note'>) => ({
  search_text: searchText(title, note, foldName),
  search_plain: searchText(title, note, foldPlain),
  title_sort_key: storedSortKey(title),
})

/** As `rederiveKayitlar`, for the shop's expenses; returns the number of changed rows. */
export const rederiveExpenses = (shop: Shop, stop?: AbortSignal): Promise<number> =>
  rederiveTable<Selectable<ExpenseTable>>(shop, { table: 'expense', expected: derivedColumns }, stop)

/** The two spaces between keep a hit from spanning title and note: no folded text has two spaces in a row. */
const searchText = (title: string, note: string, fold: (text: string) => string): string =>
  `${fold(title)}  ${fold(note)}`
