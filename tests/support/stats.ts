import type { Kysely } from 'kysely'

import type { DB, MonthTotalsTable } from '#server/db/schema.ts'

type MonthTotals = Omit<MonthTotalsTable, 'user_id'>

/** The shop's stored month totals in order, without months in which nothing is left. */
export async function monthTotals(db: Kysely<DB>, userId: number): Promise<MonthTotals[]> {
  const rows = await db
    .selectFrom('month_totals')
    .where('user_id', '=', userId)
    .orderBy('ay')
    .select(['ay', 'kayit_sayisi', 'gelir_kurus', 'gider_kurus'])
    .execute()
  return rows.filter((row) => row.kayit_sayisi > 0 || row.gider_kurus > 0)
}

/** What they must be, added up row by row from the records, the items and the expenses themselves. */
export async function countedTotals(db: Kysely<DB>, userId: number): Promise<MonthTotals[]> {
  const months = new Map<string, MonthTotals>()
  const monthOf = (day: string) => {
    const ay = `${day.slice(0, 7)}-01`
    const month = months.get(ay) ?? { ay, kayit_sayisi: 0, gelir_kurus: 0, gider_kurus: 0 }
    months.set(ay, month)
    return month
  }
  const kayitlar = await db.selectFrom('kayit').where('user_id', '=', userId).selectAll().execute()
  const items = await db.selectFrom('islem').where('user_id', '=', userId).selectAll().execute()
  const expenses = await db.selectFrom('expense').where('user_id', '=', userId).selectAll().execute()
  for (const kayit of kayitlar) {
    if (kayit.deleted_at !== null) continue
    const month = monthOf(kayit.giris_tarihi ?? kayit.kayit_tarihi)
    month.kayit_sayisi += 1
    if (kayit.durum === 'İptal') continue
    for (const item of items)
      if (item.kayit_id === kayit.id) month.gelir_kurus += item.islem_adet * item.fiyat_kurus
  }
  for (const expense of expenses)
    if (expense.deleted_at === null) monthOf(expense.spend_date).gider_kurus += expense.amount_kurus
  return [...months.values()].sort((a, b) => (a.ay < b.ay ? -1 : 1))
}
