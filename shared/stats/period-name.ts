import { type Day, type DayRange, MONTH_NAMES, monthLabel, monthOf } from '#shared/date.ts'

import { kindOf } from './period.ts'

/** Returns the name of a day's month: 'Kasım'. */
export const nameOfMonth = (day: Day): string => MONTH_NAMES[monthOf(day).month - 1] ?? ''

/** Formats days of one month: '1–22 Ekim', '1 Ekim'. */
export function nameOfDays({ from, to }: DayRange): string {
  const [first, last] = [Number(from.slice(8)), Number(to.slice(8))]
  return `${first === last ? first : `${first}–${last}`} ${nameOfMonth(from)}`
}

/**
 * Formats a period: 'Kasım 2026', '2026 yılı', '5–12 Kasım 2026', '1 Ocak – 22 Kasım 2026', '15 Ekim 2025 – 10 Kasım
 * 2026'.
 */
export function nameOfPeriod(period: DayRange): string {
  const [start, end] = [monthOf(period.from), monthOf(period.to)]
  const kind = kindOf(period)
  if (kind === 'month') return monthLabel(period.from)
  if (kind === 'year') return `${start.year} yılı`
  if (start.year !== end.year)
    return `${nameOfDay(period.from)} ${start.year} – ${nameOfDay(period.to)} ${end.year}`
  const days =
    start.month === end.month ? nameOfDays(period) : `${nameOfDay(period.from)} – ${nameOfDay(period.to)}`
  return `${days} ${end.year}`
}

/** Formats a day: '5 Kasım'. */
const nameOfDay = (day: Day) => nameOfDays({ from: day, to: day })
