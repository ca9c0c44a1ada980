import { type Kysely, sql } from 'kysely'

/** Adds the warranty of a delivered visit's work: months, kilometres, or both, whichever ends first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // pg-mem takes one checked column at a time.
  for (const [name, type, last] of [
    ['warranty_months', 'smallint', 120],
    ['warranty_km', 'integer', 999_999],
  ] as const)
    await db.schema
      .alterTable('delivery')
      .addColumn(name, type, (column) => column.check(sql`${sql.ref(name)} between 1 and ${sql.lit(last)}`))
      .execute()
}
