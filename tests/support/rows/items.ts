import type { Kysely } from 'kysely'
import * as z from 'zod/mini'

import type { UserCtx } from '#server/platform/core/context.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { savePackage } from '#server/item/packages.ts'
import { savePrice } from '#server/item/prices.ts'
import { suggestItems } from '#server/item/suggest.ts'
import { packageInput, priceInput, suggestInput } from '#shared/item/schema.ts'

/** Returns a work item as the page sends it; `lira` is the price with VAT. */
export const item = (islem_adi: string, lira = 100, islem_adet = 1) => ({
  islem_adi,
  islem_adet,
  fiyat_kurus: lira * 100,
})

/** Returns the suggestions for a text, as the page asks for them. */
export const suggested = async (ctx: UserCtx, query: z.input<typeof suggestInput>) =>
  (await suggestItems(ctx, z.parse(suggestInput, query))).items

/** Stores an entry of the price list as a transport would. */
export const price = (ctx: UserCtx, input: z.input<typeof priceInput>) =>
  savePrice(ctx, z.parse(priceInput, input))

/** Stores a ready package as a transport would. */
export const pack = (ctx: UserCtx, input: z.input<typeof packageInput>) =>
  savePackage(ctx, z.parse(packageInput, input))

/** Returns the remembered item names of a shop, in the order of their keys. */
export async function storedMemory(db: Kysely<DB>, shopId: number) {
  const rows = await db.selectFrom('item_memory').where('shop_id', '=', shopId).selectAll().execute()
  return rows.sort((a, b) => (a.name_key < b.name_key ? -1 : 1))
}
