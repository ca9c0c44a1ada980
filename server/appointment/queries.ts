import { type Kysely, sql } from 'kysely'

import { firstItems } from '#server/kayit/list.ts'
import { compiledOwn, type ShopCtx } from '#server/platform/core/own-rows.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { MAX_CALENDAR_ROWS } from '#shared/appointment/calendar.ts'
import type { Day } from '#shared/date.ts'

type Period = { shop: number; from: Day; to: Day }

/** The columns of an appointment in a row that has one. */
type TimedRow = {
  appointment_day: string
  appointment_start: number
  appointment_minutes: number
  appointment_state: 'awaited' | 'missed' | 'cancelled'
}

/** The live records with an appointment in a period, by its time; a visit keeps the one by which it came. */
const appointmentsIn = (db: Kysely<DB>, { shop, from, to }: Period) =>
  db
    .selectFrom('kayit')
    .where('shop_id', '=', shop)
    .where('deleted_at', 'is', null)
    .where('appointment_day', '>=', from)
    .where('appointment_day', '<=', to)
    .orderBy('appointment_day')
    .orderBy('appointment_start')
    .orderBy('id')
    .select(['id', 'version', 'stage', 'plaka', 'musteri_adi_soyadi', 'musteri_talebi'])
    .select(['arac_marka', 'arac_model'])
    .select(['appointment_day', 'appointment_start', 'appointment_minutes', 'appointment_state'])
    .$narrowType<TimedRow>()

/** More than a shop takes in two weeks; the limit bounds the answer. */
const MOST = 1_000

export const listQuery = compiledOwn((db, period: Period) =>
  appointmentsIn(db, period).select('musteri_tel').limit(sql.lit(MOST)),
)

/** Leaves out appointments cancelled before `cancelledSince`. The limit leaves out the last appointments. */
export const calendarQuery = compiledOwn(
  (db, { cancelledSince, ...period }: Period & { cancelledSince: Date }) =>
    appointmentsIn(db, period)
      .where((eb) =>
        eb.or([
          eb('stage', '=', sql.lit('visit')),
          eb('appointment_state', '<>', sql.lit('cancelled')),
          eb('updated_at', '>=', cancelledSince),
        ]),
      )
      .limit(sql.lit(MAX_CALENDAR_ROWS))
      .select(['created_at', 'updated_at']),
)

type StoredRow = TimedRow & { id: number; stage: string; musteri_talebi: string }

/** Returns the rows with their state, and the customer's request or else the first work item. */
export async function withWork<Row extends StoredRow>(shop: ShopCtx, rows: readonly Row[]) {
  const untold = rows.filter(({ musteri_talebi }) => musteri_talebi === '').map(({ id }) => id)
  const works = await firstItems(shop, untold)
  return rows.map((row) => ({
    ...row,
    state: row.stage === 'visit' ? ('came' as const) : row.appointment_state,
    work: row.musteri_talebi || (works.get(row.id) ?? ''),
  }))
}

/** An appointment as a phone's calendar shows it. */
export type CalendarRow = Awaited<ReturnType<typeof calendarQuery>>[number] &
  Pick<Awaited<ReturnType<typeof withWork>>[number], 'state' | 'work'>
