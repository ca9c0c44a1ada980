import { type Kysely, sql } from 'kysely'

/** Drops the net total of a record: no query reads it, because every screen computes it from the items. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('kayit').dropConstraint('kayit_toplam_ck').execute()
  await db.schema.alterTable('kayit').dropColumn('net_kurus').execute()
  await db.schema
    .alterTable('kayit')
    .addCheckConstraint('kayit_toplam_ck', sql`toplam_kurus >= 0`)
    .execute()
}
