import type { Kysely } from 'kysely'

import { deleteKayit, getKayit, restoreKayit } from '#server/kayit/operations.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import { ownRows } from '#server/platform/core/own-rows.ts'
import type { DB } from '#server/platform/db/schema.ts'
import type { AppointmentState } from '#shared/appointment/states.ts'
import { weekdayOf } from '#shared/appointment/words.ts'
import type { ChangeVerb } from '#shared/change/schema.ts'
import { addDays, type Day, startOfDay } from '#shared/date.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { kmOf, noReminders, REMINDER_ACTS, type Reminders } from '#tests/support/rows/played-reminders.ts'
import { take } from '#tests/support/rows/payment.ts'
import { arrive, awaitAgain } from '#tests/support/rows/stages.ts'

/** The first day of the month, a Monday, and its days, across the change of years. */
export const FIRST_DAY: Day = '2026-12-07'
export const DAYS = 34
/** Appointments of the month. */
export const APPOINTMENTS = 120

/** An appointment as the plain model knows it. */
export type Booking = {
  id: number
  version: number
  /** When it last changed, in ms. */
  changed: number
  day: Day
  start: number
  minutes: number
  state: AppointmentState
  isVisit: boolean
  isDeleted: boolean
  plate: string
  name: string
  work: string
  /** Its entries in the change log, the first one first. */
  log: ChangeVerb[]
}

/** A shop and its model; `twin` has the same visits and never an appointment. */
export type Month = {
  ctx: UserCtx
  twin: UserCtx
  today: Day
  /** Ordinary visits and visits that came by appointment. */
  visits: number
  bookings: Booking[]
  /** The twin's visit of each booking that came. */
  twins: Map<number, number>
  reminders: Reminders
  random: (below: number) => number
}

