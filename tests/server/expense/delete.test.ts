import { describe, expect, test } from 'vitest'

import { deleteExpense, purgeDeletedExpenses, restoreExpense } from '#server/expense/operations.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { listed, spend } from '#tests/support/rows/expense.ts'
import { TEST_NOW, buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { expectRefusal } from '#tests/support/rows/refusal.ts'

const db = await testDatabase()
const shop = async () => userCtx(db, await buildUser(db))

const DAY_MS = 86_400_000
const after = (days: number, ms = 0) => new Date(TEST_NOW.getTime() + days * DAY_MS + ms)
const notFound = { code: 'NOT_FOUND', message: 'Kayıt bulunamadı.' } as const

describe('deleting an expense', () => {
  test('a deleted expense leaves the list and the sum, once', async () => {
    const ctx = await shop()
    const { id } = await spend(ctx, { amount_kurus: 1000 })
    await spend(ctx, { title: 'Kalan', amount_kurus: 500 })
    await deleteExpense(ctx, { id })
    expect(await listed(ctx)).toMatchObject({ items: [{ title: 'Kalan' }], total: 1, toplam_kurus: 500 })
    await expectRefusal(deleteExpense(ctx, { id }), notFound)
  })

  test('deleting an expense of another shop, an unknown id or id 0 is not found and changes nothing', async () => {
    const [ctx, other] = [await shop(), await shop()]
    const { id } = await spend(ctx)
    const before = await listed(ctx)
    for (const unknown of [id, 9_007_199_254_740_991, 0])
      await expectRefusal(deleteExpense(other, { id: unknown }), notFound)
    expect(await listed(ctx)).toEqual(before)
  })
})

describe('restoring an expense', () => {
  test('a restored expense is as it was before, and a second restore changes nothing', async () => {
    const ctx = await shop()
    const { id } = await spend(ctx, { spread_date: '2026-12-01', note: 'not' })
    const before = await listed(ctx)
    await deleteExpense(ctx, { id })
    await restoreExpense(ctx, { id })
    await restoreExpense(ctx, { id })
    expect(await listed(ctx)).toEqual(before)
  })

  test('a restore is possible for 30 days to the millisecond, and for own expenses only', async () => {
    const [ctx, other] = [await shop(), await shop()]
    const { id } = await spend(ctx)
    await deleteExpense(ctx, { id })
    await expectRefusal(restoreExpense(other, { id }), notFound)
    await expectRefusal(restoreExpense({ ...ctx, now: after(30, 1) }, { id }), notFound)
    await restoreExpense({ ...ctx, now: after(30) }, { id })
    expect((await listed(ctx)).total).toBe(1)
  })
})

test('after 30 days deleted expenses are purged, and nothing else', async () => {
  // The time lies long before all other tests of this file, because the purge covers all shops.
  const early = (days: number, ms = 0) => after(days - 1000, ms)
  const ctx = { ...(await shop()), now: early(0) }
  const live = await spend(ctx)
  const old = await spend(ctx)
  await deleteExpense(ctx, { id: old.id })
  const young = await spend(ctx)
  await deleteExpense({ ...ctx, now: early(5) }, { id: young.id })

  expect(await purgeDeletedExpenses(db, early(30))).toBe(0)
  expect(await purgeDeletedExpenses(db, early(30, 1))).toBe(1)
  expect(await purgeDeletedExpenses(db, early(30, 1))).toBe(0)

  const rows = await db.selectFrom('expense').where('shop_id', '=', ctx.actor.shop).select('id').execute()
  expect(rows.map(({ id }) => id).sort((a, b) => a - b)).toEqual([live.id, young.id])
  await restoreExpense({ ...ctx, now: early(35) }, { id: young.id })
  expect((await listed(ctx)).total).toBe(2)
})
