import { expect, test } from 'vitest'

import { rebuildAll } from '#server/commands/jobs/rebuild.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { shopRows } from '#tests/support/rows/derived.ts'
import {
  DISCOUNTED,
  discount,
  discountedShop,
  itemsAndTotal,
  saveItems,
} from '#tests/support/rows/discount.ts'
import { outcomeOf } from '#tests/support/rows/refusal.ts'

const db = await testDatabase()

test('the database refuses work below 0, and a discount from 0 on or of several pieces', async () => {
  const { id } = await discountedShop(db)
  const change = (kind: 'work' | 'discount', set: { fiyat_kurus?: number; islem_adet?: number }) =>
    db.updateTable('islem').set(set).where('kayit_id', '=', id).where('kind', '=', kind).execute()
  for (const [kind, set] of [
    ['work', { fiyat_kurus: -1 }],
    ['discount', { fiyat_kurus: 0 }],
    ['discount', { fiyat_kurus: -100_000_000_000 }],
    ['discount', { islem_adet: 2 }],
  ] as const)
    await expect(change(kind, set)).rejects.toMatchObject({ code: '23514' })
})

test('a rebuild keeps discounts and finds nothing to correct', async () => {
  const { ctx, id } = await discountedShop(db)
  const rows = async () => ({ ...(await shopRows(db, ctx.actor.shop)), shop: [] })
  const before = await rows()
  expect(await rebuildAll(db)).toMatchObject({ kayit: 0, islem: 0 })
  expect(await rows()).toEqual(before)
  expect(await itemsAndTotal(ctx, id)).toEqual(DISCOUNTED)
})

test('two users who add a discount at once store one: the later save is refused for its version', async () => {
  const { ctx, id, oil, pads } = await discountedShop(db)
  await saveItems(ctx, { id, islemler: [oil, pads] })
  const [version] = await db.selectFrom('kayit').where('id', '=', id).select('version').execute()
  const add = (lira: number) =>
    outcomeOf(() => saveItems(ctx, { id, ...version, islemler: [oil, pads, discount(lira)] }))
  const outcomes = await Promise.all([add(10), add(20)])
  expect(outcomes.filter((outcome) => typeof outcome === 'string')).toHaveLength(1)
  const { items } = await itemsAndTotal(ctx, id)
  expect(items.filter(([name]) => name === 'İskonto')).toHaveLength(1)
})
