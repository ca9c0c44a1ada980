import { type Kysely, sql } from 'kysely'

/**
 * Fills the sums for the existing rows, and creates covering indexes for a month's figures. They also replace three
 * indexes, because every query that used those leaves out deleted rows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into month_totals (user_id, ay, kayit_sayisi, gelir_kurus, gider_kurus)
    select user_id, date_trunc('month', gun::timestamp)::date, sum(kayit_sayisi), sum(gelir), sum(gider)
    from (
      select user_id, gun, 1 as kayit_sayisi,
        case when durum = 'İptal' then 0 else toplam_kurus end as gelir, 0 as gider
      from kayit where deleted_at is null
      union all
      select user_id, spend_date, 0, 0, amount_kurus from expense where deleted_at is null
    ) as figures
    group by 1, 2`.execute(db)

  await sql`create index kayit_gun_figures on kayit (user_id, gun, id) include (durum, toplam_kurus)
    where deleted_at is null`.execute(db)
  await sql`create index expense_day_figures on expense (user_id, spend_date, id) include (amount_kurus)
    where deleted_at is null`.execute(db)
  await sql`create index islem_figures on islem (user_id, kayit_id, sira)
    include (id, islem_adi_upper, islem_adet)`.execute(db)
  for (const replaced of ['kayit_gun', 'expense_day', 'islem_kayit'])
    await sql`drop index ${sql.ref(replaced)}`.execute(db)
}
