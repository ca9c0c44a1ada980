import { type Kysely, sql } from 'kysely'

/**
 * Creates the second factor of a user: the key shared with the telephone, its activation, the last 30-second step with
 * an accepted code, and hashes of the recovery codes. A login that waits for the code or the set-up is a session of its
 * own kind.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('second_factors')
    .addColumn('user_id', 'bigint', (column) =>
      column.primaryKey().references('users.id').onDelete('cascade'),
    )
    .addColumn('secret', 'bytea', (column) => column.notNull())
    .addColumn('last_step', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .addColumn('activated_at', 'timestamptz')
    .execute()
  await db.schema
    .createTable('recovery_codes')
    .addColumn('user_id', 'bigint', (column) =>
      column.notNull().references('second_factors.user_id').onDelete('cascade'),
    )
    .addColumn('code_hash', 'bytea', (column) => column.notNull())
    .addPrimaryKeyConstraint('recovery_codes_pk', ['user_id', 'code_hash'])
    .execute()
  await db.schema.alterTable('sessions').dropConstraint('sessions_kind_ck').execute()
  await db.schema
    .alterTable('sessions')
    .addCheckConstraint('sessions_kind_ck', sql`kind in ('web', 'legacy', 'pending', 'code', 'setup')`)
    .execute()
}
