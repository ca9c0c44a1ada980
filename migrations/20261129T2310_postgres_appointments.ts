import { type Kysely, sql } from 'kysely'

import type { IndexChange } from './concurrently.ts'

/** Allows a time or none. Appointments of the version before, which no screen made, keep none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table kayit add constraint kayit_appointment_ck check (
    appointment_day is null and appointment_start is null and appointment_minutes is null and appointment_state is null
    or appointment_day is not null and appointment_start between 0 and 1439 and appointment_minutes between 5 and 1440
      and appointment_state in ('awaited', 'missed', 'cancelled')) not valid`.execute(db)
}

/** The index holds also visits that came by appointment, because a week shows who came. */
export const concurrently: readonly IndexChange[] = [
  {
    create: 'kayit_appointments',
    on: 'kayit',
    as: `(shop_id, appointment_day, appointment_start, id) where deleted_at is null and appointment_day is not null`,
  },
]
