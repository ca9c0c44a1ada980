import { type Kysely, sql } from 'kysely'

/**
 * The dates in the index of days, from which a period is sorted by them without reading its records; and the two
 * descending orders in which so many records are equal that the ascending index does not serve them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index kayit_gun`.execute(db)
  await sql`create index kayit_gun on kayit (user_id, gun, id) include (cikis_tarihi, giris_tarihi)
    where deleted_at is null`.execute(db)
  for (const column of ['durum_sira', 'islem_sayisi'])
    await sql`create index ${sql.ref(`kayit_${column}_azalan`)} on kayit (user_id, ${sql.ref(column)} desc, id)
      where deleted_at is null`.execute(db)
}
