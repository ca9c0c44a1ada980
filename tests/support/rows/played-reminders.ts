import * as z from 'zod/mini'

import type { UserCtx } from '#server/platform/core/context.ts'
import { noteOpened, removeReminder, saveReminder, setSold } from '#server/reminder/operations.ts'
import { addDays, type Day } from '#shared/date.ts'
import { daysBetween } from '#shared/day.ts'
import type { Cause, ReminderState } from '#shared/reminder/causes.ts'
import { reminderMessages } from '#shared/reminder/messages.ts'
import { reminderInput } from '#shared/reminder/schema.ts'
import { outcomeOf } from '#tests/support/rows/refusal.ts'

/** Reminders of the month. */
export const REMINDERS = 60
const FIRST_READING: Day = '2026-01-01'

/** A car of the month, whose kilometres grow by the same number each day. */
export type Car = {
  vehicle: number
  plate: string
  name: string
  number: number
  /** The days of its visits, and of those that wrote down its kilometres. */
  visits: Day[]
  read: Set<Day>
  sold: Day | null
}

/** A reminder as the plain model knows it. */
type Kept = {
  car: Car
  cause: Cause
  title: string
  day: Day | null
  km: number | null
  state: ReminderState
  snoozed: Day | null
  version: number
}

export type Reminders = { cars: Map<string, Car>; kept: Kept[]; made: number; written: number }
export const noReminders = (): Reminders => ({ cars: new Map(), kept: [], made: 0, written: 0 })

type Played = { ctx: UserCtx; today: Day; random: (below: number) => number; reminders: Reminders }
type Act = (month: Played) => Promise<void>

const rateOf = (number: number) => 20 + 10 * (number % 5)
export const kmOf = (number: number, day: Day): number =>
  50_000 + 1_000 * number + rateOf(number) * daysBetween(FIRST_READING, day)

const lastOf = (days: Iterable<Day>): Day | undefined => [...days].sort().at(-1)

/** Returns the day on which a car has these kilometres; `null` while a single reading does not tell how far it drives. */
function dayOf({ number, read }: Car, km: number): Day | null {
  const last = lastOf(read)
  if (last === undefined || (read.size < 2 && kmOf(number, last) < km)) return null
  let day = last
  while (kmOf(number, day) < km) day = addDays(day, 1)
  return day
}

/** Returns when a reminder is shown, by its day, its kilometres and a delay; `null` where nothing tells a day. */
function shownOn({ car, day, km, snoozed }: Kept): Day | null {
  const byKm = km === null ? null : dayOf(car, km)
  const due = [day, byKm].filter((one) => one !== null).sort()[0]
  return due === undefined ? null : snoozed !== null && snoozed > due ? snoozed : due
}

/** Returns the reminders that the list shows today, each as a line with its day, car, customer and cause. */
export function expectedReminders({ reminders: { kept }, today }: Pick<Played, 'reminders' | 'today'>) {
  const shown = kept.filter(({ car, state }) => {
    const last = lastOf(car.visits)
    return state === 'open' && last !== undefined && (car.sold === null || car.sold < last)
  })
  return shown
    .map((one) => ({ ...one, day: shownOn(one) }))
    .filter(({ day }) => day !== null && day <= addDays(today, 30))
    .map(({ day, car, cause, title }) => [day, car.plate, car.name, cause, title].join())
    .sort()
}

const pick = <T>({ random }: Played, all: readonly T[]): T | undefined => all[random(Math.max(1, all.length))]

async function put(month: Played, one: Kept, next: Partial<Kept>): Promise<void> {
  const { car, cause, title, day, km, state, snoozed, version } = { ...one, ...next }
  const isNew = version === 0
  const input = { vehicle_id: car.vehicle, cause, title, due_day: day, due_km: km, state }
  const stored = await saveReminder(
    month.ctx,
    z.parse(reminderInput, { ...input, snoozed_until: snoozed, ...(!isNew && { version }) }),
  )
  if (stored.version !== version) month.reminders.written += 1
  Object.assign(one, next, { version: stored.version })
}

const CAUSES = ['service', 'inspection', 'insurance', 'casco', 'other'] as const

/** Makes a reminder of a car that was here, or changes the one of this cause. */
const remind: Act = async (month) => {
  const { reminders, random, today } = month
  if (reminders.made >= REMINDERS) return
  const car = pick(month, [...reminders.cars.values()])
  if (car === undefined) return
  const cause = CAUSES[random(CAUSES.length)] ?? 'service'
  const title = cause === 'other' ? (['Klima', 'Rot ayarı'][random(2)] ?? '') : ''
  const km = random(3) === 0 ? kmOf(car.number, today) + rateOf(car.number) * (random(60) - 5) : null
  const day = km === null || random(2) === 0 ? addDays(today, random(50) - 5) : null
  const known = reminders.kept.find((one) => one.car === car && one.cause === cause && one.title === title)
  const one = known ?? { car, cause, title, day, km, state: 'open', snoozed: null, version: 0 }
  if (one.state === 'refused') {
    const outcome = await outcomeOf(() => put(month, one, { state: 'open' }))
    if (outcome !== reminderMessages.refused) throw new Error('a refusal lasts')
    return
  }
  await put(month, one, { day, km, state: 'open', snoozed: null })
  if (known !== undefined) return
  reminders.kept.push(one)
  reminders.made += 1
}

const open = ({ reminders }: Played) => reminders.kept.filter(({ state }) => state === 'open')

const snooze: Act = async (month) => {
  const one = pick(month, open(month))
  if (one) await put(month, one, { snoozed: addDays(month.today, 7) })
}
const refuse: Act = async (month) => {
  const one = pick(month, open(month))
  if (one) await put(month, one, { state: 'refused' })
}
const finish: Act = async (month) => {
  const one = pick(month, open(month))
  if (one) await put(month, one, { state: 'done', snoozed: null })
}
const remove: Act = async (month) => {
  const one = pick(month, open(month))
  if (one === undefined) return
  const { car, cause, title, version } = one
  await removeReminder(month.ctx, { vehicle_id: car.vehicle, cause, title, version })
  month.reminders.kept.splice(month.reminders.kept.indexOf(one), 1)
  month.reminders.written += 1
}
/** WhatsApp is opened for one, which changes nothing that the list compares. */
const write: Act = async (month) => {
  const one = pick(month, open(month))
  if (one) await noteOpened(month.ctx, { vehicle_id: one.car.vehicle, cause: one.cause, title: one.title })
}
const sell: Act = async (month) => {
  const car = pick(month, [...month.reminders.cars.values()])
  if (car === undefined) return
  const isSold = car.sold === null
  await setSold(month.ctx, { vehicle_id: car.vehicle, is_sold: isSold })
  car.sold = isSold ? month.today : null
}

/** The acts with reminders of a day, each with its number. */
export const REMINDER_ACTS: readonly [act: Act, times: (month: Played) => number][] = [
  [remind, () => 4],
  [snooze, ({ random }) => random(2)],
  [refuse, ({ random }) => (random(6) === 0 ? 1 : 0)],
  [finish, ({ random }) => (random(4) === 0 ? 1 : 0)],
  [remove, ({ random }) => (random(8) === 0 ? 1 : 0)],
  [write, ({ random }) => random(2)],
  [sell, ({ random }) => (random(5) === 0 ? 1 : 0)],
]
