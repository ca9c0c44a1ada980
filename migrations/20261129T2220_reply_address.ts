import { type Kysely, sql } from 'kysely'

/** Adds the shop's address for answers to its e-mails, '' for none, and finds failed e-mails for the first screen. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('shops')
    .addColumn('reply_to', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await db.schema
    .createIndex('mail_failed')
    .on('mail')
    .columns(['shop_id', 'finished_at'])
    .where(sql<boolean>`state = 'failed'`)
    .execute()
}
