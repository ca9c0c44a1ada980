import type { Kysely } from 'kysely'

/** Adds the warranties of single works to a delivery: JSON, '' without any. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('delivery')
    .addColumn('item_warranties', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
}
