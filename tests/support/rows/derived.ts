import type { Kysely } from 'kysely'

import type { DB } from '#server/platform/db/schema.ts'
import { storedMemory } from '#tests/support/rows/items.ts'

/** Returns all records, items, expenses, feedbacks, cars, customers and totals of a shop, ordered by their keys. */
export async function shopRows(db: Kysely<DB>, shopId: number) {
  return {
    user: await db.selectFrom('users').where('id', '=', shopId).selectAll().execute(),
    shop: await db.selectFrom('shops').where('id', '=', shopId).selectAll().execute(),
    kayit: await db.selectFrom('kayit').where('shop_id', '=', shopId).selectAll().orderBy('id').execute(),
    islem: await db.selectFrom('islem').where('shop_id', '=', shopId).selectAll().orderBy('id').execute(),
    expense: await db.selectFrom('expense').where('shop_id', '=', shopId).selectAll().orderBy('id').execute(),
    feedback: await db
      .selectFrom('feedback')
      .where('shop_id', '=', shopId)
      .selectAll()
      .orderBy('id')
      .execute(),
    vehicle: await db.selectFrom('vehicle').where('shop_id', '=', shopId).selectAll().orderBy('id').execute(),
    customer: await db
      .selectFrom('customer')
      .where('shop_id', '=', shopId)
      .selectAll()
      .orderBy('id')
      .execute(),
    days: await db
      .selectFrom('day_totals')
      .where('shop_id', '=', shopId)
      .selectAll()
      .orderBy('day')
      .orderBy('durum')
      .execute(),
    operations: await db
      .selectFrom('operation_totals')
      .where('shop_id', '=', shopId)
      .selectAll()
      .orderBy('month')
      .orderBy('islem_adi_upper')
      .execute(),
    statuses: await db
      .selectFrom('status_totals')
      .where('shop_id', '=', shopId)
      .where((eb) => eb.or([eb('count', '>', 0), eb('spent_kurus', '>', 0)]))
      .selectAll()
      .orderBy('month')
      .orderBy('durum')
      .execute(),
    makes: await db
      .selectFrom('make_totals')
      .where('shop_id', '=', shopId)
      .selectAll()
      .orderBy('month')
      .orderBy('arac_marka')
      .execute(),
    names: await storedMemory(db, shopId),
  }
}

/** Corrupts every derived column and total of a shop. */
export async function spoil(db: Kysely<DB>, shopId: number): Promise<void> {
  const texts = { search_name: 'x', search_vehicle: 'x', search_phone: 'x', search_plain: 'x' }
  const order = { customer_sort_key: 'x', vin_sort_key: 'x', plate_sort_key: 'x', status_sort_key: 'x' }
  const sums = { islem_sayisi: 9, toplam_kurus: 99 }
  await db
    .updateTable('kayit')
    .set({ day: '2025-03-09', ...texts, ...order, ...sums })
    .where('shop_id', '=', shopId)
    .execute()
  const visits = { visits: 77, total_kurus: 77, last_day: '2025-03-09' }
  await db
    .updateTable('vehicle')
    .set({
      search_name: 'x',
      search_vehicle: 'x',
      plate_key: 'X',
      vin_key: 'X',
      plate_sort_key: 'x',
      name_sort_key: 'x',
      ...visits,
    })
    .where('shop_id', '=', shopId)
    .execute()
  await db
    .updateTable('customer')
    .set({
      search_name: 'x',
      search_number: 'x',
      search_plain: 'x',
      name_key: 'x',
      phone_key: 'x',
      name_sort_key: 'x',
      ...visits,
    })
    .where('shop_id', '=', shopId)
    .execute()
  await db.updateTable('islem').set({ islem_adi_upper: 'X' }).where('shop_id', '=', shopId).execute()
  await db
    .updateTable('expense')
    .set({ search_text: 'x', search_plain: 'x', title_sort_key: 'x' })
    .where('shop_id', '=', shopId)
    .execute()
  await db
    .updateTable('feedback')
    .set({ search_text: 'x', sender_sort_key: 'x', email_sort_key: 'x', subject_sort_key: 'x' })
    .where('shop_id', '=', shopId)
    .execute()
  await db
    .updateTable('day_totals')
    .set({ count: 77, priced_count: 77, toplam_kurus: 77 })
    .where('shop_id', '=', shopId)
    .execute()
  await db
    .updateTable('operation_totals')
    .set({ count: 77, name_sort_key: 'x' })
    .where('shop_id', '=', shopId)
    .execute()
  await db
    .updateTable('status_totals')
    .set({ count: 77, toplam_kurus: 77, spent_kurus: 77 })
    .where('shop_id', '=', shopId)
    .execute()
  await db
    .updateTable('make_totals')
    .set({ count: 77, gelir_kurus: 77 })
    .where('shop_id', '=', shopId)
    .execute()
  await db
    .updateTable('item_memory')
    .set({ uses: 77, name: 'x', search_text: 'x', last_day: '2025-03-09', price_kurus: 77 })
    .where('shop_id', '=', shopId)
    .execute()
}
