import type { Kysely } from 'kysely'

/** Adds the warranty of a delivered visit's work: months, kilometres, or both, whichever ends first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('delivery')
    .addColumn('warranty_months', 'smallint')
    .addColumn('warranty_km', 'integer')
    .execute()
}
