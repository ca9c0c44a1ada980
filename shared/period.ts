import { addDays, type Day, type DayRange, daysOfWholeMonth, daysOfYear, monthOf } from './date.ts'

/** The days that a list or a file is limited to: exact ones, or an optional month and an optional year. */
export type PeriodFilter = {
  month?: number | null | undefined
  year?: number | null | undefined
  days?: DayRange | undefined
}

/** A year alone is the whole year, a month alone is of the current year. `null` without any: no limit. */
export function periodDays({ month, year, days }: PeriodFilter, today: Day): DayRange | null {
  if (days !== undefined) return days
  if (month != null) return daysOfWholeMonth(year ?? monthOf(today).year, month)
  return year == null ? null : daysOfYear(year)
}

/** The same as the half-open range `from <= day < until`. */
export function periodRange(filter: PeriodFilter, today: Day): { from: Day; until: Day } | null {
  const days = periodDays(filter, today)
  return days && { from: days.from, until: addDays(days.to, 1) }
}
