import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely'

const notNull = (column: ColumnDefinitionBuilder) => column.notNull()

/**
 * Adds what an administrator needs for whole shops: suspension (since when and why, in the owner's row), permanent
 * erasure, which leaves only the register, and the stored amounts, which a job counts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('users').addColumn('suspended_at', 'timestamptz').execute()
  await db.schema
    .alterTable('users')
    .addColumn('suspended_reason', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await db.schema.alterTable('users').addColumn('erased_at', 'timestamptz').execute()
  await db.schema
    .createTable('shop_usage')
    .addColumn('user_id', 'bigint', (column) =>
      column.primaryKey().references('users.id').onDelete('cascade'),
    )
    .addColumn('kayit_sayisi', 'bigint', notNull)
    .addColumn('logo_bytes', 'bigint', notNull)
    .addColumn('belge_bytes', 'bigint', notNull)
    .addColumn('counted_at', 'timestamptz', notNull)
    .execute()
  // The register has no foreign key to the user, because its rows outlive the user.
  await db.schema
    .createTable('erasure_register')
    .addColumn('id', 'bigint', (column) => column.generatedByDefaultAsIdentity().primaryKey())
    .addColumn('at', 'timestamptz', notNull)
    .addColumn('kind', 'text', notNull)
    .addColumn('subject_id', 'bigint', notNull)
    .addColumn('by_user', 'bigint', notNull)
    .addColumn('counts', 'jsonb', notNull)
    .addColumn('reason', 'text', notNull)
    .addCheckConstraint('erasure_register_kind_ck', sql`kind in ('shop', 'user')`)
    .execute()
}
