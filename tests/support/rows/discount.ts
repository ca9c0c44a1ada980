import * as fc from '#tests/support/setup/fast-check.ts'
import type { Kysely } from 'kysely'
import { expect } from 'vitest'

import { getKayit } from '#server/kayit/operations.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { MAX_PRICE_KURUS } from '#shared/money.ts'

import { buildUser, userCtx } from './factories.ts'
import { item } from './items.ts'
import { build, save } from './kayit.ts'
import { buildMember } from './staff.ts'

/** Returns a discount as the page sends it; `lira` is its amount with VAT, above 0. */
export const discount = (lira: number) => ({
  islem_adi: 'İskonto',
  islem_adet: 1,
  fiyat_kurus: -lira * 100,
  kind: 'discount' as const,
})

/** A random item as a save sends it; only a discount has a kind. */
export type SentItem = { islem_adi: string; islem_adet: number; fiyat_kurus: number; kind?: 'discount' }

/** Adds a discount to some of the lists, of a part or all of their sum. */
export const discounted = (items: fc.Arbitrary<SentItem[]>): fc.Arbitrary<SentItem[]> =>
  fc.tuple(items, fc.constantFrom(0, 0, 0.001, 0.1, 0.5, 1)).map(([lines, part]) => {
    const sum = lines.reduce((total, { islem_adet, fiyat_kurus }) => total + islem_adet * fiyat_kurus, 0)
    const kurus = Math.min(MAX_PRICE_KURUS, Math.floor(sum * part))
    return kurus === 0 ? lines : [...lines, { ...discount(0), fiyat_kurus: -kurus }]
  })

/** Returns a record's items as name, quantity and price in kuruş, and its total, after checking that they agree. */
export async function itemsAndTotal(ctx: UserCtx, id: number) {
  const { islemler } = await getKayit(ctx, { kayit_id: id })
  const { toplam_kurus, islem_sayisi } = await ctx.db
    .selectFrom('kayit')
    .where('shop_id', '=', ctx.actor.shop)
    .where('id', '=', id)
    .select(['toplam_kurus', 'islem_sayisi'])
    .executeTakeFirstOrThrow()
  const sum = islemler.reduce(
    (total, { islem_adet, fiyat_kurus = NaN }) => total + islem_adet * fiyat_kurus,
    0,
  )
  expect([toplam_kurus, islem_sayisi]).toEqual([sum, islemler.length])
  // Only a discount is marked, and only a discount is below 0.
  for (const { kind, fiyat_kurus = NaN } of islemler) expect(kind === 'discount').toBe(fiyat_kurus < 0)
  return {
    items: islemler.map(({ islem_adi, islem_adet, fiyat_kurus }) => [islem_adi, islem_adet, fiyat_kurus]),
    total: toplam_kurus,
  }
}

/** Saves the items of a stored record and leaves its other fields alone. */
export const saveItems = (ctx: UserCtx, body: Parameters<typeof save>[1]) => save(ctx, { info: {}, ...body })

/** Stores a shop with a record of ₺250,00 less a discount of ₺40,00, and its mechanic. */
export async function discountedShop(db: Kysely<DB>) {
  const owner = await buildUser(db)
  const mechanic = await buildMember(db, owner, { role: 'mechanic' })
  const ctx = userCtx(db, owner)
  const { kayit, islemler } = await build(ctx, {}, [item('Yağ', 100, 2), item('Balata', 50), discount(40)])
  const [oil, pads, less] = islemler
  if (oil === undefined || pads === undefined || less === undefined)
    throw new Error('a record without its items')
  const { id } = kayit
  return {
    ctx,
    owner,
    mechanic,
    as: userCtx(db, mechanic),
    id,
    oil,
    pads,
    less,
    stored: () => itemsAndTotal(ctx, id),
  }
}

/** The items and the total of `discountedShop`. */
export const DISCOUNTED = {
  items: [
    ['Yağ', 2, 10_000],
    ['Balata', 1, 5_000],
    ['İskonto', 1, -4_000],
  ],
  total: 21_000,
}
