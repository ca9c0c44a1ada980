import { clockOf } from '#shared/clock.ts'
import { type Day, daysBetween, formatDay } from '#shared/date.ts'

const WEEKDAYS = ['pazartesi', 'salı', 'çarşamba', 'perşembe', 'cuma', 'cumartesi', 'pazar'] as const
/** Any Monday. */
const A_MONDAY = '2024-01-01'

/** Returns the day of the week, from 0 (Monday) to 6. */
export const weekdayOf = (day: Day): number => ((daysBetween(A_MONDAY, day) % 7) + 7) % 7

export const weekdayName = (day: Day): string => WEEKDAYS[weekdayOf(day)] ?? ''

/** Returns the names of the days from Monday to Sunday. */
export const weekdayNames: readonly string[] = WEEKDAYS

/** Returns when an appointment is: '24.11.2026 salı 10:30'. */
export const appointmentWords = ({ day, start }: { day: Day; start: number }): string =>
  `${formatDay(day)} ${weekdayName(day)} ${clockOf(start)}`
