import { changeOf, keptParams, listParams, periodParams } from '#client/lib/search-params.ts'
import type { ExpenseListInput, ExpenseSort } from '#shared/expense/schema.ts'
import { KAYIT_PAGE_SIZE, KAYIT_PAGE_SIZES, MAX_NAME_LENGTH } from '#shared/options.ts'

/*
 * The screen's state in the URL. This file is in the first chunk (the router checks every address with it), so it
 * takes nothing but types from the schema.
 */

/** What can be sorted by, with the words of its column. */
export const COLUMN_LABELS: Readonly<Record<ExpenseSort, string>> = {
  spend_date: 'Tarih',
  title: 'Başlık',
  amount: 'Tutar',
}

const DEFAULTS = { page: 1, size: KAYIT_PAGE_SIZE, sort: 'spend_date', dir: 'desc', q: '' } as const

export type ExpenseSearch = Partial<Pick<ExpenseListInput, 'page' | 'size' | 'sort' | 'dir' | 'q'>> & {
  month?: number
  year?: number
}

/** Reads the state from an address: what is the default is left out, what makes no sense too. */
export function parseExpenseSearch(raw: Readonly<Record<string, unknown>>): ExpenseSearch {
  const values = {
    ...listParams(raw, { labels: COLUMN_LABELS, sizes: KAYIT_PAGE_SIZES, maxText: MAX_NAME_LENGTH }),
    ...periodParams(raw),
  }
  return keptParams<Record<string, unknown>>(values, DEFAULTS)
}

/** The state with something changed; any change but that of the page leads back to page 1. */
export const changeSearch = changeOf(parseExpenseSearch)

/** What the server is asked for. */
export function toListInput(search: ExpenseSearch) {
  return { ...DEFAULTS, ...search }
}
