import { recordChange } from '#server/platform/core/changes.ts'
import { inTransaction, requireRight, type UserCtx } from '#server/platform/core/context.ts'
import type { ShopCtx } from '#server/platform/core/own-rows.ts'
import { withSnapshot } from '#server/platform/core/snapshot.ts'
import { readMessageTexts } from '#server/settings/message-texts.ts'
import { hoursWords, parseHours, USUAL_HOURS } from '#shared/appointment/rules.ts'
import type {
  AppointmentList,
  AppointmentListInput,
  ListedAppointment,
  WorkingHours,
  WorkingHoursInput,
} from '#shared/appointment/schema.ts'
import { fieldChanges } from '#shared/change/rules.ts'
import { carName } from '#shared/kayit/rules.ts'

import { listQuery, withWork } from './queries.ts'

/** Returns the appointments of a period with the shop's hours. Throws FORBIDDEN without the right `quotes`. */
export async function listAppointments(ctx: UserCtx, period: AppointmentListInput): Promise<AppointmentList> {
  requireRight(ctx, 'quotes')
  return withSnapshot(ctx, async (one) => {
    const [rows, hours, { appointment, day_before }] = await Promise.all([
      listQuery(one, period),
      readWorkingHours(one),
      readMessageTexts(one),
    ])
    const shown = await withWork(one, rows)
    const appointments = shown.map((row): ListedAppointment => ({
      kayit_id: row.id,
      version: row.version,
      state: row.state,
      day: row.appointment_day,
      start: row.appointment_start,
      minutes: row.appointment_minutes,
      plate: row.plaka,
      customer: row.musteri_adi_soyadi,
      phone: row.musteri_tel,
      car: carName(row),
      work: row.work,
    }))
    return { appointments, ...hours, texts: { appointment, day_before } }
  })
}

async function readWorkingHours({ db, actor }: ShopCtx): Promise<WorkingHours> {
  const { opening_hours, day_capacity } = await db
    .selectFrom('shops')
    .where('id', '=', actor.shop)
    .select(['opening_hours', 'day_capacity'])
    .executeTakeFirstOrThrow()
  return { hours: [...parseHours(opening_hours)], capacity: day_capacity }
}

/** Stores the shop's opening hours and its capacity. Throws FORBIDDEN. */
export async function saveWorkingHours(ctx: UserCtx, input: WorkingHoursInput): Promise<WorkingHours> {
  requireRight(ctx, 'settings')
  return inTransaction(ctx, async (trx) => {
    const before = await readWorkingHours(trx)
    const text = JSON.stringify(input.hours)
    const opening_hours = text === JSON.stringify(USUAL_HOURS) ? '' : text
    const { db, actor } = trx
    await db
      .updateTable('shops')
      .set({ opening_hours, day_capacity: input.capacity })
      .where('id', '=', actor.shop)
      .execute()
    const fields = fieldChanges(['opening_hours', 'day_capacity'], wordsOf(before), wordsOf(input))
    if (fields.length > 0)
      await recordChange(trx, { noun: 'settings', id: null, verb: 'update', detail: { fields } })
    return { hours: input.hours, capacity: input.capacity }
  })
}

const wordsOf = ({ hours, capacity }: WorkingHours) => ({
  opening_hours: hoursWords(hours),
  day_capacity: capacity,
})
