import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'

import { deleteExpense, saveExpense } from '#server/expense/operations.ts'
import { type Expense, expenseInput } from '#shared/expense/schema.ts'
import { legacyClient, outcomeByPost, pageClient, testApp } from '#tests/support/panel/app.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { type TestUser, buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { type Outcome, outcomeOf } from '#tests/support/rows/refusal.ts'
import { allExpenses } from '#tests/support/rows/expense.ts'

const db = await testDatabase()
const app = testApp(db)

type Transport = {
  list: (query?: { month?: number; year?: number; q?: string }) => Promise<{ id: number }[]>
  save: (body: object) => Promise<Outcome<{ id: number }>>
  remove: (id: number) => Promise<Outcome<undefined>>
}

function withoutVersion(expense: Expense) {
  const { version: _, ...rest } = expense
  return rest
}

function operations(user: TestUser): Transport {
  const ctx = userCtx(db, user)
  return {
    list: async (query = {}) => (await allExpenses(ctx, { q: '', ...query })).map(withoutVersion),
    save: (body) => outcomeOf(async () => saveExpense(ctx, z.parse(expenseInput, body))),
    remove: (id) => outcomeOf(() => deleteExpense(ctx, { id }).then(() => undefined)),
  }
}

function procedures(user: TestUser): Transport {
  const { expense } = pageClient(db, user)
  return {
    list: async (query = {}) => (await expense.list(query)).items.map(withoutVersion),
    save: (body) => outcomeOf(() => expense.save(body as Parameters<typeof expense.save>[0])),
    remove: (id) => outcomeOf(() => expense.delete({ id }).then(() => undefined)),
  }
}

function legacy(user: TestUser): Transport {
  const client = legacyClient(app, db, user)
  const post = outcomeByPost(client)
  return {
    list: async (query = {}) => {
      const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
      const { body } = await client.get(`expenses.php?${search}`)
      return (body['data'] as { items: { id: number }[] }).items
    },
    save: (body) => post('expenseUpsert.php', body, ({ id }) => ({ id: Number(id) })),
    remove: (id) => post('expenseDelete.php', { id }, () => undefined),
  }
}

const rent = { title: 'Kira', spend_date: '2026-11-01', note: 'Dükkân' }
/** The expense as sent and as returned: in kuruş, and with the contract's names. */
const domain = {
  sent: { ...rent, amount_kurus: 125_075 },
  shown: { ...rent, amount_kurus: 125_075, spread_date: null, method: null, category: '', vat_rate: null },
  wrong: { none: { amount_kurus: null }, negative: { amount_kurus: -100 }, large: { amount_kurus: 1e11 } },
}
const old = {
  sent: { ...rent, amount: '1.250,75', spend_date: '01.11.2026' },
  shown: { ...rent, amount: 1250.75, month_label: 'Kasım 2026' },
  wrong: { none: { amount: 'abc' }, negative: { amount: -1 }, large: { amount: 1e9 } },
}

