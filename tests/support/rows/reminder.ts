import type { Kysely } from 'kysely'
import * as z from 'zod/mini'

import type { UserCtx } from '#server/platform/core/context.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { remindersOf } from '#server/reminder/car.ts'
import { listReminders } from '#server/reminder/list.ts'
import { saveReminder } from '#server/reminder/operations.ts'
import { reminderInput } from '#shared/reminder/schema.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { linksOf } from '#tests/support/rows/personal-data.ts'

/** Some days after the day of the tests, 21.11.2026. */
export const SOON = '2026-11-24'
export const PERSON = { musteri_adi_soyadi: 'Ayşe Işık', musteri_tel: '0532 111 22 33' }

/** Returns what a test does with the reminders of a shop; `shop` gives its user and the car that a test means. */
export function reminderCalls(db: Kysely<DB>, shop: () => { ctx: UserCtx; car: number }) {
  const carOf = async (id: number) => (await linksOf(db, id)).vehicle_id
  return {
    carOf,
    /** Stores a visit of the person and returns its car. */
    visit: async (info: object) => carOf((await save(shop().ctx, { info: { ...PERSON, ...info } })).id),
    remind: (of: object = {}) => {
      const { ctx, car } = shop()
      const reminder = { vehicle_id: car, cause: 'service', due_day: SOON, ...of }
      return saveReminder(ctx, z.parse(reminderInput, reminder))
    },
    due: async () =>
      (await listReminders(shop().ctx)).reminders.map(({ vehicle_id, cause, day }) => ({
        vehicle_id,
        cause,
        day,
      })),
    stored: async (id = shop().car) =>
      (await remindersOf(shop().ctx, { id })).reminders.map(({ cause, state, due_day }) => ({
        cause,
        state,
        due_day,
      })),
    rows: async () => {
      const { actor } = shop().ctx
      return db.selectFrom('reminder').where('shop_id', '=', actor.shop).orderBy('id').selectAll().execute()
    },
  }
}
