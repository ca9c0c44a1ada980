import { sql } from 'kysely'

import { rootColumn } from '#server/directory/links.ts'
import { readMessageTexts } from '#server/settings/message-texts.ts'
import { requireRight, type UserCtx } from '#server/platform/core/context.ts'
import { inSameShop, ownRows } from '#server/platform/core/own-rows.ts'
import { withSnapshot } from '#server/platform/core/snapshot.ts'
import { newestRecordsOf } from '#server/vehicle/list.ts'
import type { Day } from '#shared/date.ts'
import { todayInIstanbul } from '#shared/date.ts'
import { carName } from '#shared/kayit/rules.ts'
import { dueOf, lastListedDay, type Reminder, shownDay } from '#shared/reminder/rules.ts'
import type { DueReminder, ReminderList } from '#shared/reminder/schema.ts'

import { combineRows, REMINDER_COLUMNS, type ReminderRow } from './rows.ts'
import { drivenOf, readingsOf } from './readings.ts'
import { WARRANTY } from './warranty-state.ts'
import { type WarrantyEnd, warrantyEnds } from './warranty-ends.ts'

/**
 * Waiting reminders beyond are not read: of those by day the latest, of those by kilometres the ones without a day or with
 * the earliest are.
 */
const MOST_WAITING = 5_000
/** The most that are shown, those of the latest past days and of the next days. */
const MOST_SHOWN = 500

/** Returns the reminders that are due until the end of the list, computed today. Throws FORBIDDEN without `quotes`. */
export async function listReminders(ctx: UserCtx): Promise<ReminderList> {
  requireRight(ctx, 'quotes')
  const today = todayInIstanbul(ctx.now)
  return withSnapshot(ctx, async (one) => {
    const to = lastListedDay(today)
    const [ends, company, { car_reminder: text }] = await Promise.all([
      warrantyEnds(one, { from: today, to }),
      companyOf(one),
      readMessageTexts(one),
    ])
    const found = await readWaiting(one, { to, ends })
    const due = await dueReminders(one, found, ends)
    const reminders = await withCars(one, latest(due, today))
    return { reminders, company, text }
  })
}

type Found = { root: number; reminder: Reminder }
type Due = Pick<
  DueReminder,
  'vehicle_id' | 'day' | 'is_by_km' | 'shown_on' | 'work' | 'km' | 'km_day' | 'km_per_day'
> &
  Reminder

/** Returns the reminders of cars: those that may be due until `to`, and of warranties that end the stored states. */
async function readWaiting(
  ctx: UserCtx,
  { to, ends }: { to: Day; ends: readonly WarrantyEnd[] },
): Promise<Found[]> {
  const rows = ownRows(ctx, 'reminder')
    .innerJoin('vehicle', inSameShop('vehicle.id', 'reminder.vehicle_id'))
    .select(REMINDER_COLUMNS)
    .select(rootColumn('vehicle').as('root'))
  const single = rows.where('vehicle.merged_into', 'is', null)
  const open = single.where('state', '=', sql.lit('open')).limit(MOST_WAITING)
  const [byDay, byKm, states, parts] = await Promise.all([
    open.where('due_day', '<=', to).orderBy('due_day', 'desc').orderBy('reminder.id').execute(),
    open
      .where('due_km', 'is not', null)
      .where((eb) => eb.or([eb('due_day', 'is', null), eb('due_day', '>', to)]))
      .orderBy('due_day', (order) => order.asc().nullsFirst())
      .orderBy('reminder.id')
      .execute(),
    single
      .where('cause', '=', 'warranty')
      .where((eb) => eb('vehicle.id', '=', eb.fn.any(eb.val(ends.map(({ vehicle_id }) => vehicle_id)))))
      .execute(),
    rows.where('vehicle.merged_into', 'is not', null).execute(),
  ])
  // A reminder of a merged car decides together with those of the others, whatever their state.
  const families = [...new Set(parts.map(({ root }) => root))]
  const roots = families.length === 0 ? [] : await rows.where('reminder.vehicle_id', 'in', families).execute()
  const ofFamily = new Set(families)
  const waiting = [...byDay, ...byKm, ...states]
  const all = [...waiting.filter(({ root }) => !ofFamily.has(root)), ...parts, ...roots]
  const byCar = Map.groupBy<number, ReminderRow & { root: number }>(all, ({ root }) => root)
  return [...byCar].flatMap(([root, same]) => combineRows(same).map((reminder) => ({ root, reminder })))
}

