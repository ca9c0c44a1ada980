import { type Kysely, sql } from 'kysely'

/**
 * Lets a link show a car's history or a customer's statement. A statement is stored as it was sent, with the SHA-256 of
 * its text, so that a quote can be proven in the same way.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('share')
    .addColumn('vehicle_id', 'bigint')
    .addColumn('customer_id', 'bigint')
    .addColumn('content', 'text')
    .addColumn('content_hash', 'bytea')
    .execute()
  await sql`alter table share alter column kayit_id drop not null`.execute(db)
  await db.schema.alterTable('share').dropConstraint('share_kind_ck').execute()
  await db.schema
    .createIndex('share_vehicle')
    .on('share')
    .columns(['shop_id', 'vehicle_id'])
    .where('vehicle_id', 'is not', null)
    .execute()
  await db.schema
    .createIndex('share_customer')
    .on('share')
    .columns(['shop_id', 'customer_id'])
    .where('customer_id', 'is not', null)
    .execute()
}
