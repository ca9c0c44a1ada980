import type { Kysely } from 'kysely'

/**
 * Texts that look the same have the same keys (decisions: search), which SQL cannot compute: the housekeeping recomputes
 * the derived columns of each shop whose `derived_version` is older. Expenses are searched without Turkish marks too.
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
