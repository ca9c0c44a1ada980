import type { Kysely } from 'kysely'

import type { DB } from '#server/platform/db/schema.ts'
import { ownRows } from '#server/platform/core/own-rows.ts'
import { remindersOf } from '#server/reminder/car.ts'
import { noteOpened, saveReminder } from '#server/reminder/operations.ts'
import { addDays } from '#shared/date.ts'
import type { ReminderInput } from '#shared/reminder/schema.ts'

import { demoCtx, type DemoShop } from './demo-ctx.ts'

/** A reminder of the cars in the order of their visits, due so many days from today, or that many km from the last visit. */
type Planned = Pick<ReminderInput, 'cause'> & { after: number; km?: number; isOpened?: true } & Partial<
    Pick<ReminderInput, 'title' | 'state'>
  >

const PLANNED: readonly Planned[] = [
  { cause: 'service', after: 200, km: 350 },
  { cause: 'service', after: 5 },
  { cause: 'inspection', after: 1 },
  { cause: 'inspection', after: 4, isOpened: true },
  { cause: 'insurance', after: 6 },
  { cause: 'other', title: 'Antifriz kontrolü', after: 3 },
  { cause: 'service', after: 17 },
  { cause: 'casco', after: 24 },
  { cause: 'service', after: -9 },
  { cause: 'inspection', after: -3 },
  { cause: 'service', after: 3, state: 'refused' },
]

/** Stores reminders of the demo shop's cars around today: waiting, written, past and refused. */
export async function seedReminders(db: Kysely<DB>, shop: DemoShop): Promise<void> {
  const ctx = demoCtx(db, shop, { day: addDays(shop.today, -1), minute: 11 * 60 })
  const cars = await ownRows(ctx, 'vehicle')
    .where('visits', '>', 1)
    .where('merged_into', 'is', null)
    .orderBy('last_day', 'desc')
    .orderBy('id')
    .select('id')
    .limit(PLANNED.length)
    .execute()
  for (const [index, { after, km, isOpened, cause, title = '', state = 'open' }] of PLANNED.entries()) {
    const vehicle_id = cars[index]?.id
    if (vehicle_id === undefined) return
    const known = km === undefined ? null : (await remindersOf(ctx, { id: vehicle_id })).km
    await saveReminder(ctx, {
      vehicle_id,
      cause,
      title,
      state,
      due_day: addDays(shop.today, after),
      due_km: known === null ? null : known + (km ?? 0),
      car_kind: cause === 'inspection' ? 'private' : null,
      registered_on: null,
      snoozed_until: null,
      reopens: false,
    })
    if (isOpened) await noteOpened(ctx, { vehicle_id, cause, title })
  }
}
