import { createChangeSearch, nonDefaultParams, listParams } from '#client/lib/search-params.ts'
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

/** The state in the address: the values that differ from the defaults. */
export type DirectoryState<Sort extends string> = Partial<Omit<DirectoryInput<Sort>, 'exact'>>

/** The functions that read the state of a list from its address, change it, and turn it into the input of its query. */
export interface DirectorySearch<Sort extends string> {
  labels: Readonly<Record<Sort, string>>
  /** Reads the state from an address; defaults and invalid parameters are dropped. */
  parse: (raw: Readonly<Record<string, unknown>>) => DirectoryState<Sort>
  /** Changes the state; any change except that of the page returns to page 1. */
  changeSearch: (
    state: DirectoryState<Sort>,
    changes: { [Name in keyof DirectoryState<Sort>]?: unknown },
  ) => DirectoryState<Sort>
  /**
   * Returns the input of the query. `isExact` counts all rows, and so does a far page, which only a fully counted list
   * offers.
   */
  toInput: (state: DirectoryState<Sort>, isExact?: boolean) => DirectoryInput<Sort>
}

/**
 * Returns the functions for the address of a list of cars or customers, sorted by `labels`, by default by the last
 * visit.
 */
export function directorySearch<Sort extends string>(
  labels: Readonly<Record<Sort, string>>,
): DirectorySearch<Sort> {
  const parse = (raw: Readonly<Record<string, unknown>>) =>
    nonDefaultParams<Record<string, unknown>>(
      listParams(raw, { sorts: Object.keys(labels), sizes: KAYIT_PAGE_SIZES, maxText: MAX_NAME_LENGTH }),
      DEFAULTS,
    ) as DirectoryState<Sort>
  return {
    labels,
    parse,
    changeSearch: createChangeSearch(parse),
    toInput: (state, isExact = false) => {
      const input = { ...DEFAULTS, ...state }
      const isFar = input.page * input.size > (input.q === '' ? MAX_LISTED : MAX_COUNTED)
      return { ...input, ...((isExact || isFar) && { exact: true as const }) }
    },
  }
}
