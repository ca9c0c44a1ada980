import type { Kysely } from 'kysely'

import type { DB } from '#server/platform/db/schema.ts'
import { storedMemory } from '#tests/support/rows/items.ts'

/** All stored records, items, expenses, feedbacks, cars, customers and totals of a shop, in the order of their keys. */
export async function shopRows(db: Kysely<DB>, userId: number) {
  const months = db
    .selectFrom('month_totals')
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('kayit_sayisi', '>', 0), eb('gider_kurus', '>', 0)]))
  return {
    user: await db.selectFrom('users').where('id', '=', userId).selectAll().execute(),
    kayit: await db.selectFrom('kayit').where('user_id', '=', userId).selectAll().orderBy('id').execute(),
    islem: await db.selectFrom('islem').where('user_id', '=', userId).selectAll().orderBy('id').execute(),
    expense: await db.selectFrom('expense').where('user_id', '=', userId).selectAll().orderBy('id').execute(),
    feedback: await db
      .selectFrom('feedback')
      .where('user_id', '=', userId)
      .selectAll()
      .orderBy('id')
      .execute(),
    vehicle: await db.selectFrom('vehicle').where('user_id', '=', userId).selectAll().orderBy('id').execute(),
    customer: await db
      .selectFrom('customer')
      .where('user_id', '=', userId)
      .selectAll()
      .orderBy('id')
      .execute(),
    months: await months.selectAll().orderBy('ay').execute(),
    days: await db
      .selectFrom('day_totals')
      .where('user_id', '=', userId)
      .selectAll()
      .orderBy('gun')
      .orderBy('durum')
      .execute(),
    operations: await db
      .selectFrom('operation_totals')
      .where('user_id', '=', userId)
      .selectAll()
      .orderBy('ay')
      .orderBy('islem_adi_upper')
      .execute(),
    statuses: await db
      .selectFrom('status_totals')
      .where('user_id', '=', userId)
      .selectAll()
      .orderBy('ay')
      .orderBy('durum')
      .execute(),
    makes: await db
      .selectFrom('make_totals')
      .where('user_id', '=', userId)
      .selectAll()
      .orderBy('ay')
      .orderBy('arac_marka')
      .execute(),
    names: await storedMemory(db, userId),
  }
}

/** Makes every column and total of a shop that the application computes wrong. */
export async function spoil(db: Kysely<DB>, userId: number): Promise<void> {
  const texts = { ara_ad: 'x', ara_arac: 'x', ara_tel: 'x', ara_yalin: 'x' }
  const order = { musteri_sira: 'x', sasi_sira: 'x', plaka_sira: 'x', durum_sira: 'x' }
  const sums = { islem_sayisi: 9, toplam_kurus: 99 }
  await db
    .updateTable('kayit')
    .set({ gun: '2025-03-09', ...texts, ...order, ...sums })
    .where('user_id', '=', userId)
    .execute()
  const visits = { visits: 77, total_kurus: 77, last_day: '2025-03-09' }
  await db
    .updateTable('vehicle')
    .set({
      ara_ad: 'x',
      ara_arac: 'x',
      plate_key: 'X',
      vin_key: 'X',
      plate_sira: 'x',
      name_sira: 'x',
      ...visits,
    })
    .where('user_id', '=', userId)
    .execute()
  await db
    .updateTable('customer')
    .set({
      ara_ad: 'x',
      ara_no: 'x',
      ara_yalin: 'x',
      name_key: 'x',
      phone_key: 'x',
      name_sira: 'x',
      ...visits,
    })
    .where('user_id', '=', userId)
    .execute()
  await db.updateTable('islem').set({ islem_adi_upper: 'X' }).where('user_id', '=', userId).execute()
  await db
    .updateTable('expense')
    .set({ ara: 'x', search_plain: 'x', title_sira: 'x' })
    .where('user_id', '=', userId)
    .execute()
  await db
    .updateTable('feedback')
    .set({ ara: 'x', sender_sira: 'x', email_sira: 'x', subject_sira: 'x' })
    .where('user_id', '=', userId)
    .execute()
  await db
    .updateTable('month_totals')
    .set({ kayit_sayisi: 77, gelir_kurus: 77, gider_kurus: 77 })
    .where('user_id', '=', userId)
    .execute()
  await db
    .updateTable('day_totals')
    .set({ adet: 77, tutarli_adet: 77, toplam_kurus: 77 })
    .where('user_id', '=', userId)
    .execute()
  await db
    .updateTable('operation_totals')
    .set({ adet: 77, islem_sira: 'x' })
    .where('user_id', '=', userId)
    .execute()
  await db.updateTable('status_totals').set({ adet: 77 }).where('user_id', '=', userId).execute()
  await db
    .updateTable('make_totals')
    .set({ adet: 77, gelir_kurus: 77 })
    .where('user_id', '=', userId)
    .execute()
  await db
    .updateTable('item_memory')
    .set({ uses: 77, name: 'x', search_text: 'x', last_day: '2025-03-09', price_kurus: 77 })
    .where('user_id', '=', userId)
    .execute()
}
