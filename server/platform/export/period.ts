import type { Day } from '#shared/date.ts'
import { periodDays, type PeriodFilter } from '#shared/period.ts'
import { nameOfPeriod } from '#shared/stats/period-name.ts'
import { kindOf } from '#shared/stats/period.ts'

/** Returns a filter in words: 'Kasım 2026', '2026 yılı', '' without one. */
export function describePeriod(filter: PeriodFilter, today: Day): string {
  const days = periodDays(filter, today)
  return days === null ? '' : nameOfPeriod(days)
}

/** Returns a filter for a file's name: '2026-11', '2026', '2026-01-05_2026-02-04'; without one the export's day. */
export function periodFilePart(filter: PeriodFilter, today: Day): string {
  const days = periodDays(filter, today)
  if (days === null) return today
  const kind = kindOf(days)
  if (kind === 'days') return `${days.from}_${days.to}`
  return days.from.slice(0, kind === 'year' ? 4 : 7)
}
