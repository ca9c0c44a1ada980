import { changeOf, keptParams, listParams } from '#client/lib/search-params.ts'
import {
  KAYIT_PAGE_SIZE,
  KAYIT_PAGE_SIZES,
  MAX_COUNTED,
  MAX_LISTED,
  MAX_NAME_LENGTH,
} from '#shared/options.ts'

const DEFAULTS = { page: 1, size: KAYIT_PAGE_SIZE, sort: 'last_day', dir: 'desc', q: '' } as const

interface ListInput<Sort extends string> {
  page: number
  size: (typeof KAYIT_PAGE_SIZES)[number]
  sort: Sort | 'last_day'
  dir: 'asc' | 'desc'
  q: string
  exact?: true
}

/** The state of a list of cars or customers in its address: sorted by `labels`, by default by the last visit. */
export function visitedListSearch<Sort extends string>(labels: Readonly<Record<Sort, string>>) {
  type Search = Partial<Omit<ListInput<Sort>, 'exact'>>
  /** Reads the state from an address; defaults and invalid parameters are dropped. */
  const parse = (raw: Readonly<Record<string, unknown>>) =>
    keptParams<Record<string, unknown>>(
      listParams(raw, { labels, sizes: KAYIT_PAGE_SIZES, maxText: MAX_NAME_LENGTH }),
      DEFAULTS,
    ) as Search
  return {
    labels,
    parse,
    /** Changes the state; any change except that of the page leads to page 1. */
    change: changeOf(parse),
    /** The input of the list query. A far page belongs to a list whose rows were all counted. */
    toInput: (search: Search, isExact = false): ListInput<Sort> => {
      const input = { ...DEFAULTS, ...search }
      const isFar = input.page * input.size > (input.q === '' ? MAX_LISTED : MAX_COUNTED)
      return { ...input, ...((isExact || isFar) && { exact: true as const }) }
    },
  }
}
