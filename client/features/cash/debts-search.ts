import { listParams, nonDefaultParams, wholeParam } from '#client/lib/search-params.ts'
import type { DebtSort } from '#shared/balance/schema.ts'

/*
 * The state of the screen in the URL. The file is in the first chunk (the router parses every address with it), so it
 * imports only types from the schema.
 */

/** Labels of the sort columns. */
export const COLUMN_LABELS: Readonly<Record<DebtSort, string>> = { name: 'Müşteri', total: 'Toplam' }

const DEFAULTS = { page: 1, sort: 'total', dir: 'desc' } as const

export interface DebtsSearch {
  page?: number
  sort?: DebtSort
  dir?: 'asc' | 'desc'
  /** The only age that is shown, as its place in `Ages`. */
  age?: 0 | 1 | 2 | 3
}

/** Returns the state that an address describes; drops defaults and invalid parameters. */
export function parseDebtsSearch(raw: Readonly<Record<string, unknown>>): DebtsSearch {
  const { page, sort, dir } = listParams(raw, { sorts: Object.keys(COLUMN_LABELS), sizes: [], maxText: 0 })
  return nonDefaultParams<Record<string, unknown>>(
    { page, sort, dir, age: wholeParam(raw['age'], 0, 3) },
    DEFAULTS,
  )
}

/** Returns the input of the list query. */
export const toDebtsInput = (search: DebtsSearch) => ({ ...DEFAULTS, ...search })
