import { type ExpressionBuilder, sql } from 'kysely'

import { compiledOwn, type ShopCtx, ownRows, visitRows } from '#server/platform/core/own-rows.ts'
import type { DB } from '#server/platform/db/schema.ts'
import type { Day } from '#shared/date.ts'
import { hasIncome } from '#shared/kayit/rules.ts'
import { DURUM_DEVAM } from '#shared/options.ts'
import type { PeriodStats } from '#shared/stats/schema.ts'
import { sortKey } from '#shared/turkish.ts'

import { sumExactly } from './exact.ts'

/** The half-open range of days `from <= day < until`. */
type Period = { from: Day; until: Day }
type Days = Period & { shop: number }

const TOP_OPERATIONS = 10

/** Returns the shop's totals of all time. Throws RangeError when a sum is not a safe integer (90 trillion lira). */
export async function allTimeTotals(shop: ShopCtx) {
  const [statuses, [spent]] = await Promise.all([
    statusTotals(shop, { period: undefined }),
    spentQuery(shop, {}),
  ])
  return {
    toplam_kayit_sayisi: sumExactly(statuses.map(({ count }) => count)),
    toplam_gelir_kurus: incomeOf(statuses),
    toplam_gider_kurus: spent?.kurus ?? 0,
  }
}

/** Returns the sum of records in kuruş, without cancelled ones. */
export const incomeOf = (groups: readonly { durum: string; toplam_kurus: number }[]): number =>
  sumExactly(groups.filter(hasIncome).map(({ toplam_kurus }) => toplam_kurus))

const spentQuery = compiledOwn((db, { shop }: { shop: number }) =>
  db
    .selectFrom('status_totals')
    .where('shop_id', '=', shop)
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('spent_kurus'), eb.lit(0)).as('kurus')),
)

/** The materialised totals of the days, from which every figure of their records is computed. */
export const dayTotals = compiledOwn((db, { shop, month, from, until }: Days & { month: Day }) =>
  db
    .selectFrom('day_totals')
    .where('shop_id', '=', shop)
    .where('month', '>=', month)
    .where('month', '<', until)
    .where('day', '>=', from)
    .where('day', '<', until)
    .select(['day', 'durum', 'count', 'priced_count', 'toplam_kurus']),
)

/** The number and amounts of the records of each status in a period of whole months, or of all time. */
export const statusTotals = compiledOwn(
  (db, { shop, period }: { shop: number; period: Period | undefined }) => {
    const all = db.selectFrom('status_totals').where('shop_id', '=', shop).where('count', '>', 0)
    const months =
      period === undefined ? all : all.where('month', '>=', period.from).where('month', '<', period.until)
    return months
      .groupBy('durum')
      .select(({ fn }) => [
        'durum',
        fn.sum<number>('count').as('count'),
        fn.sum<number>('toplam_kurus').as('toplam_kurus'),
      ])
  },
)

/** The operations done most in a month by quantity (`toplam_islem_adeti`), equal ones in Turkish order. */
export const topOperations = compiledOwn((db, { shop, month }: { shop: number; month: Day }) =>
  db
    .selectFrom('operation_totals')
    .where('shop_id', '=', shop)
    .where('month', '=', month)
    .select(['islem_adi_upper', 'count as toplam_islem_adeti'])
    .orderBy('count', 'desc')
    .orderBy('name_sort_key')
    .orderBy('islem_adi_upper')
    .limit(TOP_OPERATIONS),
)

/** Returns the last spelling of operations by their upper-cased names. */
export async function spellingsOf(shop: ShopCtx, keys: readonly string[]): Promise<Record<string, string>> {
  const uses = ownRows(shop, 'item_memory').where((eb) => eb('name_key', '=', eb.fn.any(eb.val(keys))))
  const names = await uses.select(['name_key', 'name']).execute()
  return Object.fromEntries(names.map(({ name_key, name }) => [name_key, name]))
}

/** The number and sum (kuruş) of the expenses of each day by spend date. */
export const expenseGroups = compiledOwn((db, { shop, from, until }: Days) =>
  db
    .selectFrom('expense')
    .where('shop_id', '=', shop)
    .where('deleted_at', 'is', null)
    .where('spend_date', '>=', from)
    .where('spend_date', '<', until)
    .groupBy('spend_date')
    .select(({ fn }) => [
      'spend_date as day',
      fn.countAll<number>().as('count'),
      fn.sum<number>('amount_kurus').as('spent_kurus'),
    ]),
)

