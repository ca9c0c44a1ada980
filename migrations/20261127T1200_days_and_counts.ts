import { type Kysely, sql } from 'kysely'

/** Columns of derived days, months and counts, by table. */
export const DAYS_AND_COUNTS: Readonly<Record<string, readonly (readonly [from: string, to: string])[]>> = {
  kayit: [['gun', 'day']],
  month_totals: [['ay', 'month']],
  day_totals: [
    ['ay', 'month'],
    ['gun', 'day'],
    ['adet', 'count'],
    ['tutarli_adet', 'priced_count'],
  ],
  operation_totals: [
    ['ay', 'month'],
    ['adet', 'count'],
  ],
  status_totals: [
    ['ay', 'month'],
    ['adet', 'count'],
  ],
  make_totals: [
    ['ay', 'month'],
    ['adet', 'count'],
  ],
}

/** Gives derived days, months and counts English names, like the other derived columns. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, columns] of Object.entries(DAYS_AND_COUNTS))
    for (const [from, to] of columns)
      await sql`alter table ${sql.table(table)} rename column ${sql.ref(from)} to ${sql.ref(to)}`.execute(db)
}

/** The same indexes with the new column names, for a database that has not built them yet. */
export const concurrently = [
  {
    create: 'kayit_donem',
    on: 'kayit',
    as: '(shop_id, day, id) include (cikis_tarihi, giris_tarihi, status_sort_key, islem_sayisi) where deleted_at is null',
    isRestated: true,
  },
  {
    create: 'kayit_musteri_donem',
    on: 'kayit',
    as: '(shop_id, customer_sort_key, id) include (day) where deleted_at is null',
    isRestated: true,
  },
  {
    create: 'kayit_sasi_donem',
    on: 'kayit',
    as: '(shop_id, vin_sort_key, id) include (day) where deleted_at is null',
    isRestated: true,
  },
  {
    create: 'kayit_plaka_donem',
    on: 'kayit',
    as: '(shop_id, plate_sort_key, id) include (day) where deleted_at is null',
    isRestated: true,
  },
  {
    create: 'kayit_acik_isler',
    on: 'kayit',
    as: `(shop_id, day) include (durum, toplam_kurus) where deleted_at is null and (status_sort_key = '4k4q6k4a5i084q4k566q5o5y' or cikis_tarihi is null)`,
    isRestated: true,
  },
] as const
