import { fieldChanges } from '#shared/change/rules.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import { redactFor } from '#server/platform/core/prices.ts'
import { requireRight } from '#server/platform/core/rights.ts'
import { requireVersion } from '#server/platform/core/version.ts'
import { itemSearchText, itemWords } from '#shared/item/rules.ts'
import type { ItemPrice, PriceInput, PriceListInput, PricePage } from '#shared/item/schema.ts'
import type { Kurus } from '#shared/money.ts'
import { PRICE_PAGE_SIZE } from '#shared/options.ts'

import { deleteNamed, nameColumns, notFound, recordNamedUpdate, restoreNamed, saveNamed } from './named.ts'

const COLUMNS = ['id', 'name', 'price_kurus', 'quantity', 'version'] as const

const pricesOf = ({ db, actor }: UserCtx) =>
  db.selectFrom('item_price').where('shop_id', '=', actor.shop).where('deleted_at', 'is', null)

/** One page of the shop's price list, in the order of the names: those that have all typed words. */
export async function listPrices(ctx: UserCtx, { q, page }: PriceListInput): Promise<PricePage> {
  let found = pricesOf(ctx)
  for (const word of itemWords(q)) found = found.where('search_text', 'like', `% ${word}%`)
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const items = await found
    .orderBy('name_sort_key')
    .orderBy('id')
    .limit(PRICE_PAGE_SIZE)
    .offset((page - 1) * PRICE_PAGE_SIZE)
    .select(COLUMNS)
    .execute()
  return redactFor(ctx, { items, total })
}

/** An entry as it is now. Throws NOT_FOUND. */
export async function getPrice(ctx: UserCtx, { id }: { id: number }): Promise<ItemPrice> {
  const price = await pricesOf(ctx).where('id', '=', id).select(COLUMNS).executeTakeFirst()
  if (price === undefined) throw notFound('item_price')
  return redactFor(ctx, price)
}

/**
 * The prices that a suggestion would give, by the folded name: that of the price list, else that of the name's last use.
 * A price of 0 is none (decisions §7); a name without a price is missing.
 */
export async function suggestedPrices(ctx: UserCtx, keys: readonly string[]): Promise<Map<string, Kurus>> {
  if (keys.length === 0) return new Map()
  const { db, actor } = ctx
  const used = db
    .selectFrom('item_memory')
    .where('shop_id', '=', actor.shop)
    .where('name_key', 'in', keys)
    .where('price_kurus', '>', 0)
    .select(['name_key', 'price_kurus'])
  const listed = pricesOf(ctx)
    .where('name_key', 'in', keys)
    .where('price_kurus', '>', 0)
    .select(['name_key', 'price_kurus'])
  const rows = (await Promise.all([used.execute(), listed.execute()])).flat()
  return new Map(rows.map(({ name_key, price_kurus }) => [name_key, price_kurus]))
}

/** Stores an entry of the price list. Throws INVALID with the field, NOT_FOUND, or CONFLICT. */
export async function savePrice(ctx: UserCtx, input: PriceInput): Promise<ItemPrice> {
  requireRight(ctx, 'prices')
  const { name, price_kurus, quantity } = input
  const columns = { ...nameColumns(name), search_text: itemSearchText(name), price_kurus, quantity }
  return saveNamed<ItemPrice>(ctx, input, {
    table: 'item_price',
    create: ({ db, actor }) =>
      db
        .insertInto('item_price')
        .values({ shop_id: actor.shop, ...columns, created_at: ctx.now })
        .returning(COLUMNS)
        .executeTakeFirstOrThrow(),
    change: async (trx, id) => {
      const { version, ...before } = await requirePrice(trx, id)
      requireVersion(version, input.version)
      const fields = fieldChanges(['name', 'price_kurus', 'quantity'], before, {
        name,
        price_kurus,
        quantity,
      })
      await recordNamedUpdate(trx, 'item_price', { id, name, fields })
      return trx.db
        .updateTable('item_price')
        .set({ ...columns, version: version + 1 })
        .where('shop_id', '=', trx.actor.shop)
        .where('id', '=', id)
        .returning(COLUMNS)
        .executeTakeFirstOrThrow()
    },
    get: requirePrice,
  })
}

/** The entry, locked until the end of the transaction. */
async function requirePrice(ctx: UserCtx, id: number): Promise<Required<ItemPrice>> {
  const price = await pricesOf(ctx).where('id', '=', id).select(COLUMNS).forNoKeyUpdate().executeTakeFirst()
  if (price === undefined) throw notFound('item_price')
  return price
}

/** Takes an entry off the price list. Throws NOT_FOUND. */
export const deletePrice = (ctx: UserCtx, { id }: { id: number }): Promise<void> =>
  deleteNamed(ctx, 'item_price', id)

/** Restores a deleted entry. Throws as `restoreNamed`. */
export const restorePrice = (ctx: UserCtx, { id }: { id: number }): Promise<void> =>
  restoreNamed(ctx, 'item_price', id)
