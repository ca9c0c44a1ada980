import { expressionBuilder, sql, type SqlBool } from 'kysely'

import { type UserCtx, redactFor } from '#server/platform/core/context.ts'
import { liveRows, ownRows } from '#server/platform/core/own-rows.ts'
import { countRows } from '#server/platform/db/row-counts.ts'
import { itemSearchText, itemWords } from '#shared/item/rules.ts'
import type { ItemPrice, PriceInput, PriceListInput, PricePage } from '#shared/item/schema.ts'
import type { Kurus } from '#shared/money.ts'
import { PRICE_PAGE_SIZE } from '#shared/options.ts'

import { deleteNamed, type NamedKind, requireNamed, restoreNamed, saveNamed } from './named.ts'

const COLUMNS = ['id', 'name', 'price_kurus', 'quantity', 'version'] as const

/** Returns the condition that a name has words with these beginnings, which need no escape: only letters and digits. */
export const hasWords = (words: readonly string[]) =>
  expressionBuilder().and(words.map((word) => sql<SqlBool>`search_text like ${`% ${word}%`}`))

/** Returns one page of the entries of the shop's price list that have all typed words, in the order of the names. */
export async function listPrices(ctx: UserCtx, { q, page }: PriceListInput): Promise<PricePage> {
  const found = liveRows(ctx, 'item_price').where(hasWords(itemWords(q)))
  const total = await countRows(found)
  const items = await found
    .orderBy('name_sort_key')
    .orderBy('id')
    .limit(PRICE_PAGE_SIZE)
    .offset((page - 1) * PRICE_PAGE_SIZE)
    .select(COLUMNS)
    .execute()
  return redactFor(ctx, { items, total })
}

/**
 * Returns the prices that a suggestion would give, by the folded name: the price list's, else the last use's. A price
 * of 0 is none (decisions §7); a name without a price is missing.
 */
export async function suggestedPrices(ctx: UserCtx, keys: readonly string[]): Promise<Map<string, Kurus>> {
  if (keys.length === 0) return new Map()
  const used = ownRows(ctx, 'item_memory')
    .where('name_key', 'in', keys)
    .where('price_kurus', '>', 0)
    .select(['name_key', 'price_kurus'])
  const listed = liveRows(ctx, 'item_price')
    .where('name_key', 'in', keys)
    .where('price_kurus', '>', 0)
    .select(['name_key', 'price_kurus'])
  const rows = (await Promise.all([used.execute(), listed.execute()])).flat()
  return new Map(rows.map(({ name_key, price_kurus }) => [name_key, price_kurus]))
}

const PRICES: NamedKind<PriceInput, Required<ItemPrice>> = {
  table: 'item_price',
  columnsOf: ({ name, price_kurus, quantity }) => ({
    search_text: itemSearchText(name),
    price_kurus,
    quantity,
  }),
  columns: COLUMNS,
  shown: (price) => price,
  logged: ({ name, price_kurus, quantity }) => ({ name, price_kurus, quantity }),
}

/** Stores an entry of the price list. Throws as `saveNamed`. */
export const savePrice = (ctx: UserCtx, input: PriceInput): Promise<ItemPrice> =>
  saveNamed(ctx, PRICES, input)

/** Returns an entry of the price list. Throws NOT_FOUND. */
export const getPrice = async (ctx: UserCtx, { id }: { id: number }): Promise<ItemPrice> =>
  redactFor(ctx, await requireNamed(ctx, PRICES, { id }))

/** Takes an entry off the price list, and brings it back. */
export const [deletePrice, restorePrice] = [deleteNamed('item_price'), restoreNamed('item_price')]
