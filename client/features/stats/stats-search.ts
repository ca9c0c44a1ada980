import { dayParam, nonDefaultParams, periodParams } from '#client/lib/search-params.ts'
import type { DayRange } from '#shared/date.ts'
import { type Day, daysBetween } from '#shared/day.ts'
import { MAX_PERIOD_DAYS } from '#shared/options.ts'

/*
 * The selected period in the URL: a month, whose missing parts are those of today, a year, or any days. In the first
 * chunk: the router parses every address with it.
 */
export type StatsSearch = {
  month?: number
  year?: number
  period?: 'year'
  from?: Day
  to?: Day
}

/** Reads the period from an address; invalid parameters are dropped. */
export function parseStatsSearch(raw: Readonly<Record<string, unknown>>): StatsSearch {
  const [from, to] = [dayParam(raw['from']), dayParam(raw['to'])]
  if (from !== undefined && to !== undefined && isPeriod({ from, to })) return { from, to }
  const { month, year } = periodParams(raw)
  return nonDefaultParams(raw['period'] === 'year' ? { period: 'year' as const, year } : { month, year }, {})
}

/** Whether the days are in order, and not more than the statistics take. */
export const isPeriod = ({ from, to }: DayRange) => from <= to && daysBetween(from, to) < MAX_PERIOD_DAYS
