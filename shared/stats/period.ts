import {
  addDays,
  type Day,
  type DayRange,
  daysBetween,
  daysOfWholeMonth,
  daysOfYear,
  isDay,
  monthOf,
  previousMonth,
} from '#shared/date.ts'

import { comparedDays } from './rules.ts'

/** The most days for which a chart has a point for each day, or for each seven days; a longer one has months. */
const MAX_DAILY = 45
const MAX_WEEKLY = 92
const WEEK = 7

/** Refusals of a period. They are not in the catalogue, because the first chunk of the page contains that. */
export const PERIOD_REVERSED = 'Başlangıç tarihi bitiş tarihinden sonra olamaz. Tarihleri düzeltin.'
export const PERIOD_TOO_LONG = 'En fazla 10 yıllık bir aralık seçebilirsiniz. Aralığı kısaltın.'

/** A whole calendar month, a whole calendar year, or any other days. */
type PeriodKind = 'month' | 'year' | 'days'

/** Returns the number of days, the last one included. */
export const daysIn = ({ from, to }: DayRange): number => daysBetween(from, to) + 1

/** Returns whether the days are exactly a month, a year or neither, however they were chosen. */
export function kindOf(period: DayRange): PeriodKind {
  const { year, month } = monthOf(period.from)
  if (isSame(period, daysOfWholeMonth(year, month))) return 'month'
  return isSame(period, daysOfYear(year)) ? 'year' : 'days'
}

const isSame = (a: DayRange, b: DayRange) => a.from === b.from && a.to === b.to

/** Returns the month before a month, the year before a year, otherwise as many days before; `null` before 1900. */
export function previousPeriod(period: DayRange): DayRange | null {
  const previous = before(period)
  return isDay(previous.from) ? previous : null
}

function before(period: DayRange): DayRange {
  const start = monthOf(period.from)
  const kind = kindOf(period)
  if (kind === 'year') return daysOfYear(start.year - 1)
  if (kind === 'days') return earlier(period, daysIn(period))
  const { year, month } = previousMonth(start)
  return daysOfWholeMonth(year, month)
}

const earlier = ({ from, to }: DayRange, days: number): DayRange => ({
  from: addDays(from, -days),
  to: addDays(to, -days),
})

/**
 * Returns the days to compare of a period and of the one before (decisions: statistics): all of an ended period; those
 * until `today` of a running one, with the same days of the one before. `null` if it has not begun.
 */
export function comparedPeriods(
  period: DayRange,
  today: Day,
): { current: DayRange; previous: DayRange } | null {
  const kind = kindOf(period)
  if (kind === 'month') return comparedDays(monthOf(period.from), today)
  const previous = previousPeriod(period)
  if (previous === null || today < period.from) return null
  if (today >= period.to) return { current: period, previous }
  const to = kind === 'year' ? sameDayOfYearBefore(today) : addDays(today, -daysIn(period))
  return { current: { from: period.from, to: today }, previous: { from: previous.from, to } }
}

/** 29 February is compared with the 28th. */
function sameDayOfYearBefore(day: Day): Day {
  const same = `${monthOf(day).year - 1}${day.slice(4)}`
  return isDay(same) ? same : `${same.slice(0, 8)}28`
}

/** The length of a point in a period's chart. */
export type PointStep = 'day' | 'week' | 'month'

export function stepOf(period: DayRange): PointStep {
  const count = daysIn(period)
  if (count <= MAX_DAILY) return 'day'
  return count <= MAX_WEEKLY ? 'week' : 'month'
}

/**
 * Returns the days of each point of a chart, in order: single days, seven days from the first one on, or months. The
 * last seven days and the months at both ends may be cut.
 */
export function pointsOf(period: DayRange): DayRange[] {
  const step = stepOf(period)
  if (step === 'month') return monthsOf(period)
  const days = step === 'week' ? WEEK : 1
  return Array.from({ length: Math.ceil(daysIn(period) / days) }, (_, index) => {
    const from = addDays(period.from, index * days)
    const to = addDays(from, days - 1)
    return { from, to: to < period.to ? to : period.to }
  })
}

/** Returns the points of the period before. If the period is no month or year, they are as long as the current ones. */
export function previousPointsOf(period: DayRange): DayRange[] {
  const previous = previousPeriod(period)
  if (previous === null) return []
  if (kindOf(period) !== 'days') return pointsOf(previous)
  return pointsOf(period).map((point) => earlier(point, daysIn(period)))
}

/** Returns the months of a period, the first and the last one cut to its days. */
export function monthsOf({ from, to }: DayRange): DayRange[] {
  const months: DayRange[] = []
  for (let start = from; start <= to;) {
    const { year, month } = monthOf(start)
    const end = daysOfWholeMonth(year, month).to
    months.push({ from: start, to: end < to ? end : to })
    start = addDays(end, 1)
  }
  return months
}
