import type { UserCtx } from '#server/core/context.ts'
import { seesPrices } from '#server/core/prices.ts'
import { listedPrices } from '#server/item/prices.ts'
import { itemKey } from '#shared/item/rules.ts'
import type { IslemInput } from '#shared/kayit/schema.ts'
import type { Kurus } from '#shared/money.ts'

import { itemsOf, type StoredRow } from './items.ts'

/** An item to save with the price that counts. */
export type PricedInput = IslemInput & { fiyat_kurus: Kurus }
type Stored = Pick<StoredRow, 'id' | 'sira' | 'islem_adi_upper' | 'fiyat_kurus'>

/**
 * The sent items with the prices that count: those that were sent, or, of items without one, those of `keepPrices`. A
 * caller who sees no prices sends none, whatever the call holds. `kayitId` is the record's, whose row the caller has
 * locked, or `null` for a new one.
 */
export async function pricedItems(
  ctx: UserCtx,
  kayitId: number | null,
  sent: readonly IslemInput[],
): Promise<PricedInput[]> {
  const items = seesPrices(ctx) ? sent : sent.map(({ fiyat_kurus: _ignored, ...item }) => item)
  if (items.every(isPriced)) return [...items]
  const stored = kayitId === null ? [] : await itemsOf(ctx, kayitId)
  const keys = items.filter((item) => !isPriced(item)).map(({ islem_adi }) => itemKey(islem_adi))
  return keepPrices(items, { stored, listed: await listedPrices(ctx, [...new Set(keys)]) })
}

const isPriced = (item: IslemInput): item is PricedInput => item.fiyat_kurus !== undefined

/**
 * An item without a price keeps that of the stored one that it names by its id, also under another name. Of the others,
 * which an integrator sends without ids, one keeps the price of a stored item of its name that no other item names; a
 * new one has that of the price list, by its folded name, else 0.
 */
export function keepPrices(
  sent: readonly IslemInput[],
  { stored, listed }: { stored: readonly Stored[]; listed: ReadonlyMap<string, Kurus> },
): PricedInput[] {
  const free = new Map(stored.toSorted((a, b) => a.sira - b.sira).map((item) => [item.id, item]))
  const named = sent.map(({ id }) => {
    const item = free.get(id)
    free.delete(id)
    return item
  })
  const left = Map.groupBy(free.values(), ({ islem_adi_upper }) => islem_adi_upper)
  return sent.map((item, place) => {
    if (isPriced(item)) return item
    const key = itemKey(item.islem_adi)
    const kept = named[place] ?? left.get(key)?.shift()
    return { ...item, fiyat_kurus: kept?.fiyat_kurus ?? listed.get(key) ?? 0 }
  })
}
