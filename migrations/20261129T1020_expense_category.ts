import type { Kysely } from 'kysely'

/** Adds the category of an expense, and the shop's own list of categories; `null` is the proposed list. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('expense')
    .addColumn('category', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await db.schema.alterTable('shops').addColumn('expense_categories', 'text').execute()
}
