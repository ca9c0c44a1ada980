import type { Day } from '#shared/date.ts'
import type { Kurus } from '#shared/money.ts'

const SHORT_DAY = new Intl.DateTimeFormat('tr-TR', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const LONG_DAY = new Intl.DateTimeFormat('tr-TR', { day: 'numeric', month: 'long', timeZone: 'UTC' })
const WEEKDAY = new Intl.DateTimeFormat('tr-TR', { weekday: 'long', timeZone: 'UTC' })
const COMPACT = new Intl.NumberFormat('tr-TR', {
  notation: 'compact',
  compactDisplay: 'long',
  maximumFractionDigits: 1,
})

const SHORT_MONTH = new Intl.DateTimeFormat('tr-TR', { month: 'short', timeZone: 'UTC' })
const PERCENT = new Intl.NumberFormat('tr-TR', { style: 'percent', maximumFractionDigits: 1 })

const utcOf = (day: Day) => Date.parse(`${day}T00:00:00Z`)

/** Formats a day on an axis: '5 Kas'. */
export const formatAxisDay = (day: Day) => SHORT_DAY.format(utcOf(day))

/** Formats a day on the axis of its month: '5'. */
export const formatAxisDayOfMonth = (day: Day) => String(Number(day.slice(8)))

/** Formats the month of a day on an axis: 'Kas'. */
export const formatAxisMonth = (day: Day) => SHORT_MONTH.format(utcOf(day))

/** Formats a percentage: '%12,5'. */
export const formatPercent = (percent: number) => PERCENT.format(percent / 100)

/** Formats a day in a sentence: '5 Kasım'. */
export const formatDayOfMonth = (day: Day) => LONG_DAY.format(utcOf(day))

/** Formats a day as the title of its figures: '5 Kasım Perşembe'. */
export const formatFullDay = (day: Day) => `${formatDayOfMonth(day)} ${WEEKDAY.format(utcOf(day))}`

/** Formats an amount on an axis: '₺12 bin', '−₺1,5 milyon'. */
export function formatAxisTL(kurus: Kurus): string {
  return `${kurus < 0 ? '\u2212' : ''}₺${COMPACT.format(Math.abs(kurus) / 100)}`
}
