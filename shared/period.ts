import { type Day, monthOf, monthRange } from './date.ts'

/**
 * The half-open range of days `from <= day < until` of an optional month and an optional year: a year alone is the
 * whole year, a month alone is of the current year. `null` without both: no limit.
 */
export function periodRange(
  period: { month?: number | null | undefined; year?: number | null | undefined },
  today: Day,
): { from: Day; until: Day } | null {
  const { month, year } = period
  if (month != null) return monthRange(year ?? monthOf(today).year, month)
  if (year == null) return null
  return { from: monthRange(year, 1).from, until: monthRange(year, 12).until }
}
