import { keptParams, periodParams } from '#client/lib/search-params.ts'
import { type Day, type Month, monthOf } from '#shared/date.ts'

/*
 * The selected month in the URL; what is not named is that of today. In the first chunk: the router checks every
 * address with it.
 */
export type StatsSearch = {
  month?: number
  year?: number
}

/** Reads the month from an address: what makes no sense is left out. */
export function parseStatsSearch(raw: Readonly<Record<string, unknown>>): StatsSearch {
  return keptParams(periodParams(raw), {})
}

/** The month that an address stands for. */
export function selectedMonth({ month, year }: StatsSearch, today: Day): Month {
  const current = monthOf(today)
  return { month: month ?? current.month, year: year ?? current.year }
}
