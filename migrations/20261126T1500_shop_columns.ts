import { type Kysely, sql } from 'kysely'

/** Tables whose rows belong to a shop. In all other tables `user_id` is a person. */
export const OF_SHOPS: readonly string[] = [
  'belge',
  'change',
  'customer',
  'data_request',
  'day_totals',
  'erasure',
  'expense',
  'feedback',
  'idempotency_keys',
  'islem',
  'item_memory',
  'item_package',
  'item_price',
  'kayit',
  'logo',
  'make_totals',
  'month_totals',
  'operation_totals',
  'shop_usage',
  'status_totals',
  'vehicle',
]

/** Columns that are computed from others, by table. */
export const DERIVED: Readonly<Record<string, readonly (readonly [from: string, to: string])[]>> = {
  kayit: [
    ['ara_ad', 'search_name'],
    ['ara_arac', 'search_vehicle'],
    ['ara_tel', 'search_phone'],
    ['ara_yalin', 'search_plain'],
    ['musteri_sira', 'customer_sort_key'],
    ['sasi_sira', 'vin_sort_key'],
    ['plaka_sira', 'plate_sort_key'],
    ['durum_sira', 'status_sort_key'],
  ],
  islem: [['sira', 'position']],
  customer: [
    ['ara_ad', 'search_name'],
    ['ara_yalin', 'search_plain'],
    ['ara_no', 'search_number'],
    ['name_sira', 'name_sort_key'],
  ],
  vehicle: [
    ['ara_ad', 'search_name'],
    ['ara_arac', 'search_vehicle'],
    ['name_sira', 'name_sort_key'],
    ['plate_sira', 'plate_sort_key'],
  ],
  expense: [
    ['ara', 'search_text'],
    ['title_sira', 'title_sort_key'],
  ],
  feedback: [
    ['ara', 'search_text'],
    ['sender_sira', 'sender_sort_key'],
    ['email_sira', 'email_sort_key'],
    ['subject_sira', 'subject_sort_key'],
  ],
  item_price: [['name_order', 'name_sort_key']],
  item_package: [['name_order', 'name_sort_key']],
  operation_totals: [['islem_sira', 'name_sort_key']],
}

/** Names the shop `shop_id` in each of its tables, and gives derived columns English names. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of OF_SHOPS) await rename(db, table, ['user_id', 'shop_id'])
  for (const [table, columns] of Object.entries(DERIVED))
    for (const column of columns) await rename(db, table, column)
}

const rename = (db: Kysely<unknown>, table: string, [from, to]: readonly [string, string]) =>
  sql`alter table ${sql.table(table)} rename column ${sql.ref(from)} to ${sql.ref(to)}`.execute(db)

/** The same indexes with the new column names, for a database that has not built them yet. */
export const concurrently = [
  {
    create: 'kayit_donem',
    on: 'kayit',
    as: '(shop_id, gun, id) include (cikis_tarihi, giris_tarihi, status_sort_key, islem_sayisi) where deleted_at is null',
    isRestated: true,
  },
  {
    create: 'kayit_musteri_donem',
    on: 'kayit',
    as: '(shop_id, customer_sort_key, id) include (gun) where deleted_at is null',
    isRestated: true,
  },
  {
    create: 'kayit_sasi_donem',
    on: 'kayit',
    as: '(shop_id, vin_sort_key, id) include (gun) where deleted_at is null',
    isRestated: true,
  },
  {
    create: 'kayit_plaka_donem',
    on: 'kayit',
    as: '(shop_id, plate_sort_key, id) include (gun) where deleted_at is null',
    isRestated: true,
  },
  {
    create: 'kayit_acik_isler',
    on: 'kayit',
    as: `(shop_id, gun) include (durum, toplam_kurus) where deleted_at is null and (status_sort_key = '4k4q6k4a5i084q4k566q5o5y' or cikis_tarihi is null)`,
    isRestated: true,
  },
] as const
