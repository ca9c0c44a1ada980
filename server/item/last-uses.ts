import type { Insertable } from 'kysely'

import { inStatements, type Shop, liveRows, ownRows } from '#server/platform/core/own-rows.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { addDays, type Day, type DayRange, monthOf, monthRange } from '#shared/date.ts'
import { itemSearchText } from '#shared/item/rules.ts'

/** The last use of a name with a price above 0; without one its last use (decisions §7: ₺0 is no price). */
export type LastUse = Omit<Insertable<DB['item_memory']>, 'shop_id' | 'uses'>

/** Counts the uses of each name, in their order, and keeps the last one; one without a price hides no price. */
export function countUses<Use extends Pick<LastUse, 'name_key' | 'price_kurus'>>(
  uses: readonly Use[],
  counted = new Map<string, Use & { uses: number }>(),
) {
  for (const use of uses) {
    const known = counted.get(use.name_key)
    const last = known !== undefined && use.price_kurus === 0 && known.price_kurus > 0 ? known : use
    counted.set(use.name_key, { ...last, uses: (known?.uses ?? 0) + 1 })
  }
  return counted
}

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
    for (const [key, { uses: _count, ...use }] of countUses(
      await usesIn(shop, { from, to: addDays(until, -1) }, wanted),
    ))
      if (use.price_kurus > 0 || !found.has(key)) found.set(key, use)
  }
  return [...found.values()]
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

/** The days that are read at once: some thousand items of a large shop. */
const DAYS = 31

/**
 * Counts the names of the shop's work items again, in the open transaction. Saves may run beside it: a name that they
 * store is locked until they end, and one that is removed here waits.
 */
export async function recountMemory(shop: Shop): Promise<void> {
  const { db, actor } = shop
  await db.deleteFrom('item_memory').where('shop_id', '=', actor.shop).execute()
  const counted = await countNames(shop)
  const rows = [...counted.values()].map((row) => ({ ...row, shop_id: actor.shop }))
  // A name that a save has stored meanwhile is right already.
  for (const batch of inStatements(rows))
    await db
      .insertInto('item_memory')
      .values(batch)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

async function countNames(shop: Shop) {
  const names: ReturnType<typeof countUses<LastUse>> = new Map()
  const { first, last } = await daysOf(shop)
  if (first === null || last === null) return names
  for (let from: Day = first; from <= last; from = addDays(from, DAYS))
    countUses(await usesIn(shop, { from, to: addDays(from, DAYS - 1) }), names)
  names.delete('')
  return names
}

const daysOf = (shop: Shop) =>
  liveRows(shop, 'kayit')
    .select((eb) => [eb.fn.min<Day | null>('day').as('first'), eb.fn.max<Day | null>('day').as('last')])
    .executeTakeFirstOrThrow()
