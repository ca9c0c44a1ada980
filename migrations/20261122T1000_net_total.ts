import { type Kysely, sql } from 'kysely'

/** A record's net total: nothing reads it, it follows from the items wherever it is shown. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('kayit').dropConstraint('kayit_toplam_ck').execute()
  await db.schema.alterTable('kayit').dropColumn('net_kurus').execute()
  await db.schema
    .alterTable('kayit')
    .addCheckConstraint('kayit_toplam_ck', sql`toplam_kurus >= 0`)
    .execute()
}
