import type { Kysely } from 'kysely'

/**
 * Adds the kind of a work item: 'work', or 'discount', which has a negative price. The check that refuses negative
 * prices is dropped; the next migration adds one that depends on the kind.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('islem')
    .addColumn('kind', 'text', (column) => column.notNull().defaultTo('work'))
    .execute()
  await db.schema.alterTable('islem').dropConstraint('islem_fiyat_ck').execute()
}
