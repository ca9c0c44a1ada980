import { type Kysely, sql } from 'kysely'

/** Gives indexes English names, like the derived columns; an index of a contract's column has that column's name. */
const NAMES = {
  customer_harfler: 'customer_ngrams',
  vehicle_harfler: 'vehicle_ngrams',
  vehicle_name_sira: 'vehicle_name_order',
  kayit_harfler: 'kayit_ngrams',
  kayit_acik_isler: 'kayit_open_work',
  kayit_donem: 'kayit_period',
  kayit_musteri_donem: 'kayit_customer_period',
  kayit_plaka_donem: 'kayit_plate_period',
  kayit_sasi_donem: 'kayit_vin_period',
  kayit_durum_sira: 'kayit_status_order',
  kayit_durum_sira_azalan: 'kayit_status_order_desc',
  kayit_islem_sayisi_azalan: 'kayit_islem_sayisi_desc',
} as const

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [from, to] of Object.entries(NAMES))
    await sql`alter index if exists ${sql.ref(from)} rename to ${sql.ref(to)}`.execute(db)
}

export const concurrently = Object.entries(NAMES).map(([rename, to]) => ({ rename, to }))