/** Returns the query of the right values of `dayTotals`, counted from the records. */
export const kayitGroups = (shop: ShopCtx, period: Period) =>
  recordsIn(shop, period)
    .groupBy(['day', 'durum'])
    .select(({ fn, eb }) => [
      'day',
      'durum',
      fn.countAll<number>().as('count'),
      fn
        .sum<number>(eb.case().when('toplam_kurus', '>', 0).then(eb.lit(1)).else(eb.lit(0)).end())
        .as('priced_count'),
      fn.sum<number>('toplam_kurus').as('toplam_kurus'),
    ])
    .execute()

/** Counts the number and income of the records of each make in a period, the right values of a month's totals. */
export async function makeGroups(shop: ShopCtx, period: Period) {
  const groups = await recordsIn(shop, period)
    .groupBy(['arac_marka', 'durum'])
    .select(['arac_marka', 'durum'])
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.sum<number>('toplam_kurus').as('gelir_kurus')])
    .execute()
  return [...Map.groupBy(groups, ({ arac_marka }) => arac_marka)].map(([arac_marka, own]) => ({
    arac_marka,
    count: sumExactly(own.map(({ count }) => count)),
    gelir_kurus: sumExactly(own.filter(hasIncome).map(({ gelir_kurus }) => gelir_kurus)),
  }))
}

const recordsIn = (shop: ShopCtx, { from, until }: Period) =>
  visitRows(shop).where('day', '>=', from).where('day', '<', until)

/** Counts the quantity and income of each operation in a period from the items, the right values of a month. */
export async function operationGroups(shop: ShopCtx, period: Period) {
  const kayitlar = await recordsIn(shop, period).select(['id', 'durum']).execute()
  if (kayitlar.length === 0) return []
  const ids = kayitlar.map(({ id }) => id)
  const cancelled = kayitlar.filter((kayit) => !hasIncome(kayit)).map(({ id }) => id)
  // Before a new shop's first ANALYZE a join was planned as two nested loops over the whole shop.
  return ownRows(shop, 'islem')
    .where((eb) => eb('kayit_id', '=', eb.fn.any(eb.val(ids))))
    .where('kind', '=', 'work')
    .groupBy('islem_adi_upper')
    .select(({ fn, eb }) => [
      'islem_adi_upper',
      fn.sum<number>('islem_adet').as('count'),
      fn
        .sum<number>(
          eb
            .case()
            .when('kayit_id', '=', fn.any(eb.val(cancelled)))
            .then(eb.lit(0))
            .else(eb('islem_adet', '*', eb.ref('fiyat_kurus')))
            .end(),
        )
        .as('gelir_kurus'),
    ])
    .execute()
}

/**
 * Returns the condition that a record is open: 'Devam Ediyor' in any case, or without an exit date (decisions: status).
 * The key is a literal, because PostgreSQL does not use the partial index of open work with a parameter.
 */
export const isOpenWorkRow = (eb: ExpressionBuilder<DB, 'kayit'>) =>
  eb.or([eb('status_sort_key', '=', sql.lit(OPEN_KEY)), eb('cikis_tarihi', 'is', null)])

const OPEN_KEY = sortKey(DURUM_DEVAM)

/** Returns the shop's open work: its number, first day, and sum without cancelled records. */
export async function openWork(shop: ShopCtx): Promise<PeriodStats['open_work']> {
  const groups = await visitRows(shop)
    .where(isOpenWorkRow)
    .groupBy('durum')
    .select(({ fn }) => [
      'durum',
      fn.countAll<number>().as('kayit_sayisi'),
      fn.min('day').as('en_eski'),
      fn.sum<number>('toplam_kurus').as('toplam_kurus'),
    ])
    .execute()
  return {
    kayit_sayisi: sumExactly(groups.map((group) => group.kayit_sayisi)),
    en_eski: groups.map((group) => group.en_eski).sort()[0] ?? null,
    toplam_kurus: incomeOf(groups),
  }
}
