import { type Kysely, sql } from 'kysely'

/** Adds the policies of both tables, and fills their counts and sums for the existing records. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['status_totals', 'make_totals']) {
    await sql`alter table ${sql.table(table)} enable row level security`.execute(db)
    await sql`create policy shop on ${sql.table(table)} using (
      user_id = nullif(current_setting('oto.shop', true), '')::bigint)`.execute(db)
  }
  await sql`
    insert into status_totals (user_id, ay, durum, adet)
    select user_id, ay, durum, sum(adet) from day_totals group by 1, 2, 3`.execute(db)
  await sql`
    insert into make_totals (user_id, ay, arac_marka, adet, gelir_kurus)
    select user_id, date_trunc('month', gun::timestamp)::date, arac_marka, count(*),
      coalesce(sum(toplam_kurus) filter (where durum <> 'İptal'), 0)
    from kayit where deleted_at is null
    group by 1, 2, 3`.execute(db)
}
