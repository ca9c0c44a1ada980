import { keptParams, textParam, wholeParam } from '#client/lib/search-params.ts'
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
const MAX_PAGE = 1_000_000

export type ExpenseSearch = Partial<Pick<ExpenseListInput, 'page' | 'size' | 'sort' | 'dir' | 'q'>> & {
  month?: number
  year?: number
}

/** Reads the state from an address: what is the default is left out, what makes no sense too. */
export function parseExpenseSearch(raw: Readonly<Record<string, unknown>>): ExpenseSearch {
  const { sort, dir } = raw
  const q = textParam(raw['q'], MAX_NAME_LENGTH)
  const values = {
    page: wholeParam(raw['page'], 1, MAX_PAGE),
    size: KAYIT_PAGE_SIZES.find((size) => size === wholeParam(raw['size'], 1, 100)),
    sort: isSort(sort) ? sort : undefined,
    dir: dir === 'asc' ? dir : undefined,
    q: q?.trim() === '' ? undefined : q,
    month: wholeParam(raw['month'], 1, 12),
    year: wholeParam(raw['year'], 1900, 2200),
  }
  return keptParams<Record<string, unknown>>(values, DEFAULTS)
}

/** The state with something changed; any change but that of the page leads back to page 1. */
export function changeSearch(
  search: ExpenseSearch,
  change: { [Name in keyof ExpenseSearch]?: unknown },
): ExpenseSearch {
  return parseExpenseSearch({ ...search, page: 1, ...change })
}

/** What the server is asked for. */
export function toListInput(search: ExpenseSearch) {
  return { ...DEFAULTS, ...search }
}

const isSort = (value: unknown): value is ExpenseSort =>
  typeof value === 'string' && Object.hasOwn(COLUMN_LABELS, value)
