import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely'

const notNull = (column: ColumnDefinitionBuilder) => column.notNull()
const identity = (column: ColumnDefinitionBuilder) => column.generatedByDefaultAsIdentity().notNull()

/**
 * Creates the records that law 6698 requires of a shop: its erasures (without the data), the requests of customers, and
 * the retention of changes and old records. `erased_at` marks customers and cars without personal data.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('erasure')
    .addColumn('user_id', 'bigint', notNull)
    .addColumn('id', 'bigint', identity)
    .addColumn('at', 'timestamptz', notNull)
    .addColumn('actor_id', 'bigint')
    .addColumn('actor_name', 'text', notNull)
    .addColumn('customer_id', 'bigint')
    .addColumn('reason', 'text', notNull)
    .addColumn('counts', 'text', notNull)
    .addPrimaryKeyConstraint('erasure_pk', ['user_id', 'id'])
    .addForeignKeyConstraint('erasure_user_fk', ['user_id'], 'users', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .addCheckConstraint('erasure_reason_ck', sql`reason in ('request', 'ended', 'retention')`)
    .execute()
  await db.schema
    .createTable('data_request')
    .addColumn('user_id', 'bigint', notNull)
    .addColumn('id', 'bigint', identity)
    .addColumn('received_on', 'date', notNull)
    .addColumn('kind', 'text', notNull)
    .addColumn('note', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('customer_id', 'bigint')
    .addColumn('answered_on', 'date')
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('created_at', 'timestamptz', notNull)
    .addPrimaryKeyConstraint('data_request_pk', ['user_id', 'id'])
    .addForeignKeyConstraint('data_request_user_fk', ['user_id'], 'users', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .addCheckConstraint(
      'data_request_kind_ck',
      sql`kind in ('information', 'correction', 'erasure', 'other')`,
    )
    .execute()
  for (const table of ['customer', 'vehicle'])
    await db.schema.alterTable(table).addColumn('erased_at', 'timestamptz').execute()
  await db.schema
    .alterTable('users')
    .addColumn('change_months', 'integer', (column) => column.notNull().defaultTo(24))
    .execute()
  await db.schema.alterTable('users').addColumn('anonymise_years', 'integer').execute()
  await db.schema
    .alterTable('users')
    .addCheckConstraint(
      'users_retention_ck',
      sql`change_months in (6, 12, 24, 36, 60, 120)
        and (anonymise_years is null or anonymise_years in (5, 10))`,
    )
    .execute()
}
