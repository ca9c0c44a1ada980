import type { Kysely } from 'kysely'

/** Adds the rate of the VAT that an expense contains, in percent; older expenses have none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('expense').addColumn('vat_rate', 'smallint').execute()
}
