import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely'

const notNull = (column: ColumnDefinitionBuilder) => column.notNull()

/**
 * Creates the numbers of sent quotes, the answers of their customers, and the version that a link shows. A number stays
 * when its record is removed for good, because it is given only once; an answer goes with its record.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('quote')
    .addColumn('shop_id', 'bigint', notNull)
    .addColumn('kayit_id', 'bigint', notNull)
    .addColumn('year', 'smallint', notNull)
    .addColumn('number', 'integer', notNull)
    .addColumn('version', 'integer', notNull)
    .addColumn('terms_hash', 'bytea')
    .addColumn('sent_at', 'timestamptz', notNull)
    .addPrimaryKeyConstraint('quote_pk', ['shop_id', 'kayit_id'])
    .addUniqueConstraint('quote_number_uq', ['shop_id', 'year', 'number'])
    .addForeignKeyConstraint('quote_shop_fk', ['shop_id'], 'shops', ['id'], (key) => key.onDelete('cascade'))
    .addCheckConstraint('quote_number_ck', sql`number > 0 and version > 0`)
    .execute()
  await db.schema
    .createTable('quote_answer')
    .addColumn('shop_id', 'bigint', notNull)
    .addColumn('kayit_id', 'bigint', notNull)
    .addColumn('version', 'integer', notNull)
    .addColumn('share_id', 'bigint', notNull)
    .addColumn('at', 'timestamptz', notNull)
    .addColumn('verdict', 'text', notNull)
    .addColumn('name', 'text', notNull)
    .addColumn('positions', 'text', notNull)
    .addColumn('total_kurus', 'bigint', notNull)
    .addColumn('address', 'text', notNull)
    .addColumn('user_agent', 'text', notNull)
    .addColumn('content', 'text')
    .addColumn('content_hash', 'bytea', notNull)
    .addPrimaryKeyConstraint('quote_answer_pk', ['shop_id', 'kayit_id', 'version'])
    .addForeignKeyConstraint(
      'quote_answer_kayit_fk',
      ['shop_id', 'kayit_id'],
      'kayit',
      ['shop_id', 'id'],
      (key) => key.onDelete('cascade'),
    )
    .addCheckConstraint('quote_answer_verdict_ck', sql`verdict in ('approved', 'refused')`)
    .execute()
  await db.schema.createIndex('quote_answer_at').on('quote_answer').columns(['shop_id', 'at']).execute()
  await db.schema.alterTable('share').addColumn('quote_version', 'integer').execute()
}
