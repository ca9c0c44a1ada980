import type { Kysely } from 'kysely'

/**
 * Adds the day and time of appointments, which stay when the car has come, and the opening hours and the daily capacity
 * of a shop; '' and null are the usual hours and no limit. No default writes a row.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('kayit')
    .addColumn('appointment_day', 'date')
    .addColumn('appointment_start', 'smallint')
    .addColumn('appointment_minutes', 'smallint')
    .addColumn('appointment_state', 'text')
    .execute()
  await db.schema
    .alterTable('shops')
    .addColumn('opening_hours', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('day_capacity', 'smallint')
    .execute()
}
