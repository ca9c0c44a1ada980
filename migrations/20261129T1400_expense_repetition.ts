import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely'

const notNull = (column: ColumnDefinitionBuilder) => column.notNull()

/**
 * Creates the expenses that repeat each month, and the months of each that are done: stored as an expense, or skipped.
 * The key of a month keeps two callers from storing it twice. An expense may be purged while its month stays, so a
 * month has no foreign key to it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('expense_repetition')
    .addColumn('shop_id', 'bigint', notNull)
    .addColumn('id', 'bigint', (column) => column.generatedByDefaultAsIdentity().notNull())
    .addColumn('title', 'text', notNull)
    .addColumn('amount_kurus', 'bigint', notNull)
    .addColumn('method', 'text')
    .addColumn('category', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('vat_rate', 'smallint')
    .addColumn('note', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('day_of_month', 'smallint', notNull)
    .addColumn('first_month', 'date', notNull)
    .addColumn('is_automatic', 'boolean', notNull)
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('created_at', 'timestamptz', notNull)
    .addColumn('updated_at', 'timestamptz', notNull)
    .addColumn('deleted_at', 'timestamptz')
    .addPrimaryKeyConstraint('expense_repetition_pk', ['shop_id', 'id'])
    .addForeignKeyConstraint('expense_repetition_shop_fk', ['shop_id'], 'shops', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .addCheckConstraint('expense_repetition_amount_ck', sql`amount_kurus > 0`)
    .addCheckConstraint('expense_repetition_day_ck', sql`day_of_month between 1 and 31`)
    .execute()
  await db.schema
    .createTable('expense_repetition_month')
    .addColumn('shop_id', 'bigint', notNull)
    .addColumn('repetition_id', 'bigint', notNull)
    .addColumn('month', 'date', notNull)
    .addColumn('expense_id', 'bigint')
    .addColumn('created_at', 'timestamptz', notNull)
    .addPrimaryKeyConstraint('expense_repetition_month_pk', ['shop_id', 'repetition_id', 'month'])
    .addForeignKeyConstraint(
      'expense_repetition_month_fk',
      ['shop_id', 'repetition_id'],
      'expense_repetition',
      ['shop_id', 'id'],
      (key) => key.onDelete('cascade'),
    )
    .execute()
}
