import { type Kysely, sql } from 'kysely'

/**
 * Fills the sums for the existing rows. The next start computes the sort keys of the operations' names ('' until then).
 * A new database has nothing to sum.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into day_totals (user_id, ay, gun, durum, adet, tutarli_adet, toplam_kurus)
    select user_id, date_trunc('month', gun::timestamp)::date, gun, durum, count(*),
      count(*) filter (where toplam_kurus > 0), sum(toplam_kurus)
    from kayit where deleted_at is null
    group by 1, 2, 3, 4`.execute(db)
  await sql`
    insert into operation_totals (user_id, ay, islem_adi_upper, adet)
    select kayit.user_id, date_trunc('month', gun::timestamp)::date, islem_adi_upper, sum(islem_adet)
    from kayit join islem on islem.user_id = kayit.user_id and islem.kayit_id = kayit.id
    where deleted_at is null
    group by 1, 2, 3`.execute(db)
}
