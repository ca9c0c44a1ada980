import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely'

const notNull = (column: ColumnDefinitionBuilder) => column.notNull()
const text = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo('')
const none = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0)
const now = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(sql`now()`)

/** Creates the names of a shop's work items with their last use, its price list, and its ready packages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('item_memory')
    .addColumn('user_id', 'bigint', notNull)
    .addColumn('name_key', 'text', notNull)
    .addColumn('name', 'text', notNull)
    .addColumn('search_text', 'text', text)
    .addColumn('uses', 'bigint', notNull)
    .addColumn('last_day', 'date', notNull)
    .addColumn('last_kayit_id', 'bigint', notNull)
    .addColumn('price_kurus', 'bigint', notNull)
    .addColumn('quantity', 'integer', notNull)
    .addPrimaryKeyConstraint('item_memory_pk', ['user_id', 'name_key'])
    .addForeignKeyConstraint('item_memory_user_fk', ['user_id'], 'users', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .execute()
  await namedTable(db, 'item_price')
    .addColumn('search_text', 'text', text)
    .addColumn('price_kurus', 'bigint', none)
    .addColumn('quantity', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
  await namedTable(db, 'item_package').addColumn('items', 'text', notNull).execute()
  for (const name of ['item_price', 'item_package'])
    await db.schema
      .createIndex(`${name}_name`)
      .unique()
      .on(name)
      .columns(['user_id', 'name_key'])
      .where(sql.ref('deleted_at'), 'is', null)
      .execute()
}

const namedTable = (db: Kysely<unknown>, name: string) =>
  db.schema
    .createTable(name)
    .addColumn('user_id', 'bigint', notNull)
    .addColumn('id', 'bigint', (column) => column.generatedByDefaultAsIdentity().notNull())
    .addColumn('name', 'text', notNull)
    .addColumn('name_key', 'text', notNull)
    .addColumn('name_order', 'text', notNull)
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('created_at', 'timestamptz', now)
    .addColumn('deleted_at', 'timestamptz')
    .addPrimaryKeyConstraint(`${name}_pk`, ['user_id', 'id'])
    .addForeignKeyConstraint(`${name}_user_fk`, ['user_id'], 'users', ['id'], (key) =>
      key.onDelete('cascade'),
    )
