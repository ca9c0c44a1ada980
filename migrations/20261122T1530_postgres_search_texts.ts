import { type Kysely, sql } from 'kysely'

/** Fills the search texts of the existing records, and creates one index for all of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index kayit_ara`.execute(db)
  await sql`update kayit set
    ara_tel = regexp_replace(musteri_tel, '[^0-9]', '', 'g'),
    ara_yalin = regexp_replace(normalize(replace(ara_ad, 'ı', 'i'), NFD), ${'[\u0300-\u036f]'}, '', 'g')`.execute(
    db,
  )
  await sql`create index kayit_ara on kayit using gin (user_id, ara_ad gin_trgm_ops, ara_arac gin_trgm_ops,
    ara_tel gin_trgm_ops, ara_yalin gin_trgm_ops)`.execute(db)
}
