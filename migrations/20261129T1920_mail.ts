import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely'

const notNull = (column: ColumnDefinitionBuilder) => column.notNull()

/** Creates the queue of e-mails with links. A mail goes with its link, and its text is emptied once it has left. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('mail')
    .addColumn('shop_id', 'bigint', notNull)
    .addColumn('id', 'bigint', (column) => column.generatedByDefaultAsIdentity().notNull())
    .addColumn('share_id', 'bigint', notNull)
    .addColumn('recipient', 'text', notNull)
    .addColumn('subject', 'text', notNull)
    .addColumn('body', 'text', notNull)
    .addColumn('state', 'text', notNull)
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('next_attempt_at', 'timestamptz', notNull)
    .addColumn('last_error', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('created_at', 'timestamptz', notNull)
    .addColumn('finished_at', 'timestamptz')
    .addPrimaryKeyConstraint('mail_pk', ['shop_id', 'id'])
    .addUniqueConstraint('mail_recipient_uq', ['shop_id', 'share_id', 'recipient'])
    .addForeignKeyConstraint('mail_share_fk', ['shop_id', 'share_id'], 'share', ['shop_id', 'id'], (key) =>
      key.onDelete('cascade'),
    )
    .addCheckConstraint('mail_state_ck', sql`state in ('queued', 'sent', 'failed')`)
    .execute()
  await db.schema
    .createIndex('mail_queued')
    .on('mail')
    .column('next_attempt_at')
    .where(sql<boolean>`state = 'queued'`)
    .execute()
}
