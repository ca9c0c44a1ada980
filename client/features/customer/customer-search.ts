import { changeOf, keptParams, listParams } from '#client/lib/search-params.ts'
import type { CustomerListInput, CustomerSort } from '#shared/customer/schema.ts'
import { KAYIT_PAGE_SIZE, KAYIT_PAGE_SIZES, MAX_NAME_LENGTH } from '#shared/options.ts'

/** The sort columns, with their labels. In the first chunk, like the rest of the file. */
export const COLUMN_LABELS: Readonly<Record<CustomerSort, string>> = {
  name: 'Müşteri',
  visits: 'Geliş',
  last_day: 'Son geliş',
  total: 'Toplam',
}

const DEFAULTS = { page: 1, size: KAYIT_PAGE_SIZE, sort: 'last_day', dir: 'desc', q: '' } as const

export type CustomerSearch = Partial<CustomerListInput>

/** Reads the state from an address; defaults and invalid parameters are dropped. */
export const parseCustomerSearch = (raw: Readonly<Record<string, unknown>>): CustomerSearch =>
  keptParams<Record<string, unknown>>(
    listParams(raw, { labels: COLUMN_LABELS, sizes: KAYIT_PAGE_SIZES, maxText: MAX_NAME_LENGTH }),
    DEFAULTS,
  )

/** Changes the state; any change except that of the page leads to page 1. */
export const changeSearch = changeOf(parseCustomerSearch)

/** The input of the list query. */
export const toListInput = (search: CustomerSearch): CustomerListInput => ({ ...DEFAULTS, ...search })
