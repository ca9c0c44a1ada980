import { sql } from 'kysely'

import { firstItems } from '#server/kayit/list.ts'
import { recordChange } from '#server/platform/core/changes.ts'
import { inTransaction, requireRight, type UserCtx } from '#server/platform/core/context.ts'
import { compiledOwn, type ShopCtx } from '#server/platform/core/own-rows.ts'
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

/** Returns the appointments of a period with the shop's hours. Throws FORBIDDEN without the right `quotes`. */
export async function listAppointments(ctx: UserCtx, period: AppointmentListInput): Promise<AppointmentList> {
  requireRight(ctx, 'quotes')
  return withSnapshot(ctx, async (one) => {
    const [rows, hours, { appointment, day_before }] = await Promise.all([
      periodQuery(one, period),
      readWorkingHours(one),
      readMessageTexts(one),
    ])
    const untold = rows.filter(({ musteri_talebi }) => musteri_talebi === '').map(({ id }) => id)
    const works = await firstItems(one, untold)
    const appointments = rows.map((row): ListedAppointment => ({
      kayit_id: row.id,
      version: row.version,
      state: row.stage === 'visit' ? 'came' : row.appointment_state,
      day: row.appointment_day,
      start: row.appointment_start,
      minutes: row.appointment_minutes,
      plate: row.plaka,
      customer: row.musteri_adi_soyadi,
      phone: row.musteri_tel,
      car: carName(row),
      work: row.musteri_talebi || (works.get(row.id) ?? ''),
    }))
    return { appointments, ...hours, texts: { appointment, day_before } }
  })
}

/** More than a shop takes in two weeks; the limit bounds the answer. */
const MOST = 1_000

const periodQuery = compiledOwn((db, { shop, from, to }: AppointmentListInput & { shop: number }) =>
  db
    .selectFrom('kayit')
    .where('shop_id', '=', shop)
    .where('deleted_at', 'is', null)
    .where('appointment_day', '>=', from)
    .where('appointment_day', '<=', to)
    .orderBy('appointment_day')
    .orderBy('appointment_start')
    .orderBy('id')
    .limit(sql.lit(MOST))
    .select(['id', 'version', 'stage', 'plaka', 'musteri_adi_soyadi', 'musteri_tel', 'musteri_talebi'])
    .select(['arac_marka', 'arac_model'])
    .select(['appointment_day', 'appointment_start', 'appointment_minutes', 'appointment_state'])
    .$narrowType<TimedRow>(),
)

/** The columns of an appointment in a row that has one. */
export type TimedRow = {
  appointment_day: string
  appointment_start: number
  appointment_minutes: number
  appointment_state: 'awaited' | 'missed' | 'cancelled'
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
