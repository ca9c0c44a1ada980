import type { Kysely } from 'kysely'

/**
 * Adds the open visit whose customer a quote asks about more work, and the time at which the accepted work was added to
 * it. There is no foreign key: a purge of the visit empties the column, and a distributed key could not.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('kayit')
    .addColumn('for_kayit_id', 'bigint')
    .addColumn('added_at', 'timestamptz')
    .execute()
}
