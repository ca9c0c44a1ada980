import type { Insertable } from 'kysely'

import type { Shop } from '#server/platform/core/batches.ts'
import { liveRows, ownRows } from '#server/platform/core/own-rows.ts'
import type { ItemMemoryTable } from '#server/platform/db/schema.ts'
import { addDays, type DayRange, monthOf, monthRange } from '#shared/date.ts'
import { itemSearchText } from '#shared/item/rules.ts'
import type { Kurus } from '#shared/money.ts'

/** The last use of a name with a price above 0; without one its last use (decisions §7: ₺0 is no price). */
export type LastUse = Omit<Insertable<ItemMemoryTable>, 'shop_id' | 'uses'>

/** Whether a use with this price replaces one that is not later, with the price `last`: it hides no price. */
export const isLastUse = (price: Kurus, last: Kurus = 0): boolean => price > 0 || last === 0

/**
 * The last uses of these names in the shop's records, found by the months that their totals count: mostly in the last
 * one. A name without one is missing.
 */
export async function lastUses(shop: Shop, keys: readonly string[]): Promise<LastUse[]> {
  const months = await ownRows(shop, 'operation_totals')
    .where('islem_adi_upper', 'in', keys)
    .select(['islem_adi_upper', 'month'])
    .orderBy('month', 'desc')
    .execute()
  const found = new Map<string, LastUse>()
  const hasNoPrice = (key: string) => (found.get(key)?.price_kurus ?? 0) === 0
  for (const [first, names] of Map.groupBy(months, ({ month }) => month)) {
    const wanted = names.map(({ islem_adi_upper }) => islem_adi_upper).filter(hasNoPrice)
    if (wanted.length === 0) continue
    const { year, month } = monthOf(first)
    const { from, until } = monthRange(year, month)
    const uses = await usesIn(shop, { from, to: addDays(until, -1) }, wanted)
    for (const [key, use] of lastOf(uses)) if (use.price_kurus > 0 || !found.has(key)) found.set(key, use)
  }
  return [...found.values()]
}

function lastOf(uses: readonly LastUse[]): Map<string, LastUse> {
  const last = new Map<string, LastUse>()
  for (const use of uses)
    if (isLastUse(use.price_kurus, last.get(use.name_key)?.price_kurus)) last.set(use.name_key, use)
  return last
}

/** The uses of names (all, without `keys`) in the live records of some days, the last one at the end. */
export async function usesIn(
  shop: Shop,
  { from, to }: DayRange,
  keys?: readonly string[],
): Promise<LastUse[]> {
  let query = liveRows(shop, 'kayit')
    .innerJoin('islem', (join) =>
      join.onRef('islem.shop_id', '=', 'kayit.shop_id').onRef('islem.kayit_id', '=', 'kayit.id'),
    )
    .where('kayit.day', '>=', from)
    .where('kayit.day', '<=', to)
  if (keys !== undefined) query = query.where('islem.islem_adi_upper', 'in', keys)
  const rows = await query
    .orderBy('kayit.day')
    .orderBy('kayit.id')
    .orderBy('islem.position')
    .select(['day as last_day', 'kayit.id as last_kayit_id', 'islem_adi_upper as name_key'])
    .select(['islem_adi as name', 'fiyat_kurus as price_kurus', 'islem_adet as quantity'])
    .execute()
  return rows.map((row) => ({ ...row, search_text: itemSearchText(row.name) }))
}
