import type { Kysely } from 'kysely'

/** Adds the digits of the phone, and the customer's name without its Turkish marks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of ['ara_tel', 'ara_yalin'])
    await db.schema
      .alterTable('kayit')
      .addColumn(name, 'text', (column) => column.notNull().defaultTo(''))
      .execute()
}
