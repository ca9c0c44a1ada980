import { dayParam, nonDefaultParams, periodParams } from '#client/lib/search-params.ts'
import type { DayRange } from '#shared/date.ts'
import { type Day, daysBetween } from '#shared/day.ts'
import { MAX_PERIOD_DAYS } from '#shared/options.ts'

/*
 * Selected period in the URL: a month, whose missing parts are those of today, a year, or any days. The file is in the
 * first chunk, because the router parses every address with it.
 */
export type StatsSearch = {
  month?: number
  year?: number
  period?: 'year'
  from?: Day
  to?: Day
}

/** Returns the period that an address describes; drops invalid parameters. */
export function parseStatsSearch(raw: Readonly<Record<string, unknown>>): StatsSearch {
  const [from, to] = [dayParam(raw['from']), dayParam(raw['to'])]
  if (from !== undefined && to !== undefined && isPeriod({ from, to })) return { from, to }
  const { month, year } = periodParams(raw)
  return nonDefaultParams(raw['period'] === 'year' ? { period: 'year' as const, year } : { month, year }, {})
}

/** Returns whether the days are in order, and not more than the statistics accept. */
export const isPeriod = ({ from, to }: DayRange) => from <= to && daysBetween(from, to) < MAX_PERIOD_DAYS
