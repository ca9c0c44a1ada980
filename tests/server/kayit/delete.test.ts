import { describe, expect, test } from 'vitest'

import { deleteKayit, getKayit, purgeDeleted, restoreKayit } from '#server/kayit/operations.ts'

import { testDatabase } from '#tests/support/database/database.ts'
import { TEST_NOW, buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { build, list, save } from '#tests/support/rows/kayit.ts'
import { expectRefusal } from '#tests/support/rows/refusal.ts'

const db = await testDatabase()
const shop = async () => userCtx(db, await buildUser(db))

const DAY_MS = 86_400_000
const after = (days: number, ms = 0) => new Date(TEST_NOW.getTime() + days * DAY_MS + ms)
const notFound = { code: 'NOT_FOUND', message: 'Kayıt bulunamadı.' } as const
const items = [{ islem_adi: 'Yağ', islem_adet: 1, fiyat_kurus: 1_000 }]

describe('deleting a record', () => {
  test('a deleted record is gone from every query, once', async () => {
    const ctx = await shop()
    const { kayit } = await build(ctx, {}, items)
    const other = await build(ctx)
    await deleteKayit(ctx, { kayit_id: kayit.id })
    expect((await list(ctx)).items.map((item) => item.kayit_id)).toEqual([other.kayit.id])
    expect(await list(ctx)).toMatchObject({ total: 1 })
    await expectRefusal(getKayit(ctx, { kayit_id: kayit.id }), notFound)
    await expectRefusal(deleteKayit(ctx, { kayit_id: kayit.id }), notFound)
  })

  test('deleting a record of another shop, an unknown id or id 0 is not found and changes nothing', async () => {
    const [ctx, other] = [await shop(), await shop()]
    const before = await build(ctx, {}, items)
    for (const kayit_id of [before.kayit.id, 9_007_199_254_740_991, 0])
      await expectRefusal(deleteKayit(other, { kayit_id }), notFound)
    expect(await getKayit(ctx, { kayit_id: before.kayit.id })).toEqual(before)
  })
})

describe('restoring a record', () => {
  test('a restored record has its items, its totals and its version', async () => {
    const ctx = await shop()
    const before = await build(ctx, {}, items)
    const page = await list(ctx)
    await deleteKayit(ctx, { kayit_id: before.kayit.id })
    await restoreKayit(ctx, { kayit_id: before.kayit.id })
    expect(await getKayit(ctx, { kayit_id: before.kayit.id })).toEqual(before)
    expect(await list(ctx)).toEqual(page)
  })

  test('restoring a record that is not deleted changes nothing', async () => {
    const ctx = await shop()
    const before = await build(ctx, {}, items)
    await restoreKayit(ctx, { kayit_id: before.kayit.id })
    expect(await getKayit(ctx, { kayit_id: before.kayit.id })).toEqual(before)
  })

  test('a restore is possible for 30 days to the millisecond', async () => {
    const ctx = await shop()
    const { kayit } = await build(ctx)
    await deleteKayit(ctx, { kayit_id: kayit.id })
    await expectRefusal(restoreKayit({ ...ctx, now: after(30, 1) }, { kayit_id: kayit.id }), notFound)
    await restoreKayit({ ...ctx, now: after(30) }, { kayit_id: kayit.id })
    expect((await list(ctx)).total).toBe(1)
  })

  test('a record of another shop cannot be restored', async () => {
    const [ctx, other] = [await shop(), await shop()]
    const { kayit } = await build(ctx)
    await deleteKayit(ctx, { kayit_id: kayit.id })
    await expectRefusal(restoreKayit(other, { kayit_id: kayit.id }), notFound)
    expect((await list(ctx)).total).toBe(0)
  })
})

test('after 30 days deleted records are purged with their items, and nothing else', async () => {
  // The time lies long before all other tests of this file, because the purge covers all shops.
  const early = (days: number, ms = 0) => after(days - 1000, ms)
  const ctx = { ...(await shop()), now: early(0) }
  const live = await build(ctx, {}, items)
  const old = await save(ctx, { islemler: items })
  await deleteKayit(ctx, { kayit_id: old.id })
  const young = await save({ ...ctx, now: early(5) })
  await deleteKayit({ ...ctx, now: early(5) }, { kayit_id: young.id })

  expect(await purgeDeleted(db, early(30))).toBe(0)
  expect(await purgeDeleted(db, early(30, 1))).toBe(1)
  expect(await purgeDeleted(db, early(30, 1))).toBe(0)

  const { shop: id } = ctx.actor
  const islemler = await db.selectFrom('islem').where('shop_id', '=', id).select('kayit_id').execute()
  expect(islemler).toEqual([{ kayit_id: live.kayit.id }])
  await restoreKayit({ ...ctx, now: early(35) }, { kayit_id: young.id })
  expect((await list(ctx)).total).toBe(2)
})
