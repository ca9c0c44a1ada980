import { beforeEach, describe, expect, test } from 'vitest'

import type { UserCtx } from '#server/platform/core/context.ts'
import { recountItemMemory } from '#server/item/memory.ts'
import { deleteKayit, restoreKayit } from '#server/kayit/operations.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { item, storedMemory } from '#tests/support/rows/items.ts'
import { save } from '#tests/support/rows/kayit.ts'

const db = await testDatabase()

let ctx: UserCtx
beforeEach(async () => {
  ctx = userCtx(db, await buildUser(db))
})

type Items = ReturnType<typeof item>[]
const add = async (giris_tarihi: string, islemler: Items) =>
  (await save(ctx, { info: { giris_tarihi }, islemler })).id
const change = (id: number, islemler: Items, giris_tarihi?: string) =>
  save(ctx, { id, islemler, info: giris_tarihi === undefined ? {} : { giris_tarihi } })
const stored = () => storedMemory(db, ctx.actor.shop)
/** Returns the remembered facts of each name, after checking that a recount finds the same. */
async function remembered() {
  const rows = await stored()
  await db.transaction().execute((trx) => recountItemMemory({ ...ctx, db: trx }))
  expect(await stored()).toEqual(rows)
  return rows.map((row) => [row.name, row.uses, row.last_day, row.price_kurus, row.quantity])
}

test('a name is kept with its uses and its last use, however it is written', async () => {
  await add('2026-02-01', [item('Balata ışığı', 100, 2), item('Yağ', 50)])
  const id = await add('2026-03-01', [item('BALATA IŞIĞI', 120, 4)])
  expect(await stored()).toEqual([
    {
      shop_id: ctx.actor.shop,
      name_key: 'BALATA IŞIĞI',
      name: 'BALATA IŞIĞI',
      search_text: ' balata isigi',
      uses: 2,
      last_day: '2026-03-01',
      last_kayit_id: id,
      price_kurus: 12_000,
      quantity: 4,
    },
    expect.objectContaining({ name: 'Yağ', uses: 1 }),
  ])
  await remembered()
})

test('the last use is that of the latest day, not of the last save', async () => {
  await add('2026-03-01', [item('Yağ', 120)])
  await add('2026-02-01', [item('yağ', 90), item('yağ', 80)])
  expect(await remembered()).toEqual([['Yağ', 3, '2026-03-01', 12_000, 1]])
  await add('2026-03-01', [item('Yağ', 130)])
  expect(await remembered()).toEqual([['Yağ', 4, '2026-03-01', 13_000, 1]])
})

test('the last use is the last one with a price, where there is one', async () => {
  await add('2026-02-01', [item('Balata', 500, 2), item('Cila', 0), item('Yağ', 70), item('yağ', 0)])
  const free = await add('2026-03-01', [item('BALATA', 0), item('cila', 0)])
  const yesterday = await add('2026-01-31', [item('Cila', 44)])
  expect(await remembered()).toEqual([
    ['Balata', 2, '2026-02-01', 50_000, 2],
    ['Cila', 3, '2026-01-31', 4_400, 1],
    ['Yağ', 2, '2026-02-01', 7_000, 1],
  ])
  await change(free, [item('BALATA', 600), item('cila', 50)])
  expect(await remembered()).toEqual([
    ['BALATA', 2, '2026-03-01', 60_000, 1],
    ['cila', 3, '2026-03-01', 5_000, 1],
    ['Yağ', 2, '2026-02-01', 7_000, 1],
  ])
  // Without its own price, the earlier price counts again, whatever its month.
  await change(free, [item('BALATA', 0), item('cila', 0)])
  await change(yesterday, [item('Cila', 0)])
  expect(await remembered()).toEqual([
    ['Balata', 2, '2026-02-01', 50_000, 2],
    ['cila', 3, '2026-03-01', 0, 1],
    ['Yağ', 2, '2026-02-01', 7_000, 1],
  ])
})

describe('a changed record', () => {
  test('corrects price, quantity and spelling where it is the last use, and nothing where it is not', async () => {
    const early = await add('2026-02-01', [item('yag', 10)])
    const late = await add('2026-03-01', [item('Yağ', 1)])
    await change(late, [item('Yağ', 150, 3)])
    await change(early, [item('yağ', 20)])
    expect(await remembered()).toEqual([['Yağ', 2, '2026-03-01', 15_000, 3]])
  })

  test('leaves the name to the use before, or forgets it, when its item is renamed or removed', async () => {
    await add('2026-01-01', [item('Yağ', 10)])
    await add('2026-02-01', [item('Yağ', 20)])
    const id = await add('2026-03-01', [item('Yağ', 30), item('Bal')])
    await change(id, [item('Balata')])
    expect(await remembered()).toEqual([
      ['Balata', 1, '2026-03-01', 10_000, 1],
      ['Yağ', 2, '2026-02-01', 2_000, 1],
    ])
  })

  test('a changed record that moves to another day is or is not the last use by its new day', async () => {
    await add('2026-02-01', [item('Yağ', 20)])
    const id = await add('2026-03-01', [item('Yağ', 30)])
    await change(id, [item('Yağ', 30)], '2026-01-01')
    expect(await remembered()).toEqual([['Yağ', 2, '2026-02-01', 2_000, 1]])
    await change(id, [item('Yağ', 30)], '2026-04-01')
    expect(await remembered()).toEqual([['Yağ', 2, '2026-04-01', 3_000, 1]])
  })

  test('a changed record without a change of its items or day writes nothing', async () => {
    const { id, islemler, version } = await save(ctx, { islemler: [item('Yağ')] })
    const before = await stored()
    await db.updateTable('item_memory').set({ uses: 7 }).where('shop_id', '=', ctx.actor.shop).execute()
    await save(ctx, { id, islemler, version, info: { aciklama: 'Not' } })
    expect(await stored()).toEqual(before.map((row) => ({ ...row, uses: 7 })))
  })
})

test('a deleted record is no use, until it is restored', async () => {
  await add('2026-02-01', [item('Yağ', 20)])
  const id = await add('2026-03-01', [item('Yağ', 30), item('Bal')])
  const before = await remembered()
  await deleteKayit(ctx, { kayit_id: id })
  expect(await remembered()).toEqual([['Yağ', 1, '2026-02-01', 2_000, 1]])
  await restoreKayit(ctx, { kayit_id: id })
  await restoreKayit(ctx, { kayit_id: id })
  expect(await remembered()).toEqual(before)
})

test('a save is not refused where rows were written past the operations, and a recount makes them right', async () => {
  const id = await add('2026-02-01', [item('Yağ'), item('Bal')])
  await db.deleteFrom('item_memory').where('shop_id', '=', ctx.actor.shop).execute()
  await change(id, [item('Bal', 5)])
  await db.transaction().execute((trx) => recountItemMemory({ ...ctx, db: trx }))
  expect(await remembered()).toEqual([['Bal', 1, '2026-02-01', 500, 1]])
})
