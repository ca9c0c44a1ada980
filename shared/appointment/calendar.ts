import { BASE_PATH } from '#shared/base.ts'

/** The path of calendars, below which each token has its own. */
export const CALENDAR_PATH = `${BASE_PATH}/takvim`
/** The name of the file, so that a downloaded one does not show the token. */
export const CALENDAR_FILE = 'randevular.ics'

/** Returns the path of the calendar with this token. */
export const calendarPath = (token: string): string => `${CALENDAR_PATH}/${token}/${CALENDAR_FILE}`

/** Returns the address that opens the subscription of a phone's calendar. */
export const subscriptionAddress = (url: string): string => url.replace(/^https?:/, 'webcal:')

/** The days of a calendar before and after today, and its most appointments. */
export const CALENDAR_DAYS = { before: 30, after: 365 } as const
export const MAX_CALENDAR_ROWS = 2_000
/** Days for which a calendar says that an appointment is cancelled, so that every program reads it. */
export const CANCELLED_DAYS = 28

/** Whether the user has a calendar address, and since when (ISO 8601). */
export type CalendarAddress = { made_at: string | null }
/** A new address, which is shown once: the path with its token. */
export type NewCalendarAddress = { link: string; made_at: string }
