import { type Kysely, sql } from 'kysely'

/** Adds the minutes without use after which the page's sessions of a shop end; null: never. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('users').addColumn('idle_minutes', 'integer').execute()
  await db.schema
    .alterTable('users')
    .addCheckConstraint('users_idle_minutes_ck', sql`idle_minutes is null or idle_minutes in (15, 30, 60)`)
    .execute()
}
