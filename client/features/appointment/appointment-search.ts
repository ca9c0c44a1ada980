import { dayParam } from '#client/lib/search-params.ts'
import type { Day } from '#shared/day.ts'

/* The week and the day in the URL. The file is in the first chunk, because the router parses every address with it. */

export type AppointmentSearch = { day?: Day | undefined }

/** Returns the day whose week an address shows; without one it is today. */
export const parseAppointmentSearch = (raw: Readonly<Record<string, unknown>>): AppointmentSearch => ({
  day: dayParam(raw['day']),
})
