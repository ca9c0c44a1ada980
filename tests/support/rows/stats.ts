import type { Kysely } from 'kysely'

import type { DB } from '#server/platform/db/schema.ts'

/** A shop's totals, each list in the order of its keys. */
type Totals = {
  days: Omit<DB['day_totals'], 'shop_id'>[]
  operations: Omit<DB['operation_totals'], 'shop_id' | 'name_sort_key'>[]
  statuses: Omit<DB['status_totals'], 'shop_id'>[]
  makes: Omit<DB['make_totals'], 'shop_id'>[]
}

/** Returns the shop's stored totals, without the lock rows of empty months. */
export async function storedTotals(db: Kysely<DB>, shopId: number): Promise<Totals> {
  const days = await db
    .selectFrom('day_totals')
    .where('shop_id', '=', shopId)
    .select(['month', 'day', 'durum', 'count', 'priced_count', 'toplam_kurus'])
    .execute()
  const operations = await db
    .selectFrom('operation_totals')
    .where('shop_id', '=', shopId)
    .select(['month', 'islem_adi_upper', 'count', 'gelir_kurus'])
    .execute()
  const statuses = await db
    .selectFrom('status_totals')
    .where('shop_id', '=', shopId)
    .where((eb) => eb.or([eb('count', '<>', 0), eb('spent_kurus', '<>', 0)]))
    .select(['month', 'durum', 'count', 'toplam_kurus', 'spent_kurus'])
    .execute()
  const makes = await db
    .selectFrom('make_totals')
    .where('shop_id', '=', shopId)
    .select(['month', 'arac_marka', 'count', 'gelir_kurus'])
    .execute()
  return sortTotals({ days, operations, statuses, makes })
}

/* oxlint-disable no-restricted-properties -- the reference may not use what it checks. */

/** Returns the expected totals, added up from the records, items and expenses. */
export async function countedTotals(db: Kysely<DB>, shopId: number): Promise<Totals> {
  const days = grouped((key) => {
    const [day = '', durum = ''] = key.split('|')
    return { month: firstOf(day), day, durum, count: 0, priced_count: 0, toplam_kurus: 0 }
  })
  const operations = grouped((key) => {
    const [month = '', islem_adi_upper = ''] = key.split('|')
    return { month, islem_adi_upper, count: 0, gelir_kurus: 0 }
  })
  const statuses = grouped((key) => {
    const [month = '', durum = ''] = key.split('|')
    return { month, durum, count: 0, toplam_kurus: 0, spent_kurus: 0 }
  })
  const makes = grouped((key) => {
    const [month = '', arac_marka = ''] = key.split('|')
    return { month, arac_marka, count: 0, gelir_kurus: 0 }
  })
  const kayitlar = await db.selectFrom('kayit').where('shop_id', '=', shopId).selectAll().execute()
  const items = await db.selectFrom('islem').where('shop_id', '=', shopId).selectAll().execute()
  for (const { id, durum, arac_marka, giris_tarihi, kayit_tarihi, deleted_at, stage } of kayitlar) {
    if (deleted_at !== null || stage !== 'visit') continue
    const day = giris_tarihi ?? kayit_tarihi
    const own = items.filter((item) => item.kayit_id === id)
    const gross = own.reduce((sum, item) => sum + item.islem_adet * item.fiyat_kurus, 0)
    const counted = days.of(`${day}|${durum}`)
    counted.count += 1
    counted.toplam_kurus += gross
    if (gross > 0) counted.priced_count += 1
    const status = statuses.of(`${firstOf(day)}|${durum}`)
    status.count += 1
    status.toplam_kurus += gross
    const make = makes.of(`${firstOf(day)}|${arac_marka}`)
    make.count += 1
    const isCancelled = durum.toLocaleLowerCase('tr') === 'iptal'
    if (!isCancelled) make.gelir_kurus += gross
    for (const item of own.filter(({ kind }) => kind === 'work')) {
      const operation = operations.of(`${firstOf(day)}|${item.islem_adi_upper}`)
      operation.count += item.islem_adet
      if (!isCancelled) operation.gelir_kurus += item.islem_adet * item.fiyat_kurus
    }
  }
  const expenses = await db.selectFrom('expense').where('shop_id', '=', shopId).selectAll().execute()
  for (const { spend_date, amount_kurus, deleted_at } of expenses)
    if (deleted_at === null) statuses.of(`${firstOf(spend_date)}|`).spent_kurus += amount_kurus
  return sortTotals({
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

function sortTotals({ days, operations, statuses, makes }: Totals): Totals {
  const by = <Row>(rows: Row[], key: (row: Row) => string) =>
    rows.toSorted((a, b) => (key(a) < key(b) ? -1 : 1))
  return {
    days: by(days, ({ day, durum }) => `${day} ${durum}`),
    operations: by(operations, ({ month, islem_adi_upper }) => `${month} ${islem_adi_upper}`),
    statuses: by(statuses, ({ month, durum }) => `${month} ${durum}`),
    makes: by(makes, ({ month, arac_marka }) => `${month} ${arac_marka}`),
  }
}
