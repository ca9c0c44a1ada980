import type { Kysely } from 'kysely'

/** Adds the shop's own texts that confirm an appointment and remind of it; '' is the usual one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of ['appointment_text', 'day_before_text'] as const)
    await db.schema
      .alterTable('shops')
      .addColumn(text, 'text', (column) => column.notNull().defaultTo(''))
      .execute()
}
