// The part of the date functions that addresses need, so that the login screen loads no more. Elsewhere: `date.ts`.

/** A calendar date 'YYYY-MM-DD' without time or zone, from 1900 to 2200 (decisions: dates). */
export type Day = string

const FIRST_YEAR = 1900
const LAST_YEAR = 2200
export const DAY_MS = 86_400_000

/** Returns whether the text is an existing day of 1900–2200 in exactly the form 'YYYY-MM-DD'. */
export function isDay(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  return match !== null && isCalendarDay(Number(match[1]), Number(match[2]), Number(match[3]))
}

export function isCalendarDay(year: number, month: number, day: number): boolean {
  if (year < FIRST_YEAR || year > LAST_YEAR || month < 1 || month > 12) return false
  return day >= 1 && day <= daysInMonth(year, month)
}

export function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate()
}

export function utcOf(day: Day): number {
  return Date.parse(`${day}T00:00:00Z`)
}

/** Returns the days from `from` to `to`; negative if `to` is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((utcOf(to) - utcOf(from)) / DAY_MS)
}
