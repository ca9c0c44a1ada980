import { type Day, type Month, addDays, isDay, monthRange, previousMonth } from '#shared/date.ts'

/** Days of one month, `from` and `to` included. */
export type DayRange = { from: Day; to: Day }

/**
 * Which days of a month are compared with which of the month before (decisions: statistics): of a month that has
 * ended all of them; of the running one those until `today` with the same days, as far as that month has them.
 * `null` for a month that has not begun, and for the first one there is.
 */
export function comparedDays(month: Month, today: Day): { current: DayRange; previous: DayRange } | null {
  const whole = monthRange(month.year, month.month)
  const before = previousMonth(month)
  const hasBegun = today >= whole.from
  if (!hasBegun || !isDay(monthRange(before.year, before.month).from)) return null
  const count = today < whole.until ? dayOfMonth(today) : LONGEST
  return { current: firstDays(month, count), previous: firstDays(before, count) }
}

const LONGEST = 31

const dayOfMonth = (day: Day) => Number(day.slice(8))

/** The first `count` days of a month, or all of a shorter one. */
function firstDays({ year, month }: Month, count: number): DayRange {
  const { from, until } = monthRange(year, month)
  const [to, last] = [addDays(from, count - 1), addDays(until, -1)]
  return { from, to: to < last ? to : last }
}
