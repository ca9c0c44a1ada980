import { type ColumnDefinitionBuilder, type Kysely } from 'kysely'

const zero = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0)

/**
 * Adds a customer's opening balance and the sum of the customer's entries on account, in kuruş, and the shop's text of
 * reminders. There is no such entry yet, so the sums are right without a backfill.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('customer')
    .addColumn('opening_kurus', 'bigint', zero)
    .addColumn('account_kurus', 'bigint', zero)
    .execute()
  await db.schema
    .alterTable('shops')
    .addColumn('reminder_text', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
}
