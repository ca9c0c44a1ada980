import { type Kysely, sql } from 'kysely'

/** Adds the warranty of a delivered visit's work: months, kilometres, or both, whichever ends first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('delivery')
    .addColumn('warranty_months', 'smallint', (column) =>
      column.check(sql`warranty_months between 1 and 120`),
    )
    .addColumn('warranty_km', 'integer', (column) => column.check(sql`warranty_km between 1 and 999999`))
    .execute()
}
