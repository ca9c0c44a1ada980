import type { Insertable } from 'kysely'

import type { Shop } from '#server/core/batches.ts'
import type { ItemMemoryTable } from '#server/db/item-tables.ts'
import { addDays, type DayRange, monthOf, monthRange } from '#shared/date.ts'
import { itemSearchText } from '#shared/item/rules.ts'

/** The last use of a name. */
export type LastUse = Omit<Insertable<ItemMemoryTable>, 'user_id' | 'uses'>

/**
 * The last uses of these names in the shop's records, found by the last month that their totals count; a name without
 * one is missing.
 */
export async function lastUses(shop: Shop, keys: readonly string[]): Promise<LastUse[]> {
  const months = await shop.db
    .selectFrom('operation_totals')
    .where('user_id', '=', shop.actor.shop)
    .where('islem_adi_upper', 'in', keys)
    .select((eb) => ['islem_adi_upper', eb.fn.max('ay').as('ay')])
    .groupBy('islem_adi_upper')
    .execute()
  const found = new Map<string, LastUse>()
  for (const [ay, names] of Map.groupBy(months, (row) => row.ay)) {
    const { year, month } = monthOf(ay)
    const { from, until } = monthRange(year, month)
    const range = { from, to: addDays(until, -1) }
    const wanted = names.map(({ islem_adi_upper }) => islem_adi_upper)
    for (const use of await usesIn(shop, range, wanted)) found.set(use.name_key, use)
  }
  return [...found.values()]
}

/** The uses of names (all, without `keys`) in the live records of some days, the last one at the end. */
export async function usesIn(
  { db, actor }: Shop,
  { from, to }: DayRange,
  keys?: readonly string[],
): Promise<LastUse[]> {
  let query = db
    .selectFrom('kayit')
    .innerJoin('islem', (join) =>
      join.onRef('islem.user_id', '=', 'kayit.user_id').onRef('islem.kayit_id', '=', 'kayit.id'),
    )
    .where('kayit.user_id', '=', actor.shop)
    .where('kayit.gun', '>=', from)
    .where('kayit.gun', '<=', to)
    .where('kayit.deleted_at', 'is', null)
  if (keys !== undefined) query = query.where('islem.islem_adi_upper', 'in', keys)
  const rows = await query
    .orderBy('kayit.gun')
    .orderBy('kayit.id')
    .orderBy('islem.sira')
    .select(['gun as last_day', 'kayit.id as last_kayit_id', 'islem_adi_upper as name_key'])
    .select(['islem_adi as name', 'fiyat_kurus as price_kurus', 'islem_adet as quantity'])
    .execute()
  return rows.map((row) => ({ ...row, search_text: itemSearchText(row.name) }))
}
