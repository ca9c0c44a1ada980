import type { Kysely } from 'kysely'

/** Adds the private address at which a user's phone reads the shop's appointments. Its token is stored as a hash only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('users').addColumn('calendar_hash', 'bytea').execute()
  await db.schema.alterTable('users').addColumn('calendar_made_at', 'timestamptz').execute()
}
