import type { Kysely } from 'kysely'

/**
 * Adds the stage of a record (decision 44) and the last day of a quote's prices. Every older record is a visit; a
 * constant default adds the column without writing the rows. The checks of a visit are replaced in the next migration.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('kayit')
    .addColumn('stage', 'text', (column) => column.notNull().defaultTo('visit'))
    .addColumn('quote_valid_until', 'date')
    .execute()
  for (const check of ['kayit_musteri_ck', 'kayit_arac_ck'])
    await db.schema.alterTable('kayit').dropConstraint(check).execute()
}
