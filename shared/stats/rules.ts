import {
  addDays,
  type Day,
  type DayRange,
  isDay,
  type Month,
  monthRange,
  previousMonth,
} from '#shared/date.ts'

/**
 * Returns the days to compare of a month and of the month before (decisions: statistics): all days of an ended month;
 * those until `today` of the running one, with the same days if the month before has them. `null` for a month that has
 * not begun, and for the first possible month.
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

/** Returns the first `count` days of a month, or all of a shorter one. */
function firstDays({ year, month }: Month, count: number): DayRange {
  const { from, until } = monthRange(year, month)
  const [to, last] = [addDays(from, count - 1), addDays(until, -1)]
  return { from, to: to < last ? to : last }
}
