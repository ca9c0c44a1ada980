import type { Kysely } from 'kysely'

/** How a user likes the screens (presets, columns, saved views), as JSON; read tolerantly. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('users')
    .addColumn('preferences', 'text', (column) => column.notNull().defaultTo('{}'))
    .execute()
}
