import type { Kysely } from 'kysely'

/**
 * Creates the notices that users were shown, word for word. A row is added with the first answer to a text, and never
 * changed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('consent_texts')
    .addColumn('version', 'text', (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .addPrimaryKeyConstraint('consent_texts_pk', ['version', 'sha256'])
    .execute()
}
