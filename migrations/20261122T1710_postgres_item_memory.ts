import { type Kysely, sql } from 'kysely'

/**
 * Fills the names of the existing items, and indexes their words. The next start computes their search texts ('' until
 * then), because SQL cannot fold Turkish letters.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into item_memory (user_id, name_key, name, uses, last_day, last_kayit_id, price_kurus, quantity)
    select distinct on (islem.user_id, islem_adi_upper) islem.user_id, islem_adi_upper, islem_adi,
      count(*) over (partition by islem.user_id, islem_adi_upper), gun, kayit_id, fiyat_kurus, islem_adet
    from islem join kayit on kayit.user_id = islem.user_id and kayit.id = islem.kayit_id
    where deleted_at is null and islem_adi_upper <> ''
    order by islem.user_id, islem_adi_upper, gun desc, kayit_id desc, sira desc`.execute(db)
  await sql`create index item_memory_words on item_memory using gin (user_id, search_text gin_trgm_ops)`.execute(
    db,
  )
}
