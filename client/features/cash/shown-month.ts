import { type Day, type Month, monthOf, previousMonth } from '#shared/date.ts'

import type { MonthSearch } from './month-search.ts'

/** Until this day of a month, its accountant waits for the files of the month before. */
const CLOSING_DAYS = 10

/**
 * Returns the month of an address, of this year if it names none; without a month the month before until the tenth, then
 * the running one.
 */
export function shownMonth({ month, year }: MonthSearch, today: Day): Month {
  const current = monthOf(today)
  if (month !== undefined) return { month, year: year ?? current.year }
  return Number(today.slice(8)) <= CLOSING_DAYS ? previousMonth(current) : current
}

/** Returns the month after. */
export const nextMonth = ({ month, year }: Month): Month =>
  month === 12 ? { month: 1, year: year + 1 } : { month: month + 1, year }

/** Returns the number of a month, by which months are compared. */
const orderOf = ({ month, year }: Month) => 12 * year + month

/** Returns whether the month has not ended. */
export const isUnfinished = (month: Month, today: Day) => orderOf(month) >= orderOf(monthOf(today))
