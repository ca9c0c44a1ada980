import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely'

const notNull = (column: ColumnDefinitionBuilder) => column.notNull()

/**
 * Creates the payments of records and customers, the sum of a record's payments, and the day on which a shop's accounts
 * start. No record has a payment yet, so the sums are right without a backfill. A record may be purged while its
 * payments stay, so they have no foreign key to it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('payment')
    .addColumn('shop_id', 'bigint', notNull)
    .addColumn('id', 'bigint', (column) => column.generatedByDefaultAsIdentity().notNull())
    .addColumn('day', 'date', notNull)
    .addColumn('kind', 'text', notNull)
    .addColumn('method', 'text', notNull)
    .addColumn('amount_kurus', 'bigint', notNull)
    .addColumn('kayit_id', 'bigint')
    .addColumn('customer_id', 'bigint')
    .addColumn('note', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('reverses', 'bigint')
    .addColumn('actor_id', 'bigint', notNull)
    .addColumn('actor_name', 'text', notNull)
    .addColumn('created_at', 'timestamptz', notNull)
    .addPrimaryKeyConstraint('payment_pk', ['shop_id', 'id'])
    .addUniqueConstraint('payment_reverses_uq', ['shop_id', 'reverses'])
    .addForeignKeyConstraint('payment_shop_fk', ['shop_id'], 'shops', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .addCheckConstraint('payment_kind_ck', sql`kind in ('payment', 'refund')`)
    .addCheckConstraint('payment_method_ck', sql`method in ('cash', 'card', 'transfer', 'cheque', 'other')`)
    .addCheckConstraint('payment_amount_ck', sql`amount_kurus > 0`)
    .execute()
  await db.schema.createIndex('payment_kayit').on('payment').columns(['shop_id', 'kayit_id']).execute()
  await db.schema.createIndex('payment_customer').on('payment').columns(['shop_id', 'customer_id']).execute()
  await db.schema
    .alterTable('kayit')
    .addColumn('paid_kurus', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema.alterTable('shops').addColumn('accounts_start', 'date').execute()
}
