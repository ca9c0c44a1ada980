import { joinIsolated } from '#shared/bidi.ts'
import { STATE_WORDS, weekdayOf } from '#shared/appointment/rules.ts'
import type { ListedAppointment } from '#shared/appointment/schema.ts'
import { clockOf } from '#shared/clock.ts'
import { type Day, MONTH_NAMES, monthOf } from '#shared/date.ts'

const SHORT = ['Pzt', 'Sal', 'Çar', 'Per', 'Cum', 'Cmt', 'Paz'] as const
export const LONG_WEEKDAYS = [
  'Pazartesi',
  'Salı',
  'Çarşamba',
  'Perşembe',
  'Cuma',
  'Cumartesi',
  'Pazar',
] as const

const dateOf = (day: Day) => Number(day.slice(8))
const monthName = (day: Day) => MONTH_NAMES[monthOf(day).month - 1] ?? ''

export const shortWeekday = (day: Day): string => SHORT[weekdayOf(day)] ?? ''
export const longWeekday = (day: Day): string => LONG_WEEKDAYS[weekdayOf(day)] ?? ''
export const dateText = (day: Day): string => String(dateOf(day))

/** Returns 'Salı 24 Kasım'. */
export const longDay = (day: Day): string => `${longWeekday(day)} ${dateOf(day)} ${monthName(day)}`

/** Returns '16–22 Kasım 2026', or '30 Kasım – 6 Aralık 2026' across months. */
export function weekText(days: readonly Day[]): string {
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const end = `${dateOf(last)} ${monthName(last)} ${monthOf(last).year}`
  if (monthName(first) === monthName(last)) return `${dateOf(first)}–${end}`
  const year = monthOf(first).year === monthOf(last).year ? '' : ` ${monthOf(first).year}`
  return `${dateOf(first)} ${monthName(first)}${year} – ${end}`
}

const HOURS = new Intl.NumberFormat('tr-TR', { maximumFractionDigits: 2 })

/** Returns minutes as hours: 270 → '4,5 saat'. */
export const hoursText = (minutes: number): string => `${HOURS.format(minutes / 60)} saat`

/** Returns the first text by which an appointment is recognised. */
export const titleOf = ({ plate, customer, phone, work }: ListedAppointment): string =>
  plate || customer || phone || work

/** Returns the name of an appointment for screen readers. */
export function fullName(one: ListedAppointment): string {
  const state = one.state === 'awaited' ? '' : STATE_WORDS[one.state]
  const when = `${longDay(one.day)} ${clockOf(one.start)}`
  return joinIsolated(', ', [when, one.plate, one.customer, one.work, `${one.minutes} dakika`, state])
}
