import { type Kysely, sql } from 'kysely'

import type { IndexChange } from './concurrently.ts'

/** Tables with an n-gram index, whose hashes include the shop. */
const SEARCHED = ['kayit', 'vehicle', 'customer']

/**
 * Hides the shop in these policies from the planner, which read the shop's whole index beside the n-gram index. With
 * `coalesce` it expects half of the rows to pass; with fewer it would sort instead of reading in order. Citus refuses
 * the subquery, without which the setting is read for each row.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql`select from pg_extension where extname = 'citus'`.execute(db)
  if (rows.length > 0) return
  for (const table of SEARCHED)
    await sql`alter policy shop on ${sql.table(table)} using (
      coalesce(user_id = (select nullif(current_setting('oto.shop', true), '')::bigint), false))`.execute(db)
}

const LIVE = 'where deleted_at is null'

/**
 * Indexes that sort a period without reading its records: columns of few values and dates beside the day, and the day
 * beside the texts of an order.
 */
export const concurrently: readonly IndexChange[] = [
  {
    create: 'kayit_donem',
    on: 'kayit',
    as: `(user_id, gun, id) include (cikis_tarihi, giris_tarihi, durum_sira, islem_sayisi) ${LIVE}`,
  },
  { drop: 'kayit_gun' },
  { create: 'kayit_musteri_donem', on: 'kayit', as: `(user_id, musteri_sira, id) include (gun) ${LIVE}` },
  { drop: 'kayit_musteri_sira' },
  { create: 'kayit_sasi_donem', on: 'kayit', as: `(user_id, sasi_sira, id) include (gun) ${LIVE}` },
  { drop: 'kayit_sasi_sira' },
  { create: 'kayit_plaka_donem', on: 'kayit', as: `(user_id, plaka_sira, id) include (gun) ${LIVE}` },
  { drop: 'kayit_plaka_sira' },
]
