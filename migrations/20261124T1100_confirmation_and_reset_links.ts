import { type Kysely, sql } from 'kysely'

/**
 * When the password of a session was last asked for (`null` where an older version that still runs stored the session),
 * and the one-time link with which a user sets a new password: one a user, of which only a hash is stored.
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
