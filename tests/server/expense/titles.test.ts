import { beforeEach, expect, test } from 'vitest'

import { deleteExpense, suggestTitles } from '#server/expense/operations.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { spend } from '#tests/support/rows/expense.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'

const db = await testDatabase()

let ctx: UserCtx
beforeEach(async () => {
  ctx = userCtx(db, await buildUser(db))
})

const titles = async (q: string) => (await suggestTitles(ctx, { q })).titles

test('titles are found by the beginning of their words: the title’s own first, Turkish letters before plain ones', async () => {
  for (const title of ['Işık faturası', 'Aydınlatma ışığı', 'Kira', 'ISI faturası'])
    await spend(ctx, { title })
  expect(await titles('IŞ')).toEqual(['Işık faturası', 'Aydınlatma ışığı', 'ISI faturası'])
  expect(await titles('fat kır')).toEqual([])
  expect(await titles('fat ışık')).toEqual(['Işık faturası'])
})

test('without a text the most used and last used titles are first, each once and at most eight', async () => {
  for (const day of ['01', '02', '03']) await spend(ctx, { title: 'Kira', spend_date: `2026-11-${day}` })
  await spend(ctx, { title: 'Çay', spend_date: '2020-01-01' })
  await spend(ctx, { title: 'Kargo', spend_date: '2026-11-20' })
  expect(await titles('')).toEqual(['Kira', 'Kargo', 'Çay'])
  for (let n = 0; n < 9; n++) await spend(ctx, { title: `Gider ${n}` })
  expect(await titles('')).toHaveLength(8)
})

test('a deleted expense and another shop suggest nothing', async () => {
  const { id } = await spend(ctx, { title: 'Kira' })
  await spend(userCtx(db, await buildUser(db)), { title: 'Kasko' })
  expect(await titles('k')).toEqual(['Kira'])
  await deleteExpense(ctx, { id })
  expect(await titles('k')).toEqual([])
})
