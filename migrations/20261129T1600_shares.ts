import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely'

const notNull = (column: ColumnDefinitionBuilder) => column.notNull()

/**
 * Creates the links with which a shop shows a record to its customer. A link goes with its record when that is removed
 * for good. Its token is stored as a hash only.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('share')
    .addColumn('shop_id', 'bigint', notNull)
    .addColumn('id', 'bigint', (column) => column.generatedByDefaultAsIdentity().notNull())
    .addColumn('kayit_id', 'bigint', notNull)
    .addColumn('kind', 'text', notNull)
    .addColumn('with_vat', 'boolean', notNull)
    .addColumn('token_hash', 'bytea', notNull)
    .addColumn('created_at', 'timestamptz', notNull)
    .addColumn('expires_at', 'timestamptz', notNull)
    .addColumn('revoked_at', 'timestamptz')
    .addColumn('views', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('last_viewed_at', 'timestamptz')
    .addColumn('actor_id', 'bigint', notNull)
    .addColumn('actor_name', 'text', notNull)
    .addPrimaryKeyConstraint('share_pk', ['shop_id', 'id'])
    .addUniqueConstraint('share_token_uq', ['shop_id', 'token_hash'])
    .addForeignKeyConstraint('share_kayit_fk', ['shop_id', 'kayit_id'], 'kayit', ['shop_id', 'id'], (key) =>
      key.onDelete('cascade'),
    )
    .addCheckConstraint('share_kind_ck', sql`kind in ('record')`)
    .execute()
  await db.schema.createIndex('share_kayit').on('share').columns(['shop_id', 'kayit_id']).execute()
}
