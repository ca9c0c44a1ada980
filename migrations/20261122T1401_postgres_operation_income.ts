import { type Kysely, sql } from 'kysely'

/**
 * Fills the income of the existing operations, and indexes the open work, which is little in any shop: without the
 * index, counting it reads every record.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update operation_totals set gelir_kurus = counted.gelir_kurus
    from (
      select kayit.user_id, date_trunc('month', gun::timestamp)::date as ay, islem_adi_upper,
        sum(islem_adet * fiyat_kurus) as gelir_kurus
      from kayit join islem on islem.user_id = kayit.user_id and islem.kayit_id = kayit.id
      where deleted_at is null and durum <> 'İptal'
      group by 1, 2, 3
    ) as counted
    where operation_totals.user_id = counted.user_id and operation_totals.ay = counted.ay
      and operation_totals.islem_adi_upper = counted.islem_adi_upper`.execute(db)
  await sql`create index kayit_acik on kayit (user_id, gun) include (durum, toplam_kurus)
    where deleted_at is null and (durum = 'Devam Ediyor' or cikis_tarihi is null)`.execute(db)
}
