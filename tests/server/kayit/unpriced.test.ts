import { expect, test } from 'vitest'

import { deleteKayit } from '#server/kayit/operations.ts'
import { unpricedItems } from '#server/kayit/operations.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { item } from '#tests/support/rows/items.ts'
import { build } from '#tests/support/rows/kayit.ts'
import { buildMember } from '#tests/support/rows/staff.ts'

const db = await testDatabase()

test('counts and names the items without a price in the order of the records', async () => {
  const ctx = userCtx(db, await buildUser(db))
  const first = await build(ctx, {}, [item('Yağ', 100), item('Rot balansı', 0), item('Cila', 0, 3)])
  const second = await build(ctx, {}, [item('Garanti', 0)])
  const priced = await build(ctx, {}, [item('Balata', 50)])
  const ids = [second, first, priced].map(({ kayit }) => kayit.id)
  expect(await unpricedItems(ctx, { kayit_ids: ids })).toEqual({
    count: 3,
    names: ['Rot balansı', 'Cila', 'Garanti'],
  })
  expect(await unpricedItems(ctx, { kayit_ids: [priced.kayit.id] })).toEqual({ count: 0, names: [] })
})

test('names at most ten, and counts all', async () => {
  const ctx = userCtx(db, await buildUser(db))
  const items = Array.from({ length: 25 }, (_, n) => item(`Parça ${n}`, 0))
  const { kayit } = await build(ctx, {}, items)
  const { count, names } = await unpricedItems(ctx, { kayit_ids: [kayit.id] })
  expect([count, names.length, names[9]]).toEqual([25, 10, 'Parça 9'])
})

test("counts nothing of a deleted record and of another shop's, and refuses a mechanic", async () => {
  const owner = await buildUser(db)
  const ctx = userCtx(db, owner)
  const { kayit } = await build(ctx, {}, [item('Cila', 0)])
  const asked = { kayit_ids: [kayit.id] }
  expect(await unpricedItems(userCtx(db, await buildUser(db)), asked)).toEqual({ count: 0, names: [] })
  const mechanic = userCtx(db, await buildMember(db, owner, { role: 'mechanic' }))
  await expect(unpricedItems(mechanic, asked)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await deleteKayit(ctx, { kayit_id: kayit.id })
  expect(await unpricedItems(ctx, asked)).toEqual({ count: 0, names: [] })
})
