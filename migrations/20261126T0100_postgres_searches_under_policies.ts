import { type Kysely, sql } from 'kysely'

import type { IndexChange } from './concurrently.ts'

/** Tables with an index of letters, in whose hashes the shop is. */
const SEARCHED = ['kayit', 'vehicle', 'customer']

/**
 * The policy of these tables says the shop in a way that no index serves: PostgreSQL read the shop's whole index beside
 * that of letters for it. `coalesce` has it expect half of the rows to pass: with few, it would sort instead of reading an
 * order. Citus refuses a subquery in a policy, and without one the setting would be read for each row.
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
 * What a period is sorted by without reading its records: columns of few values and dates beside the day, and the day
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
