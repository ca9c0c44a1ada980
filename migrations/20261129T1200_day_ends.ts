import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely'

const notNull = (column: ColumnDefinitionBuilder) => column.notNull()

/**
 * Creates the counts of a shop's drawer (number 0 is the first one, which begins day-end 1), the cash of expenses, and
 * the day-end of a payment. Payments that are stored already belong to none, because no drawer was counted after them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('day_end')
    .addColumn('shop_id', 'bigint', notNull)
    .addColumn('number', 'integer', notNull)
    .addColumn('day', 'date', notNull)
    .addColumn('opening_kurus', 'bigint', notNull)
    .addColumn('received_kurus', 'bigint', notNull)
    .addColumn('refunded_kurus', 'bigint', notNull)
    .addColumn('spent_kurus', 'bigint', notNull)
    .addColumn('expected_kurus', 'bigint', notNull)
    .addColumn('counted_kurus', 'bigint', notNull)
    .addColumn('difference_kurus', 'bigint', notNull)
    .addColumn('reason', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('actor_id', 'bigint', notNull)
    .addColumn('actor_name', 'text', notNull)
    .addColumn('created_at', 'timestamptz', notNull)
    .addPrimaryKeyConstraint('day_end_pk', ['shop_id', 'number'])
    .addForeignKeyConstraint('day_end_shop_fk', ['shop_id'], 'shops', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .addCheckConstraint('day_end_number_ck', sql`number >= 0`)
    .addCheckConstraint('day_end_counted_ck', sql`counted_kurus >= 0`)
    .addCheckConstraint(
      'day_end_expected_ck',
      sql`expected_kurus = opening_kurus + received_kurus - refunded_kurus - spent_kurus`,
    )
    .addCheckConstraint('day_end_difference_ck', sql`difference_kurus = counted_kurus - expected_kurus`)
    .addCheckConstraint('day_end_reason_ck', sql`reason = '' or difference_kurus <> 0`)
    .execute()
  await db.schema
    .createTable('cash_expense')
    .addColumn('shop_id', 'bigint', notNull)
    .addColumn('id', 'bigint', (column) => column.generatedByDefaultAsIdentity().notNull())
    .addColumn('day_end_number', 'integer', notNull)
    .addColumn('expense_id', 'bigint', notNull)
    .addColumn('amount_kurus', 'bigint', notNull)
    .addColumn('created_at', 'timestamptz', notNull)
    .addPrimaryKeyConstraint('cash_expense_pk', ['shop_id', 'id'])
    .addForeignKeyConstraint('cash_expense_shop_fk', ['shop_id'], 'shops', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .addCheckConstraint('cash_expense_amount_ck', sql`amount_kurus <> 0`)
    .execute()
  await db.schema
    .createIndex('cash_expense_day_end')
    .on('cash_expense')
    .columns(['shop_id', 'day_end_number'])
    .execute()
  await db.schema
    .createIndex('cash_expense_expense')
    .on('cash_expense')
    .columns(['shop_id', 'expense_id'])
    .execute()
  await db.schema.alterTable('payment').addColumn('day_end_number', 'integer').execute()
}
