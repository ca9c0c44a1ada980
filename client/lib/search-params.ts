import { type Day, isDay } from '#shared/day.ts'
import { withoutControls } from '#shared/text.ts'

/*
 * Reads the state of a screen from its address. The file is in the first chunk, because the router parses every address
 * with it.
 */

type RawSearch = Readonly<Record<string, unknown>>

/** Returns a whole number of a range; `undefined` for any other value. */
export function wholeParam(value: unknown, min: number, max: number): number | undefined {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isInteger(number) && number >= min && number <= max
    ? number
    : undefined
}

/** Returns a text of at most `max` characters that the server accepts; the state in memory may be a number. */
export function textParam(value: unknown, max: number): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'string' ? withoutControls(value.slice(0, max)) : undefined
}

/** Returns a search of at most `max` characters; a blank one means none. */
export function searchParam(value: unknown, max: number): string | undefined {
  const text = textParam(value, max)
  return text?.trim() === '' ? undefined : text
}

/** Returns the month and the year of a filter. */
export const periodParams = (raw: RawSearch) => ({
  month: wholeParam(raw['month'], 1, 12),
  year: wholeParam(raw['year'], 1900, 2200),
})

/** Returns a day 'YYYY-MM-DD'. */
export const dayParam = (value: unknown): Day | undefined =>
  typeof value === 'string' && isDay(value) ? value : undefined

const MAX_PAGE = 1_000_000

/** Returns the number of a page. */
export const pageParam = (value: unknown): number | undefined => wholeParam(value, 1, MAX_PAGE)

/** Returns the id of a row. */
export const idParam = (value: unknown): number | undefined => wholeParam(value, 1, Number.MAX_SAFE_INTEGER)

interface ListOffer {
  /** The sort columns. */
  sorts: readonly string[]
  sizes: readonly number[]
  /** The maximum length of the search. */
  maxText: number
}

/** Returns page, size, order and search of a list. */
export function listParams(raw: RawSearch, { sorts, sizes, maxText }: ListOffer) {
  const { sort, dir } = raw
  return {
    page: pageParam(raw['page']),
    size: sizes.find((size) => size === wholeParam(raw['size'], 1, 100)),
    sort: sorts.find((one) => one === sort),
    dir: (['asc', 'desc'] as const).find((one) => one === dir),
    q: searchParam(raw['q'], maxText),
  }
}

/**
 * Returns a function that changes the parsed state; any change except that of the page returns to page 1 (specification
 * §9).
 */
export const createChangeSearch =
  <Search extends object>(parse: (raw: RawSearch) => Search) =>
  (search: Search, changes: { [Name in keyof Search]?: unknown }): Search =>
    parse({ ...search, page: 1, ...changes })

/** Returns the parameters that differ from their defaults; only these appear in the address. */
export function nonDefaultParams<T extends object>(
  values: T,
  defaults: Partial<T>,
): { [Name in keyof T]?: NonNullable<T[Name]> } {
  const changed = Object.entries(values).filter(
    ([name, value]) => value !== undefined && value !== defaults[name as keyof T],
  )
  return Object.fromEntries(changed) as { [Name in keyof T]?: NonNullable<T[Name]> }
}

/**
 * Returns the options of a route whose state is in its address; parameters that the parsing drops leave the address.
 */
export const searchRouteOptions = <Search extends object>(parse: (raw: RawSearch) => Search) => ({
  validateSearch: parse,
  // The router keeps parameters that the validation dropped.
  search: {
    middlewares: [
      ({ search, next }: { search: Search; next: (search: Search) => Search }) =>
        parse(next(search) as RawSearch),
    ],
  },
  loaderDeps: ({ search }: { search: Search }) => parse(search as RawSearch),
})
