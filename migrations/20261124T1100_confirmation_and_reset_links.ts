import { type Kysely, sql } from 'kysely'

/**
 * Adds the instant at which a session last confirmed its password (`null` for a session of an older version that still
 * runs), and one-time links for a new password: one for each user, stored as a hash.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('sessions').addColumn('confirmed_at', 'timestamptz').execute()
  await sql`update sessions set confirmed_at = created_at`.execute(db)
  await db.schema
    .createTable('reset_links')
    .addColumn('user_id', 'bigint', (column) =>
      column.primaryKey().references('users.id').onDelete('cascade'),
    )
    .addColumn('token_hash', 'bytea', (column) => column.notNull().unique())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .addColumn('expires_at', 'timestamptz', (column) => column.notNull())
    .execute()
}
