import type { Kysely } from 'kysely'

/**
 * Marks the user who made or changed an access, so that a report of an unknown login can list these accesses and end
 * them (decision 35). Rows of older versions have no marks.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('users')
    .addColumn('created_by', 'bigint')
    .addColumn('access_changed_by', 'bigint')
    .addColumn('access_changed_at', 'timestamptz')
    .execute()
  await db.schema.alterTable('reset_links').addColumn('made_by', 'bigint').execute()
  await db.schema.alterTable('recovery_codes').addColumn('created_at', 'timestamptz').execute()
}
