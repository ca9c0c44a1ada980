import type { Kysely } from 'kysely'

/** Adds a note that no document shows, and whether a shop types prices with VAT (null: as last on the device). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('kayit')
    .addColumn('private_note', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await db.schema.alterTable('users').addColumn('prices_with_vat', 'boolean').execute()
}
