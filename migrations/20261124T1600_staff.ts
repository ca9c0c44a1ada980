import { type Kysely, sql } from 'kysely'

/**
 * Adds staff: users with the shop's owner in `shop_id`, a role, and whether they see expenses and statistics. An owner
 * has neither shop nor role.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('users').addColumn('shop_id', 'bigint').execute()
  await db.schema.alterTable('users').addColumn('role', 'text').execute()
  await db.schema
    .alterTable('users')
    .addColumn('sees_figures', 'boolean', (column) => column.notNull().defaultTo(false))
    .execute()
  await db.schema
    .alterTable('users')
    .addForeignKeyConstraint('users_shop_fk', ['shop_id'], 'users', ['id'], (key) => key.onDelete('cascade'))
    .execute()
  // Members of staff own no shop and are no administrators.
  await db.schema
    .alterTable('users')
    .addCheckConstraint(
      'users_staff_ck',
      sql`(shop_id is null and role is null) or (shop_id is not null and role in ('desk') and auth = 0)`,
    )
    .execute()
  await db.schema.createIndex('users_shop').on('users').column('shop_id').execute()
}
