import { clockOf } from '#shared/clock.ts'
import { addDays, type Day } from '#shared/date.ts'
import { isBlank } from '#shared/text.ts'

import type { AppointmentState } from './states.ts'
import { weekdayNames, weekdayOf } from './words.ts'

export { APPOINTMENT_STATES, type AppointmentState, STATE_WORDS } from './states.ts'
export { weekdayOf } from './words.ts'

/** An appointment of a record; `start` is in minutes since midnight. */
export type Appointment = { day: Day; start: number; minutes: number; state: AppointmentState }
/** The time from `from` until `until`, in minutes since midnight. */
export type Span = { from: number; until: number }

export const MIN_MINUTES = 5
export const MAX_MINUTES = 720
export const USUAL_MINUTES = 60
export const MAX_CAPACITY = 200
/** The most days of one list: two weeks. */
export const MAX_LISTED_DAYS = 14
export const DAY_MINUTES = 1_440
/** The steps in which an appointment moves. */
export const STEP_MINUTES = 15

/** The opening hours from Monday to Sunday; `null` is a closed day. */
export type OpeningHours = readonly (Span | null)[]
const OPEN: Span = { from: 540, until: 1_080 }
export const USUAL_HOURS: OpeningHours = [OPEN, OPEN, OPEN, OPEN, OPEN, OPEN, null]

/** Returns the stored opening hours; '' are the usual ones. */
export const parseHours = (stored: string): OpeningHours =>
  stored === '' ? USUAL_HOURS : (JSON.parse(stored) as OpeningHours)

export const mondayOf = (day: Day): Day => addDays(day, -weekdayOf(day))

/** Returns the days of the day's week, from Monday to Sunday. */
export const weekOf = (day: Day): Day[] =>
  Array.from({ length: 7 }, (_, index) => addDays(mondayOf(day), index))

export const endOf = ({ start, minutes }: Pick<Appointment, 'start' | 'minutes'>): number => start + minutes

/** Returns the opening hours in words, for the change log: 'Pazartesi 09:00–18:00, …'. */
export const hoursWords = (hours: OpeningHours): string =>
  hours
    .map((span, index) => `${weekdayNames[index]} ${span === null ? 'kapalı' : spanWords(span)}`)
    .join(', ')

export const spanWords = ({ from, until }: Span): string => `${clockOf(from)}–${clockOf(until)}`

/** Returns whether the shop is closed in a part of the appointment, which is shown and never refused. */
export function isOutsideHours({ day, ...time }: Omit<Appointment, 'state'>, hours: OpeningHours): boolean {
  const open = hours[weekdayOf(day)] ?? null
  return open === null || time.start < open.from || endOf(time) > open.until
}

type Timed = { start: number; minutes: number }
export type Placed<T> = { item: T; column: number; columns: number }

/**
 * Returns each appointment of a day with its column beside those that overlap it. Appointments that overlap each other
 * directly or through others share the number of columns.
 */
export function placeOverlaps<T extends Timed>(all: readonly T[]): Placed<T>[] {
  const sorted = all.toSorted((one, other) => one.start - other.start || other.minutes - one.minutes)
  const placed: Placed<T>[] = []
  let group: Placed<T>[] = []
  let ends: number[] = []
  const close = () => {
    for (const one of group) one.columns = ends.length
    placed.push(...group)
  }
  for (const item of sorted) {
    if (ends.every((end) => end <= item.start)) {
      close()
      group = []
      ends = []
    }
    const free = ends.findIndex((end) => end <= item.start)
    const column = free < 0 ? ends.length : free
    ends[column] = endOf(item)
    group.push({ item, column, columns: 1 })
  }
  close()
  return placed
}

/** Returns the parts of the opening hours in which no appointment is, each at least `least` minutes long. */
export function freeSpans(open: Span | null, all: readonly Timed[], least: number = STEP_MINUTES): Span[] {
  if (open === null) return []
  const spans: Span[] = []
  let from = open.from
  for (const one of all.toSorted((a, b) => a.start - b.start)) {
    const until = Math.min(one.start, open.until)
    if (until - from >= least) spans.push({ from, until })
    from = Math.max(from, endOf(one))
  }
  if (open.until - from >= least) spans.push({ from, until: open.until })
  return spans
}

/** Returns the whole hours that a calendar must show: all opening hours and all appointments. */
export function shownHours(hours: OpeningHours, all: readonly Timed[]): Span {
  const open = hours.filter((span) => span !== null)
  const spans = [...open, ...all.map((one) => ({ from: one.start, until: endOf(one) }))]
  if (spans.length === 0) return OPEN
  const from = Math.min(...spans.map((span) => span.from))
  const until = Math.max(...spans.map((span) => span.until))
  return { from: Math.floor(from / 60) * 60, until: Math.min(DAY_MINUTES, Math.ceil(until / 60) * 60) }
}

/** The texts of a record by which an appointment can be recognised. */
type Recognisable = Readonly<
  Record<'plaka' | 'sasi_no' | 'musteri_adi_soyadi' | 'musteri_tel' | 'musteri_talebi', string>
>

export const isRecognisable = (info: Recognisable): boolean =>
  [info.plaka, info.sasi_no, info.musteri_adi_soyadi, info.musteri_tel, info.musteri_talebi].some(
    (text) => !isBlank(text),
  )
