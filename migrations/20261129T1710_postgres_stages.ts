import { type Kysely, sql } from 'kysely'

import type { IndexChange } from './concurrently.ts'

/**
 * Allows only known stages, and lets a quote lack its car, and an appointment also the name. Rows from before satisfied
 * the stronger checks, so there is nothing to validate.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table kayit add constraint kayit_stage_ck
    check (stage in ('visit', 'quote', 'appointment')) not valid`.execute(db)
  await sql`alter table kayit add constraint kayit_musteri_ck
    check (musteri_adi_soyadi <> '' or stage = 'appointment') not valid`.execute(db)
  await sql`alter table kayit add constraint kayit_arac_ck
    check (plaka <> '' or sasi_no <> '' or stage <> 'visit') not valid`.execute(db)
}

const VISITS = `where deleted_at is null and stage = 'visit'`

/**
 * The indexes of the lists and statistics hold visits only, so that these find and skip the same rows as without quotes.
 * The few other records have an index of their own.
 */
export const concurrently: readonly IndexChange[] = [
  {
    create: 'kayit_visits_day',
    on: 'kayit',
    as: `(shop_id, day, id) include (cikis_tarihi, giris_tarihi, status_sort_key, islem_sayisi) ${VISITS}`,
  },
  { create: 'kayit_visits_cikis', on: 'kayit', as: `(shop_id, cikis_tarihi nulls first, id) ${VISITS}` },
  { create: 'kayit_visits_giris', on: 'kayit', as: `(shop_id, giris_tarihi nulls first, id) ${VISITS}` },
  {
    create: 'kayit_visits_customer',
    on: 'kayit',
    as: `(shop_id, customer_sort_key, id) include (day) ${VISITS}`,
  },
  { create: 'kayit_visits_plate', on: 'kayit', as: `(shop_id, plate_sort_key, id) include (day) ${VISITS}` },
  { create: 'kayit_visits_vin', on: 'kayit', as: `(shop_id, vin_sort_key, id) include (day) ${VISITS}` },
  { create: 'kayit_visits_items', on: 'kayit', as: `(shop_id, islem_sayisi, id) ${VISITS}` },
  { create: 'kayit_visits_items_desc', on: 'kayit', as: `(shop_id, islem_sayisi desc, id) ${VISITS}` },
  { create: 'kayit_visits_status', on: 'kayit', as: `(shop_id, status_sort_key, id) ${VISITS}` },
  { create: 'kayit_visits_status_desc', on: 'kayit', as: `(shop_id, status_sort_key desc, id) ${VISITS}` },
  {
    create: 'kayit_visits_open',
    on: 'kayit',
    as: `(shop_id, day) include (durum, toplam_kurus) ${VISITS} and (status_sort_key = '4k4q6k4a5i084q4k566q5o5y' or cikis_tarihi is null)`,
  },
  {
    create: 'kayit_before_visit',
    on: 'kayit',
    as: `(shop_id, stage, day, id) where deleted_at is null and stage <> 'visit'`,
  },
  { drop: 'kayit_period' },
  { drop: 'kayit_cikis' },
  { drop: 'kayit_giris' },
  { drop: 'kayit_customer_period' },
  { drop: 'kayit_plate_period' },
  { drop: 'kayit_vin_period' },
  { drop: 'kayit_islem_sayisi' },
  { drop: 'kayit_islem_sayisi_desc' },
  { drop: 'kayit_status_order' },
  { drop: 'kayit_status_order_desc' },
  { drop: 'kayit_open_work' },
]
