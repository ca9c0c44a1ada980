import type { AppointmentList, ListedAppointment } from '#shared/appointment/schema.ts'
import type { Day } from '#shared/date.ts'

/** A new appointment with its known fields. */
export type NewAppointment = { day: Day; start?: number } & Readonly<
  Record<string, string | number | undefined>
>

export interface ViewProps {
  list: AppointmentList
  /** The week, from Monday to Sunday. */
  days: readonly Day[]
  /** The day in the URL. */
  day: Day
  today: Day
  /** Whether the appointments of another week are still loading. */
  isLoading: boolean
  onDay: (day: Day) => void
  /** Opens the dialog. */
  onAsk: (one: NewAppointment | ListedAppointment) => void
}

/** Returns the appointments of a day that take a place in the calendar: all but the cancelled ones. */
export const shownOn = ({ appointments }: AppointmentList, day: Day): ListedAppointment[] =>
  appointments.filter((one) => one.day === day && one.state !== 'cancelled')

/** Returns the appointments that take time of the shop. */
export const busyOn = (list: AppointmentList, day: Day): ListedAppointment[] =>
  shownOn(list, day).filter(({ state }) => state !== 'missed')
