import { addDays, type Day, type DayRange, daysOfWholeMonth, daysOfYear, monthOf } from './date.ts'

/** The days of a list or a file: exact ones, or an optional month and an optional year. */
export type PeriodFilter = {
  month?: number | null | undefined
  year?: number | null | undefined
  days?: DayRange | undefined
}

/**
 * Returns the days of a filter, `null` for no limit. A year alone is the whole year, a month alone is of the current
 * year.
 */
export function periodDays({ month, year, days }: PeriodFilter, today: Day): DayRange | null {
  if (days !== undefined) return days
  if (month != null) return daysOfWholeMonth(year ?? monthOf(today).year, month)
  return year == null ? null : daysOfYear(year)
}

/** Returns the days of a filter as the half-open range `from <= day < until`. */
export function periodRange(filter: PeriodFilter, today: Day): { from: Day; until: Day } | null {
  const days = periodDays(filter, today)
  return days && { from: days.from, until: addDays(days.to, 1) }
}
