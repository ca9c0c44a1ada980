import { changeOf, nonDefaultParams, listParams } from '#client/lib/search-params.ts'
import {
  KAYIT_PAGE_SIZE,
  KAYIT_PAGE_SIZES,
  MAX_COUNTED,
  MAX_LISTED,
  MAX_NAME_LENGTH,
} from '#shared/options.ts'

const DEFAULTS = { page: 1, size: KAYIT_PAGE_SIZE, sort: 'last_day', dir: 'desc', q: '' } as const

/** The input of the query of a list of cars or customers. */
export interface DirectoryInput<Sort extends string> {
  page: number
  size: (typeof KAYIT_PAGE_SIZES)[number]
  sort: Sort | 'last_day'
  dir: 'asc' | 'desc'
  q: string
  exact?: true
}

/** The state in the address: what differs from the defaults. */
export type DirectoryState<Sort extends string> = Partial<Omit<DirectoryInput<Sort>, 'exact'>>

/** How the state of a list is read from its address, changed, and turned into the input of its query. */
export interface DirectorySearch<Sort extends string> {
  labels: Readonly<Record<Sort, string>>
  /** Reads the state from an address; defaults and invalid parameters are dropped. */
  parse: (raw: Readonly<Record<string, unknown>>) => DirectoryState<Sort>
  /** Changes the state; any change except that of the page leads to page 1. */
  change: (
    state: DirectoryState<Sort>,
    change: { [Name in keyof DirectoryState<Sort>]?: unknown },
  ) => DirectoryState<Sort>
  /** A far page belongs to a list whose rows were all counted, as `isExact` asks for. */
  toInput: (state: DirectoryState<Sort>, isExact?: boolean) => DirectoryInput<Sort>
}

/** The state of a list of cars or customers in its address: sorted by `labels`, by default by the last visit. */
export function directorySearch<Sort extends string>(
  labels: Readonly<Record<Sort, string>>,
): DirectorySearch<Sort> {
  const parse = (raw: Readonly<Record<string, unknown>>) =>
    nonDefaultParams<Record<string, unknown>>(
      listParams(raw, { labels, sizes: KAYIT_PAGE_SIZES, maxText: MAX_NAME_LENGTH }),
      DEFAULTS,
    ) as DirectoryState<Sort>
  return {
    labels,
    parse,
    change: changeOf(parse),
    toInput: (state, isExact = false) => {
      const input = { ...DEFAULTS, ...state }
      const isFar = input.page * input.size > (input.q === '' ? MAX_LISTED : MAX_COUNTED)
      return { ...input, ...((isExact || isFar) && { exact: true as const }) }
    },
  }
}
