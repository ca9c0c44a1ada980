import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely'

const notNull = (column: ColumnDefinitionBuilder) => column.notNull()
const text = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo('')
const now = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(sql`now()`)

/** Creates the cars and customers of a shop. A record points to both and keeps its own texts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ownedTable(db, 'vehicle')
    .addColumn('plate', 'text', text)
    .addColumn('plate_key', 'text', text)
    .addColumn('vin', 'text', text)
    .addColumn('vin_key', 'text', text)
    .addColumn('make', 'text', text)
    .addColumn('model', 'text', text)
    .addColumn('model_year', 'integer')
    .addColumn('engine_no', 'text', text)
    .addColumn('seen_day', 'date', notNull)
    .addColumn('created_at', 'timestamptz', now)
    .execute()
  await ownedTable(db, 'customer')
    .addColumn('name', 'text', notNull)
    .addColumn('name_key', 'text', notNull)
    .addColumn('phone', 'text', text)
    .addColumn('phone_key', 'text', text)
    .addColumn('tax_no', 'text', text)
    .addColumn('tax_key', 'text', text)
    .addColumn('seen_day', 'date', notNull)
    .addColumn('created_at', 'timestamptz', now)
    .execute()
  // The car now holds the plate's key; the record's index is dropped with the column.
  await db.schema.alterTable('kayit').dropColumn('plaka_key').execute()
  for (const name of ['vehicle', 'customer']) {
    await db.schema.alterTable('kayit').addColumn(`${name}_id`, 'bigint').execute()
    await db.schema
      .alterTable('kayit')
      .addForeignKeyConstraint(`kayit_${name}_fk`, ['user_id', `${name}_id`], name, ['user_id', 'id'])
      .execute()
  }
}

const ownedTable = (db: Kysely<unknown>, name: string) =>
  db.schema
    .createTable(name)
    .addColumn('user_id', 'bigint', notNull)
    .addColumn('id', 'bigint', (column) => column.generatedByDefaultAsIdentity().notNull())
    .addPrimaryKeyConstraint(`${name}_pk`, ['user_id', 'id'])
    .addForeignKeyConstraint(`${name}_user_fk`, ['user_id'], 'users', ['id'], (key) =>
      key.onDelete('cascade'),
    )
