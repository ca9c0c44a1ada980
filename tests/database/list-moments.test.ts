import { afterAll, expect, test } from 'vitest'

import { deleteExpense } from '#server/expense/operations.ts'
import { deleteKayit } from '#server/kayit/operations.ts'
import { open, testDatabaseTarget } from '#tests/support/database/database.ts'
import { listed, spend } from '#tests/support/rows/expense.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { list, save } from '#tests/support/rows/kayit.ts'

const db = open(await testDatabaseTarget())
afterAll(() => db.destroy())
const READINGS = 400

/** Returns pages that are read while two writers each add an entry and remove it again. */
async function readBeside<Page>(change: () => Promise<void>, read: () => Promise<Page>): Promise<Page[]> {
  const pages: Page[] = []
  const over = new AbortController()
  const write = async () => {
    while (!over.signal.aborted) await change()
  }
  const writing = Promise.all([write(), write()])
  while (pages.length < READINGS) pages.push(await read())
  over.abort()
  await writing
  return pages
}

/** Without row-level security, which would run every read in one snapshot anyway. */
async function buildShop() {
  return { ...userCtx(db, await buildUser(db)), db }
}

test('a page of records and the size of its list come from one snapshot, whatever is saved meanwhile', async () => {
  const ctx = await buildShop()
  const pages = await readBeside(
    async () => {
      const { id } = await save(ctx, { info: { giris_tarihi: '2026-11-20' } })
      await deleteKayit(ctx, { kayit_id: id })
    },
    () => list(ctx, { month: 11, year: 2026 }),
  )
  expect(pages.filter(({ items, total }) => items.length !== total)).toEqual([])
  expect(new Set(pages.map(({ total }) => total)).size).toBeGreaterThan(1)
})

test('a page of expenses and the sum of its list come from one snapshot, whatever is saved meanwhile', async () => {
  const ctx = await buildShop()
  const pages = await readBeside(
    async () => {
      const { id } = await spend(ctx, { spend_date: '2026-11-20' })
      await deleteExpense(ctx, { id })
    },
    () => listed(ctx, { month: 11, year: 2026 }),
  )
  const sumOf = (items: readonly { amount_kurus: number }[]) =>
    items.reduce((sum, { amount_kurus }) => sum + amount_kurus, 0)
  expect(pages.filter(({ items, toplam_kurus }) => sumOf(items) !== toplam_kurus)).toEqual([])
  expect(new Set(pages.map(({ total }) => total)).size).toBeGreaterThan(1)
})
