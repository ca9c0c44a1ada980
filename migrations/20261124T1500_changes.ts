import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely'

const notNull = (column: ColumnDefinitionBuilder) => column.notNull()
const text = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo('')

/** Creates the change log of a shop. Rows are only added, and removed when they are old. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('change')
    .addColumn('user_id', 'bigint', notNull)
    .addColumn('id', 'bigint', (column) => column.generatedByDefaultAsIdentity().notNull())
    .addColumn('at', 'timestamptz', notNull)
    .addColumn('actor_id', 'bigint', notNull)
    .addColumn('actor_name', 'text', notNull)
    .addColumn('channel', 'text', notNull)
    .addColumn('noun', 'text', notNull)
    .addColumn('target_id', 'bigint')
    .addColumn('verb', 'text', notNull)
    .addColumn('title', 'text', text)
    .addColumn('detail', 'text', (column) => column.notNull().defaultTo('{}'))
    .addPrimaryKeyConstraint('change_pk', ['user_id', 'id'])
    .addForeignKeyConstraint('change_user_fk', ['user_id'], 'users', ['id'], (key) => key.onDelete('cascade'))
    .addCheckConstraint('change_channel_ck', sql`channel in ('page', 'legacy', 'job')`)
    .execute()
  await db.schema
    .createIndex('change_target')
    .on('change')
    .columns(['user_id', 'noun', 'target_id', 'id'])
    .execute()
  await db.schema.createIndex('change_at').on('change').columns(['user_id', 'at', 'id']).execute()
}
