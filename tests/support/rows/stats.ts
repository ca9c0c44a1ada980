import type { Kysely } from 'kysely'

import type {
  DayTotalsTable,
  DB,
  MakeTotalsTable,
  MonthTotalsTable,
  OperationTotalsTable,
  StatusTotalsTable,
} from '#server/platform/db/schema.ts'

/** A shop's totals, each list in the order of its keys. */
type Totals = {
  months: Omit<MonthTotalsTable, 'shop_id'>[]
  days: Omit<DayTotalsTable, 'shop_id'>[]
  operations: Omit<OperationTotalsTable, 'shop_id' | 'name_sort_key'>[]
  statuses: Omit<StatusTotalsTable, 'shop_id'>[]
  makes: Omit<MakeTotalsTable, 'shop_id'>[]
}

/** The shop's stored totals, without empty months. */
export async function storedTotals(db: Kysely<DB>, userId: number): Promise<Totals> {
  const months = await db
    .selectFrom('month_totals')
    .where('shop_id', '=', userId)
    .select(['ay', 'kayit_sayisi', 'gelir_kurus', 'gider_kurus'])
    .execute()
  const days = await db
    .selectFrom('day_totals')
    .where('shop_id', '=', userId)
    .select(['ay', 'gun', 'durum', 'adet', 'tutarli_adet', 'toplam_kurus'])
    .execute()
  const operations = await db
    .selectFrom('operation_totals')
    .where('shop_id', '=', userId)
    .select(['ay', 'islem_adi_upper', 'adet', 'gelir_kurus'])
    .execute()
  const statuses = await db
    .selectFrom('status_totals')
    .where('shop_id', '=', userId)
    .select(['ay', 'durum', 'adet'])
    .execute()
  const makes = await db
    .selectFrom('make_totals')
    .where('shop_id', '=', userId)
    .select(['ay', 'arac_marka', 'adet', 'gelir_kurus'])
    .execute()
  return inOrder({
    months: months.filter((row) => row.kayit_sayisi > 0 || row.gider_kurus > 0),
    days,
    operations,
    statuses,
    makes,
  })
}

/* oxlint-disable no-restricted-properties -- the reference may not use what it checks. */

/** The expected totals, added up from the records, items and expenses. */
export async function countedTotals(db: Kysely<DB>, userId: number): Promise<Totals> {
  const months = grouped((ay) => ({ ay, kayit_sayisi: 0, gelir_kurus: 0, gider_kurus: 0 }))
  const days = grouped((key) => {
    const [gun = '', durum = ''] = key.split('|')
    return { ay: firstOf(gun), gun, durum, adet: 0, tutarli_adet: 0, toplam_kurus: 0 }
  })
  const operations = grouped((key) => {
    const [ay = '', islem_adi_upper = ''] = key.split('|')
    return { ay, islem_adi_upper, adet: 0, gelir_kurus: 0 }
  })
  const statuses = grouped((key) => {
    const [ay = '', durum = ''] = key.split('|')
    return { ay, durum, adet: 0 }
  })
  const makes = grouped((key) => {
    const [ay = '', arac_marka = ''] = key.split('|')
    return { ay, arac_marka, adet: 0, gelir_kurus: 0 }
  })
  const kayitlar = await db.selectFrom('kayit').where('shop_id', '=', userId).selectAll().execute()
  const items = await db.selectFrom('islem').where('shop_id', '=', userId).selectAll().execute()
  const expenses = await db.selectFrom('expense').where('shop_id', '=', userId).selectAll().execute()
  for (const { id, durum, arac_marka, giris_tarihi, kayit_tarihi, deleted_at } of kayitlar) {
    if (deleted_at !== null) continue
    const gun = giris_tarihi ?? kayit_tarihi
    const own = items.filter((item) => item.kayit_id === id)
    const gross = own.reduce((sum, item) => sum + item.islem_adet * item.fiyat_kurus, 0)
    months.of(firstOf(gun)).kayit_sayisi += 1
    const day = days.of(`${gun}|${durum}`)
    day.adet += 1
    day.toplam_kurus += gross
    if (gross > 0) day.tutarli_adet += 1
    statuses.of(`${firstOf(gun)}|${durum}`).adet += 1
    const make = makes.of(`${firstOf(gun)}|${arac_marka}`)
    make.adet += 1
    const isCancelled = durum.toLocaleLowerCase('tr') === 'iptal'
    if (!isCancelled) {
      months.of(firstOf(gun)).gelir_kurus += gross
      make.gelir_kurus += gross
    }
    for (const item of own) {
      const operation = operations.of(`${firstOf(gun)}|${item.islem_adi_upper}`)
      operation.adet += item.islem_adet
      if (!isCancelled) operation.gelir_kurus += item.islem_adet * item.fiyat_kurus
    }
  }
  for (const expense of expenses)
    if (expense.deleted_at === null)
      months.of(firstOf(expense.spend_date)).gider_kurus += expense.amount_kurus
  return inOrder({
    months: months.all(),
    days: days.all(),
    operations: operations.all(),
    statuses: statuses.all(),
    makes: makes.all(),
  })
}

const firstOf = (day: string) => `${day.slice(0, 7)}-01`

function grouped<Row>(make: (key: string) => Row) {
  const rows = new Map<string, Row>()
  return {
    of(key: string): Row {
      const row = rows.get(key) ?? make(key)
      rows.set(key, row)
      return row
    },
    all: () => [...rows.values()],
  }
}

function inOrder({ months, days, operations, statuses, makes }: Totals): Totals {
  const by = <Row>(rows: Row[], key: (row: Row) => string) =>
    rows.toSorted((a, b) => (key(a) < key(b) ? -1 : 1))
  return {
    months: by(months, ({ ay }) => ay),
    days: by(days, ({ gun, durum }) => `${gun} ${durum}`),
    operations: by(operations, ({ ay, islem_adi_upper }) => `${ay} ${islem_adi_upper}`),
    statuses: by(statuses, ({ ay, durum }) => `${ay} ${durum}`),
    makes: by(makes, ({ ay, arac_marka }) => `${ay} ${arac_marka}`),
  }
}
