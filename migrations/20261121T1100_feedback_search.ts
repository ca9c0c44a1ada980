import type { Kysely } from 'kysely'

/**
 * Adds the search text and the Turkish sort keys of feedbacks. The table is empty: no earlier version wrote into it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['ara', 'sender_sira', 'email_sira', 'subject_sira'])
    await db.schema
      .alterTable('feedback')
      .addColumn(column, 'text', (definition) => definition.notNull().defaultTo(''))
      .execute()
  await db.schema.createIndex('feedback_created').on('feedback').columns(['created_at', 'id']).execute()
}
