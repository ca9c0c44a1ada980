import { addDays } from '#shared/date.ts'
import type { Day } from '#shared/day.ts'
import { addMonths } from '#shared/intake/warranty.ts'

import { type Cause, MAX_DUE_KM, type ReminderState } from './causes.ts'
import { type InspectionKind, inspectionAfter } from './inspection.ts'
import { dayOfKm, type Reading } from './kilometres.ts'

/** A car's reminder. Its day and kilometres are when it is due, whichever comes first. */
export type Reminder = {
  cause: Cause
  /** The name of an 'other' one, otherwise ''. */
  title: string
  due_day: Day | null
  due_km: number | null
  /** The kind and first registration from which an inspection's day is computed; `null` where they are not known. */
  car_kind: InspectionKind | null
  registered_on: Day | null
  state: ReminderState
  snoozed_until: Day | null
  /** When WhatsApp was opened with its message (ISO 8601). */
  opened_at: string | null
  version: number
}

/** When a reminder is due, and whether its kilometres say so. */
export type Due = { day: Day; isByKm: boolean }

/** Returns when a reminder is due, by its day or its kilometres; `null` if neither tells a day. */
export function dueOf(
  { due_day, due_km }: Pick<Reminder, 'due_day' | 'due_km'>,
  readings: readonly Reading[],
): Due | null {
  const byKm = due_km === null ? null : dayOfKm(due_km, readings)
  if (byKm !== null && (due_day === null || byKm < due_day)) return { day: byKm, isByKm: true }
  return due_day === null ? null : { day: due_day, isByKm: false }
}

/** Returns the day on which a due reminder is shown: that of the snooze, if it is later. */
export const shownDay = ({ day }: Pick<Due, 'day'>, snoozedUntil: Day | null): Day =>
  snoozedUntil !== null && snoozedUntil > day ? snoozedUntil : day

/** The list's parts: the next seven days, the next thirty-one with them, and the days before. */
export const RANGES = ['week', 'month', 'past'] as const
export type Range = (typeof RANGES)[number]
export const RANGE_WORDS: Readonly<Record<Range, string>> = {
  week: 'Bu hafta',
  month: 'Bu ay',
  past: 'Geçmiş',
}

/** Returns the last day that the list shows. */
export const lastListedDay = (today: Day): Day => addDays(today, 30)

export function isInRange(day: Day, range: Range, today: Day): boolean {
  if (range === 'past') return day < today
  return day >= today && day <= (range === 'week' ? addDays(today, 6) : lastListedDay(today))
}

const STRENGTH: Readonly<Record<ReminderState, number>> = { done: 0, open: 1, refused: 2 }

/**
 * Returns the reminder that stands for those of merged cars with the same cause: a refusal wins, then an open one; of
 * equal states the earlier day and the fewer kilometres count. The sum of the versions changes with each part.
 */
export function combine<One extends Reminder>(all: readonly [One, ...One[]]): One {
  const strongest = Math.max(...all.map(({ state }) => STRENGTH[state]))
  const [first, ...rest] = all.filter(({ state }) => STRENGTH[state] === strongest)
  const combined = rest.reduce(
    (one, other) => ({
      ...one,
      due_day: lowest(one.due_day, other.due_day),
      due_km: lowest(one.due_km, other.due_km),
      car_kind: one.car_kind ?? other.car_kind,
      registered_on: one.registered_on ?? other.registered_on,
      snoozed_until: highest(one.snoozed_until, other.snoozed_until),
      opened_at: highest(one.opened_at, other.opened_at),
    }),
    first ?? all[0],
  )
  return { ...combined, version: all.reduce((sum, { version }) => sum + version, 0) }
}

function lowest<T extends string | number>(a: T | null, b: T | null): T | null {
  if (a === null || b === null) return a ?? b
  return b < a ? b : a
}

function highest<T extends string | number>(a: T | null, b: T | null): T | null {
  if (a === null || b === null) return a ?? b
  return b > a ? b : a
}

/**
 * Returns a reminder after its work is done: an inspection whose kind is known waits for the next one, a warranty is
 * silent until after its end, and any other is done.
 */
export function afterDone<One extends Reminder>(reminder: One, today: Day, due: Day): One {
  const { cause, car_kind } = reminder
  if (cause === 'warranty') return { ...reminder, snoozed_until: addDays(due, 1) }
  if (cause === 'inspection' && car_kind !== null)
    return { ...reminder, due_day: inspectionAfter(car_kind, today), due_km: null, snoozed_until: null }
  return { ...reminder, state: 'done', snoozed_until: null }
}

/** The usual service interval, whichever comes first. */
const SERVICE_KM = 10_000
const SERVICE_MONTHS = 12
/** A service that is due later than this is not offered again. */
const SERVICE_SOON_DAYS = 30

/** Returns when the service after a visit is due; without usable kilometres only a day tells. */
export const nextService = (km: number | null, today: Day): Pick<Reminder, 'due_day' | 'due_km'> => ({
  due_day: addMonths(today, SERVICE_MONTHS),
  due_km: km === null || km + SERVICE_KM > MAX_DUE_KM ? null : km + SERVICE_KM,
})

/** Returns whether a completed visit offers the next service: not after a refusal, and not while one is still far away. */
export function offersService(
  service: (Pick<Reminder, 'state'> & { day: Day | null }) | undefined,
  today: Day,
): boolean {
  if (service === undefined || service.state === 'done') return true
  if (service.state === 'refused') return false
  return service.day !== null && service.day <= addDays(today, SERVICE_SOON_DAYS)
}
