import { isDay } from '#shared/day.ts'
import { appointmentMessages } from '#shared/appointment/messages.ts'
import {
  endOf,
  freeSpans,
  isOutsideHours,
  isRecognisable,
  MAX_MINUTES,
  MIN_MINUTES,
  USUAL_HOURS,
  USUAL_MINUTES,
  weekdayOf,
} from '#shared/appointment/rules.ts'
import type { AppointmentList, ListedAppointment } from '#shared/appointment/schema.ts'
import { clockOf, minuteOf } from '#shared/clock.ts'
import { addDays, type Day, formatClock } from '#shared/date.ts'

import { busyOn, type NewAppointment } from './view.ts'
import { titleOf } from './words.ts'

/** The fields of the dialog. `car` and `person` are the known ones that were chosen, with the texts that name them. */
export type AppointmentValues = {
  plate: string
  customer: string
  phone: string
  work: string
  day: Day
  clock: string
  minutes: number
  car: { id: number; plate: string; make: string; model: string; vin: string } | null
  person: { id: number; name: string } | null
}

/** Returns the first values: those of the stored appointment, or a free hour of the day. */
export function startValues(
  asked: NewAppointment | ListedAppointment,
  list: AppointmentList | undefined,
  today: Day,
): AppointmentValues {
  const text = (name: string) => String((asked as NewAppointment)[name] ?? '')
  const minutes = (asked as Partial<ListedAppointment>).minutes ?? USUAL_MINUTES
  const { day, start } =
    asked.start === undefined ? firstFree({ day: asked.day, minutes }, list, today) : asked
  const known = { plate: text('plate'), customer: text('customer'), phone: text('phone'), work: text('work') }
  return { ...known, day, clock: clockOf(start ?? OPENS), minutes, car: null, person: null }
}

/** The time that is proposed without opening hours. */
const OPENS = 540

type Place = { day: Day; start: number }

/** Returns the first free time of the day, today from now on, or of the next day with one. */
function firstFree(
  { day, minutes }: { day: Day; minutes: number },
  list: AppointmentList | undefined,
  today: Day,
): Place {
  for (const one of Array.from({ length: 7 }, (_, index) => addDays(day, index))) {
    const open = (list?.hours ?? USUAL_HOURS)[weekdayOf(one)] ?? null
    if (open === null) continue
    const from = Math.max(open.from, one === today ? Math.ceil(nowMinute() / 30) * 30 : 0)
    const busy = list === undefined ? [] : busyOn(list, one)
    const free = freeSpans({ ...open, from }, busy, minutes)[0]
    if (free !== undefined) return { day: one, start: free.from }
  }
  return { day, start: OPENS }
}

const nowMinute = () => minuteOf(formatClock(new Date().toISOString())) ?? 0

/** Returns the first problem of the fields, with the field that shows it. */
export function problemOf(values: AppointmentValues): { field: string; message: string } | null {
  const { plate, customer, phone, work, day, clock, minutes } = values
  const info = {
    plaka: plate,
    sasi_no: values.car?.vin ?? '',
    musteri_adi_soyadi: customer,
    musteri_tel: phone,
    musteri_talebi: work,
  }
  if (!isRecognisable(info)) return { field: 'plate', message: appointmentMessages.unrecognisable }
  if (!isDay(day)) return { field: 'day', message: appointmentMessages.dayRequired }
  if (minuteOf(clock) === null) return { field: 'clock', message: appointmentMessages.timeRequired }
  if (!Number.isInteger(minutes) || minutes < MIN_MINUTES || minutes > MAX_MINUTES)
    return { field: 'minutes', message: appointmentMessages.minutesInvalid }
  return null
}

/** Returns what the user should know of the time, which forbids nothing: closed hours and other appointments. */
export function timeNote(
  { day, clock, minutes }: AppointmentValues,
  list: AppointmentList | undefined,
  ownId: number,
): string {
  const start = minuteOf(clock)
  if (list === undefined || start === null || !isDay(day)) return ''
  const time = { day, start, minutes }
  const others = busyOn(list, day).filter(
    (one) => one.kayit_id !== ownId && one.start < endOf(time) && start < endOf(one),
  )
  const full = list.capacity !== null && busyOn(list, day).length >= list.capacity
  return [
    isOutsideHours(time, list.hours) ? 'Çalışma saatlerinin dışında.' : '',
    others.length > 0
      ? `Aynı saatte: ${others.map((one) => `${clockOf(one.start)} ${titleOf(one)}`).join(', ')}.`
      : '',
    full ? `O gün ${list.capacity} araçlık yer dolu.` : '',
  ]
    .filter(Boolean)
    .join(' ')
}