async function companyOf({ db, actor }: UserCtx): Promise<string> {
  const shop = await db
    .selectFrom('shops')
    .where('id', '=', actor.shop)
    .select('company_name')
    .executeTakeFirstOrThrow()
  return shop.company_name
}

async function dueReminders(
  ctx: UserCtx,
  found: readonly Found[],
  ends: readonly WarrantyEnd[],
): Promise<Due[]> {
  const to = lastListedDay(todayInIstanbul(ctx.now))
  const waiting = found.filter(({ reminder: { cause, state } }) => cause !== 'warranty' && state === 'open')
  const driven = waiting.filter(({ reminder }) => reminder.due_km !== null).map(({ root }) => root)
  const readings = await readingsOf(ctx, [...new Set(driven)])
  const written = waiting.flatMap(({ root, reminder }): Due[] => {
    const known = readings.get(root) ?? []
    const due = dueOf(reminder, known)
    if (due === null) return []
    const shown_on = shownDay(due, reminder.snoozed_until)
    if (shown_on > to) return []
    const { day, isByKm: is_by_km } = due
    return [{ ...reminder, vehicle_id: root, day, is_by_km, shown_on, work: '', ...drivenOf(known) }]
  })
  return [...written, ...warranties(found, ends)]
}

/** Returns the next warranty of each car that ends, unless it is refused or snoozed until after its end. */
function warranties(found: readonly Found[], ends: readonly WarrantyEnd[]): Due[] {
  const states = new Map(
    found.flatMap(({ root, reminder }) => (reminder.cause === 'warranty' ? [[root, reminder]] : [])),
  )
  const shown = new Map<number, Due>()
  for (const { vehicle_id, day, work } of ends) {
    const reminder = states.get(vehicle_id) ?? WARRANTY
    const shown_on = shownDay({ day }, reminder.snoozed_until)
    if (shown.has(vehicle_id) || reminder.state === 'refused' || shown_on > day) continue
    const driven = drivenOf([])
    shown.set(vehicle_id, { ...reminder, vehicle_id, day, is_by_km: false, shown_on, work, ...driven })
  }
  return [...shown.values()]
}

/** Returns the newest past ones and the next ones, in the order of their days. */
function latest(due: readonly Due[], today: Day): Due[] {
  const sorted = due.toSorted((a, b) =>
    a.shown_on === b.shown_on ? a.vehicle_id - b.vehicle_id : a.shown_on < b.shown_on ? -1 : 1,
  )
  const past = sorted.filter(({ shown_on }) => shown_on < today)
  return [...past.slice(-MOST_SHOWN), ...sorted.slice(past.length, past.length + MOST_SHOWN)]
}

/**
 * Adds the cars and the customers of their last visits. A car without a visit, sold since its last one, or whose last
 * customer was erased is left out.
 */
async function withCars(ctx: UserCtx, due: readonly Due[]): Promise<DueReminder[]> {
  if (due.length === 0) return []
  const roots = [...new Set(due.map(({ vehicle_id }) => vehicle_id))]
  const cars = await ownRows(ctx, 'vehicle')
    .where('id', 'in', roots)
    .where('erased_at', 'is', null)
    .select(['id', 'plate', 'vin', 'make', 'model', 'last_day'])
    .execute()
  const sold = await ownRows(ctx, 'vehicle')
    .where('sold_on', 'is not', null)
    .where((eb) => eb.or([eb('id', 'in', roots), eb('merged_into', 'in', roots)]))
    .select([rootColumn('vehicle').as('root'), 'sold_on'])
    .$narrowType<{ sold_on: Day }>()
    .execute()
  const visits = await newestRecordsOf(ctx, roots)
    .innerJoin('customer', inSameShop('customer.id', 'kayit.customer_id'))
    .select(['musteri_adi_soyadi', 'musteri_tel', 'customer.erased_at'])
    .execute()
  const carOf = new Map(cars.map((car) => [car.id, car]))
  const byCar = Map.groupBy(visits, ({ root }) => root)
  return due.flatMap((one): DueReminder[] => {
    const car = carOf.get(one.vehicle_id)
    const last = byCar.get(one.vehicle_id)?.[0]
    if (car === undefined || last === undefined || last.erased_at !== null) return []
    if (sold.some(({ root, sold_on }) => root === car.id && sold_on >= last.day)) return []
    return [
      {
        ...one,
        plate: car.plate || car.vin,
        car: carName({ arac_marka: car.make, arac_model: car.model }),
        customer: last.musteri_adi_soyadi,
        phone: last.musteri_tel,
      },
    ]
  })
}
