import type { Kysely } from 'kysely'

/**
 * Stores each change of an access instead of the last one, and the instant at which each browser became known: a report
 * of an unknown login follows the changes, and a browser cannot answer for earlier logins (decision 35).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('access_change')
    .addColumn('id', 'bigint', (column) => column.generatedByDefaultAsIdentity().primaryKey())
    .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('made_by', 'bigint', (column) => column.notNull())
    .addColumn('at', 'timestamptz', (column) => column.notNull())
    .addColumn('former_auth', 'integer')
    .addColumn('former_role', 'text')
    .addColumn('former_sees_figures', 'boolean')
    .addColumn('ended_at', 'timestamptz')
    .execute()
  await db.schema.createIndex('access_change_user').on('access_change').column('user_id').execute()
  await db.schema.createIndex('access_change_maker').on('access_change').columns(['made_by', 'at']).execute()
  await db.schema.createIndex('access_change_age').on('access_change').column('at').execute()

  await db.schema.alterTable('known_places').addColumn('first_login_at', 'timestamptz').execute()
  await db.schema.alterTable('sessions').addColumn('browser_since', 'timestamptz').execute()
  await db.schema.alterTable('new_login').addColumn('answered_browser', 'timestamptz').execute()
}
