import { keptParams, periodParams } from '#client/lib/search-params.ts'
import { type Day, type Month, monthOf } from '#shared/date.ts'

/*
 * The selected month in the URL; missing parts are those of today. In the first chunk: the router parses every
 * address with it.
 */
export type StatsSearch = {
  month?: number
  year?: number
}

/** Reads the month from an address; invalid parameters are dropped. */
export function parseStatsSearch(raw: Readonly<Record<string, unknown>>): StatsSearch {
  return keptParams(periodParams(raw), {})
}

/** The month of an address, completed by that of today. */
export function selectedMonth({ month, year }: StatsSearch, today: Day): Month {
  const current = monthOf(today)
  return { month: month ?? current.month, year: year ?? current.year }
}
