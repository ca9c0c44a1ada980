import { type Kysely, sql } from 'kysely'

/**
 * Adds amounts to the totals of a status, and the month's expenses to the row without a status, so that month totals
 * need no table. The amounts of existing records come from the totals of the days.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('status_totals')
    .addColumn('toplam_kurus', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('spent_kurus', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  await sql`update status_totals set toplam_kurus = days.toplam_kurus
    from (
      select shop_id, month, durum, sum(toplam_kurus) as toplam_kurus from day_totals group by shop_id, month, durum
    ) as days
    where days.shop_id = status_totals.shop_id and days.month = status_totals.month
      and days.durum = status_totals.durum`.execute(db)
  await sql`insert into status_totals (shop_id, month, durum, count, spent_kurus)
    select shop_id, month, '', 0, gider_kurus from month_totals where true
    on conflict (shop_id, month, durum) do update set spent_kurus = excluded.spent_kurus`.execute(db)
  await db.schema.dropTable('month_totals').execute()
}
