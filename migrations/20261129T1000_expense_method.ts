import type { Kysely } from 'kysely'

/** Adds how an expense was paid. Older expenses have no method, so they count in no till. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('expense').addColumn('method', 'text').execute()
}
