import { type ColumnDefinitionBuilder, type CreateTableBuilder, type Kysely, sql } from 'kysely'

const notNull = (column: ColumnDefinitionBuilder) => column.notNull()
const emptyText = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo('')

/**
 * Creates the intake and the delivery of a record's car, and the shop's terms. Each record has at most one of both, which
 * goes with it. Marks and strokes are JSON.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'intake')
    .addColumn('car_kind', 'text', notNull)
    .addColumn('fuel', 'smallint')
    .addColumn('belongings', 'text', emptyText)
    .addColumn('marks', 'text', (column) => column.notNull().defaultTo('[]'))
    .addColumn('promised_day', 'date')
    .addColumn('promised_minute', 'smallint')
    .addColumn('limit_kurus', 'bigint')
    .addColumn('terms', 'text', emptyText)
    .addCheckConstraint('intake_fuel_ck', sql`fuel between 0 and 8`)
    .addCheckConstraint('intake_minute_ck', sql`promised_minute between 0 and 1439`)
    .execute()
  await createTable(db, 'delivery').addColumn('parts', 'text', emptyText).execute()
  await db.schema.alterTable('shops').addColumn('intake_terms', 'text', emptyText).execute()
}

const createTable = (db: Kysely<unknown>, name: string): CreateTableBuilder<string, string> =>
  db.schema
    .createTable(name)
    .addColumn('shop_id', 'bigint', notNull)
    .addColumn('id', 'bigint', (column) => column.generatedByDefaultAsIdentity().notNull())
    .addColumn('kayit_id', 'bigint', notNull)
    .addColumn('km', 'integer')
    .addColumn('signer', 'text', emptyText)
    .addColumn('signature', 'text', emptyText)
    .addColumn('signed_at', 'timestamptz')
    .addColumn('signed_hash', 'bytea')
    .addColumn('actor_id', 'bigint', notNull)
    .addColumn('actor_name', 'text', notNull)
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('created_at', 'timestamptz', notNull)
    .addColumn('updated_at', 'timestamptz', notNull)
    .addPrimaryKeyConstraint(`${name}_pk`, ['shop_id', 'id'])
    .addUniqueConstraint(`${name}_kayit_uq`, ['shop_id', 'kayit_id'])
    .addForeignKeyConstraint(`${name}_kayit_fk`, ['shop_id', 'kayit_id'], 'kayit', ['shop_id', 'id'], (key) =>
      key.onDelete('cascade'),
    )
