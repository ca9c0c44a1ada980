import { type Kysely, sql } from 'kysely'

/**
 * Includes the dates in the index of days, so that a period is sorted by them without reading its records. Adds two
 * descending orders, in which too many records are equal for the ascending index.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index kayit_gun`.execute(db)
  await sql`create index kayit_gun on kayit (user_id, gun, id) include (cikis_tarihi, giris_tarihi)
    where deleted_at is null`.execute(db)
  for (const column of ['durum_sira', 'islem_sayisi'])
    await sql`create index ${sql.ref(`kayit_${column}_azalan`)} on kayit (user_id, ${sql.ref(column)} desc, id)
      where deleted_at is null`.execute(db)
}
