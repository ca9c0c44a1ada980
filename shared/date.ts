import { type Day, DAY_MS, daysInMonth, isCalendarDay, utcOf } from './day.ts'

export { type Day, daysBetween, isDay } from './day.ts'

/** The display of a missing date (specification §3). */
export const EMPTY_DASH = '—'

export const MONTH_NAMES = [
  'Ocak',
  'Şubat',
  'Mart',
  'Nisan',
  'Mayıs',
  'Haziran',
  'Temmuz',
  'Ağustos',
  'Eylül',
  'Ekim',
  'Kasım',
  'Aralık',
] as const

/** `day` is `null` for "no date"; `ok: false` means that the text is not a date. */
type ParsedDay = { ok: true; day: Day | null } | { ok: false }

/**
 * Parses a date as users and older programs write it: `DD/MM/YYYY`, `DD.MM.YYYY`, `DD-MM-YYYY`, `YYYY-MM-DD`,
 * `YYYY/MM/DD`, with one-digit days and months too. Empty and all zeros mean none; impossible days and years outside
 * 1900–2200 are refused (decisions: dates).
 */
export function parseDay(text: string): ParsedDay {
  const trimmed = text.trim()
  if (trimmed === '') return { ok: true, day: null }
  const dayFirst = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})$/.exec(trimmed)
  const yearFirst = /^(\d{4})([/-])(\d{1,2})\2(\d{1,2})$/.exec(trimmed)
  const match = dayFirst ?? yearFirst
  if (match === null) return { ok: false }
  const [year, day] = dayFirst === null ? [match[1], match[4]] : [match[4], match[1]]
  const [y, m, d] = [Number(year), Number(match[3]), Number(day)]
  if (y === 0 && m === 0 && d === 0) return { ok: true, day: null }
  return isCalendarDay(y, m, d) ? { ok: true, day: joinDay(y, m, d) } : { ok: false }
}

function joinDay(year: number, month: number, day: number): Day {
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** Formats a day as 'dd.mm.yyyy', or as a dash for no date. */
export function formatDay(day: Day | null): string {
  return day === null ? EMPTY_DASH : `${day.slice(8, 10)}.${day.slice(5, 7)}.${day.slice(0, 4)}`
}

const ISTANBUL = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Europe/Istanbul',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

const CLOCK = new Intl.DateTimeFormat('tr-TR', {
  timeZone: 'Europe/Istanbul',
  hour: '2-digit',
  minute: '2-digit',
})

/** Formats an instant (ISO 8601) as 'hh:mm' in Istanbul. */
export const formatClock = (instant: string): string => CLOCK.format(new Date(instant))

/** Formats an instant (also ISO 8601, or milliseconds since 1970) as 'dd.mm.yyyy hh:mm' in Istanbul. */
export function formatInstant(instant: Date | string | number): string {
  const at = new Date(instant)
  return `${formatDay(dayInIstanbul(at))} ${CLOCK.format(at)}`
}

const MINUTE_MS = 60_000
/** The cached day of the last minute: a request asks several times, and formatting is slow. */
let latest = { minute: Number.NaN, day: '' }

/** Returns the calendar day in Istanbul at `now`, whatever the machine's time zone (decisions: dates). */
export function todayInIstanbul(now: Date): Day {
  const minute = Math.floor(now.getTime() / MINUTE_MS)
  if (minute !== latest.minute) latest = { minute, day: dayInIstanbul(now) }
  return latest.day
}

function dayInIstanbul(now: Date): Day {
  const parts = Object.fromEntries(
    ISTANBUL.formatToParts(now).map(({ type, value }) => [type, Number(value)]),
  )
  return joinDay(parts['year'] ?? Number.NaN, parts['month'] ?? Number.NaN, parts['day'] ?? Number.NaN)
}

/** Returns the beginning of a day in Istanbul, which has been three hours ahead of UTC all year since 2016. */
export const startOfDay = (day: Day): Date => new Date(`${day}T00:00:00+03:00`)

/** Returns the day `count` days later (earlier if negative). */
export function addDays(day: Day, count: number): Day {
  return new Date(utcOf(day) + count * DAY_MS).toISOString().slice(0, 10)
}

/** A month, 1–12, of a year. */
export interface Month {
  year: number
  month: number
}

/** Returns the half-open range of a month: `from <= day < until`. */
export function monthRange(year: number, month: number): { from: Day; until: Day } {
  const next = month === 12 ? joinDay(year + 1, 1, 1) : joinDay(year, month + 1, 1)
  return { from: joinDay(year, month, 1), until: next }
}

/** Days, `from` and `to` included. */
export type DayRange = { from: Day; to: Day }

/** Returns all days of a month. */
export function daysOfWholeMonth(year: number, month: number): DayRange {
  const { from, until } = monthRange(year, month)
  return { from, to: addDays(until, -1) }
}

/** Returns all days of a year. */
export const daysOfYear = (year: number): DayRange => ({ from: `${year}-01-01`, to: `${year}-12-31` })

/** Returns the month before. */
export function previousMonth({ month, year }: Month): Month {
  return month === 1 ? { month: 12, year: year - 1 } : { month: month - 1, year }
}

/** Returns every day of the month in order. */
export function daysOfMonth(year: number, month: number): Day[] {
  return Array.from({ length: daysInMonth(year, month) }, (_, index) => joinDay(year, month, index + 1))
}

/** Returns the month of a day. */
export function monthOf(day: Day): Month {
  return { year: Number(day.slice(0, 4)), month: Number(day.slice(5, 7)) }
}

/** Returns the first day of the month: '2026-11-21' → '2026-11-01'. */
export function firstOfMonth(day: Day): Day {
  return `${day.slice(0, 8)}01`
}

/** Formats the month of a day: '2026-11-21' → 'Kasım 2026' (decisions: expenses' `month_label`). */
export function monthLabel(day: Day): string {
  const { year, month } = monthOf(day)
  return `${MONTH_NAMES[month - 1] ?? ''} ${year}`
}

/** Returns the years from next year down to five years back (specification §9), and `chosen` if it is another one. */
export function yearOptions(today: Day, chosen?: number): number[] {
  const { year } = monthOf(today)
  const years = Array.from({ length: 7 }, (_, index) => year + 1 - index)
  return chosen === undefined || years.includes(chosen) ? years : [...years, chosen]
}
