import type { Kysely } from 'kysely'

/**
 * Gives texts that look the same the same keys (decisions: search). SQL cannot compute them, so the housekeeping
 * recomputes the derived columns of each shop with an older `derived_version`. Expenses get a search text without
 * Turkish marks.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('users')
    .addColumn('derived_version', 'smallint', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema
    .alterTable('expense')
    .addColumn('search_plain', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
}
