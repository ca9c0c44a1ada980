import {
  createChangeSearch,
  nonDefaultParams,
  listParams,
  periodParams,
  textParam,
} from '#client/lib/search-params.ts'
import type { ExpenseListInput, ExpenseSort } from '#shared/expense/schema.ts'
import { KAYIT_PAGE_SIZE, KAYIT_PAGE_SIZES, MAX_NAME_LENGTH } from '#shared/options.ts'

/*
 * The state of the screen in the URL. The file is in the first chunk (the router parses every address with it), so it
 * imports only types from the schema.
 */

/** Labels of the sort columns. */
export const COLUMN_LABELS: Readonly<Record<ExpenseSort, string>> = {
  spend_date: 'Tarih',
  title: 'Başlık',
  amount: 'Tutar',
}

const DEFAULTS = { page: 1, size: KAYIT_PAGE_SIZE, sort: 'spend_date', dir: 'desc', q: '' } as const

export type ExpenseSearch = Partial<
  Pick<ExpenseListInput, 'page' | 'size' | 'sort' | 'dir' | 'q' | 'category'>
> & {
  month?: number
  year?: number
}

/** Returns the state that an address describes; drops defaults and invalid parameters. */
export function parseExpenseSearch(raw: Readonly<Record<string, unknown>>): ExpenseSearch {
  const values = {
    ...listParams(raw, {
      sorts: Object.keys(COLUMN_LABELS),
      sizes: KAYIT_PAGE_SIZES,
      maxText: MAX_NAME_LENGTH,
    }),
    ...periodParams(raw),
    // '' finds the expenses without a category.
    category: textParam(raw['category'], MAX_NAME_LENGTH),
  }
  return nonDefaultParams<Record<string, unknown>>(values, DEFAULTS)
}

/** Returns the changed state; any change except that of the page leads to page 1. */
export const changeSearch = createChangeSearch(parseExpenseSearch)

/** Returns the input of the list query. */
export function toListInput(search: ExpenseSearch) {
  return { ...DEFAULTS, ...search }
}
