import type { Kysely } from 'kysely'

const TEXTS = ['record_text', 'quote_text', 'statement_text', 'vehicle_text'] as const

/** Adds the shop's own texts of messages with a link; '' is the usual one, as in `reminder_text`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of TEXTS)
    await db.schema
      .alterTable('shops')
      .addColumn(text, 'text', (column) => column.notNull().defaultTo(''))
      .execute()
}
