import type { Kysely } from 'kysely'

/** Adds a user's display preferences (presets, columns, saved views) as JSON, which is read tolerantly. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('users')
    .addColumn('preferences', 'text', (column) => column.notNull().defaultTo('{}'))
    .execute()
}