describe.each([
  ['operations', operations, domain],
  ['tRPC', procedures, domain],
  ['legacy', legacy, old],
])('expenses over %s', (_, open, { sent, shown, wrong }) => {
  const shop = async () => open(await buildUser(db))

  test('an expense is created, found, changed and deleted', async () => {
    const transport = await shop()
    const saved = await transport.save(sent)
    const [expense] = await transport.list({ month: 11, year: 2026, q: 'DÜKKÂN' })
    if (expense === undefined) throw new Error(`not found after ${JSON.stringify(saved)}`)
    const { id } = expense
    expect(expense).toEqual({ ...shown, id })
    expect(saved).toMatchObject({ id })
    expect(await transport.save({ id, spread_date: '2026-12-01' })).toMatchObject({ id })
    expect(await transport.list()).toEqual([{ ...shown, id, spread_date: '2026-12-01' }])
    expect(await transport.list({ month: 12, year: 2026 })).toEqual([])
    expect(await transport.remove(id)).toBeUndefined()
    expect(await transport.list()).toEqual([])
  })

  test.each([
    [{ title: ' ' }, 'Başlık, tutar (>0) ve tarih zorunlu.'],
    [{ spend_date: '' }, 'Başlık, tutar (>0) ve tarih zorunlu.'],
    [{ spend_date: '31.02.2026' }, 'Geçersiz tarih.'],
    [{ title: 'x'.repeat(201) }, 'Başlık en fazla 200 karakter olabilir.'],
    [{ note: 'a\u0000b' }, 'Metinde izin verilmeyen karakterler var.'],
    [wrong.none, 'Başlık, tutar (>0) ve tarih zorunlu.'],
    [wrong.negative, 'Başlık, tutar (>0) ve tarih zorunlu.'],
    [wrong.large, 'Tutar en fazla 999.999.999,99 olabilir.'],
  ])('an expense with %j is refused and nothing is stored', async (change, message) => {
    const transport = await shop()
    expect(await transport.save({ ...sent, ...change })).toBe(message)
    expect(await transport.list()).toEqual([])
  })

  test('an empty call and malformed input are refused', async () => {
    const transport = await shop()
    expect(await transport.save({})).toBe('Başlık, tutar (>0) ve tarih zorunlu.')
    expect(await transport.save([])).toBe('Gönderilen bilgiler geçersiz.')
    expect(await transport.list()).toEqual([])
  })

  test('an expense of another shop, a deleted or an unknown one is not found and stays unchanged', async () => {
    const [mine, theirs] = [await shop(), await shop()]
    const own = await mine.save(sent)
    const removed = typeof own === 'string' ? 0 : own.id
    await mine.remove(removed)
    await theirs.save(sent)
    const before = await theirs.list()
    for (const id of [before[0]?.id ?? 0, removed, 9_007_199_254_740_991]) {
      expect(await mine.save({ ...sent, id })).toBe('Kayıt bulunamadı.')
      expect(await mine.remove(id)).toBe('Kayıt bulunamadı.')
    }
    expect(await mine.list()).toEqual([])
    expect(await theirs.list()).toEqual(before)
  })
})

test('an old path stores no method and keeps a stored one', async () => {
  const user = await buildUser(db)
  const client = legacyClient(app, db, user)
  const { expense } = pageClient(db, user)
  await client.post('expenseUpsert.php', { ...old.sent, method: 'cash' })
  const { id } = await expense.save({ ...domain.sent, title: 'Yemek', method: 'cash' })
  await client.post('expenseUpsert.php', { id, note: 'yeni' })
  const { items } = await expense.list({ sort: 'title', dir: 'asc' })
  expect(items).toMatchObject([
    { title: 'Kira', method: null },
    { title: 'Yemek', method: 'cash', note: 'yeni' },
  ])
})

test('the page receives the sum, learns of a change by another user, and restores a deleted expense', async () => {
  const [user, other] = [await buildUser(db), await buildUser(db)]
  const { expense } = pageClient(db, user)
  const { id, version } = await expense.save({ ...domain.sent, key: 'gider-anahtari' })
  await expense.save({ id, note: 'iki', version })
  const message = 'Bu kayıt siz düzenlerken değiştirildi.'
  await expect(expense.save({ id, note: 'üç', version })).rejects.toMatchObject({ code: 'CONFLICT', message })
  await expense.delete({ id })
  expect(await expense.list({})).toEqual({ items: [], total: 0, toplam_kurus: 0, by_category: [] })
  const refused = pageClient(db, other).expense.restore({ id })
  await expect(refused).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'Kayıt bulunamadı.' })
  await expense.restore({ id })
  const items = [{ id, note: 'iki', version: 2 }]
  expect(await expense.list({})).toMatchObject({ items, total: 1, toplam_kurus: 125_075 })
})