/** Returns numbers that depend only on the seed (mulberry32). */
function randomOf(seed: number): Month['random'] {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

export async function startMonth(db: Kysely<DB>, seed: number): Promise<Month> {
  const shop = async () => userCtx(db, await buildUser(db, { company_name: 'Işık Oto' }))
  const [ctx, twin] = [await shop(), await shop()]
  const rest = { visits: 0, bookings: [], twins: new Map<number, number>(), reminders: noReminders() }
  return { ctx, twin, today: FIRST_DAY, random: randomOf(seed), ...rest }
}

/** Sets the clock of both shops to a time of the day; every act takes a minute. */
export function setClock(month: Month, day: Day, minute: number): void {
  month.today = day
  const now = new Date(startOfDay(day).getTime() + minute * 60_000)
  month.ctx = { ...month.ctx, now }
  month.twin = { ...month.twin, now }
}

const NAMES = ['Ayşe Işık', 'Mert Can', 'Çiğdem Öz', 'İlker Şahin', 'Ünal Ağa', 'Gül, Er; "Usta"']
const WORKS = ['Fren balatası', 'Yağ bakımı', 'Triger seti; kayış, gergi', 'Lastik\nrot', 'Ön takım sesi']
const LENGTHS = [15, 30, 60, 120, 240]
/** Mostly in the opening hours, sometimes at the borders of the day. */
const startOf = ({ random }: Month) =>
  (random(12) === 0 ? [0, 1_410, 1_439][random(3)] : 540 + 15 * random(33)) ?? 540

const pick = <T>({ random }: Month, all: readonly T[]): T | undefined => all[random(Math.max(1, all.length))]
const carOf = ({ random }: Month) => carBy(random(40))
const carBy = (number: number) => {
  return {
    plaka: `34 RND ${100 + number}`,
    musteri_adi_soyadi: NAMES[number % NAMES.length] ?? '',
    musteri_tel: `0532 111 2${10 + number}`,
    arac_marka: ['Fiat', 'Ford', 'Opel'][number % 3] ?? '',
  }
}
const itemsOf = ({ random }: Month) => [
  { islem_adi: ['Balata', 'Yağ', 'Filtre'][random(3)] ?? '', fiyat_kurus: 100 * random(5_000) },
]

/** Returns the live bookings that are still appointments in this state. */
const inState = ({ bookings }: Month, state: AppointmentState) =>
  bookings.filter((one) => !one.isVisit && !one.isDeleted && one.state === state)

type Act = (month: Month) => Promise<void>

/** Adds a change to the model. */
function addChange(
  { ctx }: Month,
  one: Booking,
  { verb, ...next }: Partial<Booking> & { verb: ChangeVerb },
): void {
  Object.assign(one, { changed: ctx.now.getTime(), ...next })
  one.log.push(verb)
}

const book: Act = async (month) => {
  if (month.bookings.length >= APPOINTMENTS) return
  const { random, ctx, today } = month
  const isKnown = random(4) > 0
  const car = carOf(month)
  const time = {
    day: addDays(today, random(14)),
    start: startOf(month),
    minutes: LENGTHS[random(LENGTHS.length)] ?? 60,
  }
  const musteri_talebi = random(5) === 0 ? '' : (WORKS[random(WORKS.length)] ?? '')
  const info = { ...car, ...(!isKnown && { plaka: '' }), musteri_talebi }
  const { id, version } = await save(ctx, { stage: 'appointment', info, appointment: time })
  const { plaka: plate, musteri_adi_soyadi: name } = info
  const state = { state: 'awaited' as const, isVisit: false, isDeleted: false }
  const one = {
    id,
    version,
    changed: ctx.now.getTime(),
    plate,
    name,
    work: musteri_talebi,
    ...time,
    ...state,
  }
  month.bookings.push({ ...one, log: ['create'] })
}

/** Moves an appointment or sets its state. */
async function put(month: Month, one: Booking | undefined, next: Partial<Booking>): Promise<void> {
  if (one === undefined) return
  const { day, start, minutes, state, id, version } = { ...one, ...next }
  const stored = await save(month.ctx, { id, version, info: {}, appointment: { day, start, minutes, state } })
  const isSame = one.day === day && one.start === start && one.minutes === minutes && one.state === state
  addChange(month, one, { verb: 'update', ...next, version: stored.version })
  if (isSame) one.log.pop()
}

const move: Act = async (month) => {
  const next = { day: addDays(month.today, month.random(10)), start: startOf(month) }
  await put(month, pick(month, inState(month, 'awaited')), next)
}
const cancel: Act = (month) => put(month, pick(month, inState(month, 'awaited')), { state: 'cancelled' })
const awaitOnceMore: Act = async (month) => {
  const gone = [...inState(month, 'cancelled'), ...inState(month, 'missed')]
  await put(month, pick(month, gone), { state: 'awaited', day: addDays(month.today, 1 + month.random(5)) })
}

/** A car that comes is a visit of today; the twin gets the same visit without an appointment. */
async function come(month: Month, one: Booking): Promise<void> {
  const { ctx, twin } = month
  const plate = one.plate || `34 GEL ${month.random(900) + 100}`
  const info = one.plate === '' ? { plaka: plate } : {}
  const islemler = itemsOf(month)
  const { version } = await arrive(ctx, { id: one.id, version: one.version, info, islemler })
  addChange(month, one, { verb: 'arrive', isVisit: true, plate, version })
  const { kayit } = await getKayit(ctx, { kayit_id: one.id })
  const { plaka, musteri_adi_soyadi, musteri_tel, musteri_talebi, arac_marka, giris_tarihi } = kayit
  const same = { plaka, musteri_adi_soyadi, musteri_tel, musteri_talebi, arac_marka, giris_tarihi }
  month.reminders.cars.get(plate)?.visits.push(month.today)
  month.twins.set(one.id, (await save(twin, { info: same, islemler })).id)
  month.visits += 1
}

/** Undoes the arrival, as when the wrong line was pressed. */
async function uncome(month: Month, one: Booking): Promise<void> {
  const { version } = await awaitAgain(month.ctx, one.id, one.version)
  addChange(month, one, { verb: 'update', isVisit: false, state: 'awaited', version })
  const visits = month.reminders.cars.get(one.plate)?.visits
  visits?.splice(visits.lastIndexOf(month.today), 1)
  await deleteKayit(month.twin, { kayit_id: month.twins.get(one.id) ?? 0 })
  month.visits -= 1
}

/** Today's cars come, mostly; some do not, and one is pressed by mistake. */
const receive: Act = async (month) => {
  for (const one of inState(month, 'awaited')) {
    if (one.day > month.today) continue
    const luck = month.random(10)
    if (one.day < month.today || luck < 2) await put(month, one, { state: 'missed' })
    else {
      await come(month, one)
      if (luck === 9) await uncome(month, one)
      if (luck === 9 && month.random(2) === 0) await come(month, one)
    }
  }
}

/** A car without an appointment, in both shops, which sometimes pays at once. */
const ordinary: Act = async (month) => {
  const islemler = itemsOf(month)
  const { today, reminders } = month
  const number = month.random(40)
  const car = carBy(number)
  const info = { ...car, giris_tarihi: today, km_bilgisi: kmOf(number, today) }
  const paid = month.random(3) === 0 ? 1 + month.random(9_000) : 0
  for (const ctx of [month.ctx, month.twin]) {
    const { id } = await save(ctx, { info, islemler })
    if (paid > 0) await take(ctx, { kayit_id: id, amount_kurus: paid, day: today })
    if (ctx !== month.ctx) continue
    const { plaka: plate, musteri_adi_soyadi: name } = car
    const known = reminders.cars.get(plate)
    const { vehicle_id: vehicle } = await ownRows(ctx, 'kayit')
      .where('id', '=', id)
      .select('vehicle_id')
      .$narrowType<{ vehicle_id: number }>()
      .executeTakeFirstOrThrow()
    const one = known ?? { vehicle, plate, name, number, visits: [], read: new Set<Day>(), sold: null }
    one.visits.push(today)
    one.read.add(today)
    reminders.cars.set(plate, one)
  }
  month.visits += 1
}

const quote: Act = async (month) => {
  await save(month.ctx, { stage: 'quote', info: carOf(month), islemler: itemsOf(month) })
}

/** Deletes an appointment, or restores one from the trash. */
const trash: Act = async (month) => {
  const one = pick(month, month.bookings)
  if (one === undefined || one.isVisit) return
  await (one.isDeleted ? restoreKayit : deleteKayit)(month.ctx, { kayit_id: one.id })
  one.log.push(one.isDeleted ? 'restore' : 'delete')
  one.isDeleted = !one.isDeleted
}

/** The acts of a day in their order, each with its number. */
const ACTS: readonly [act: Act, times: (month: Month) => number][] = [
  [book, ({ today, random }) => (weekdayOf(today) === 6 ? 0 : 3 + random(5))],
  [move, ({ random }) => random(3)],
  [cancel, ({ random }) => random(2)],
  [receive, () => 1],
  [ordinary, () => 1],
  [awaitOnceMore, ({ random }) => random(2)],
  [quote, ({ random }) => (random(4) === 0 ? 1 : 0)],
  [trash, ({ random }) => (random(3) === 0 ? 1 : 0)],
  ...REMINDER_ACTS,
]

export async function playDay(month: Month, day: Day): Promise<void> {
  let minute = 510
  for (const [act, times] of ACTS)
    for (let left = times(month); left > 0; left -= 1) {
      setClock(month, day, minute)
      minute += 1
      await act(month)
    }
}
