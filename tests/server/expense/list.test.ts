import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'

import type { UserCtx } from '#server/platform/core/context.ts'
import { EXPENSE_SORTS, expenseListInput } from '#shared/expense/schema.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { allExpenses, listed, spend, titles } from '#tests/support/rows/expense.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'

const db = await testDatabase()
const shop = async () => userCtx(db, await buildUser(db))

/** Stores one expense for each title, with the given fields. */
async function fill(ctx: UserCtx, expenses: Record<string, Parameters<typeof spend>[1]>): Promise<void> {
  for (const [title, fields] of Object.entries(expenses)) await spend(ctx, { title, ...fields })
}

describe('the filter of expenses', () => {
  test('the filter uses the spend date, whatever day is shown, and the sum covers the filtered rows', async () => {
    const ctx = await shop()
    await fill(ctx, {
      ekim: { spend_date: '2026-10-31', spread_date: '2026-11-15', amount_kurus: 100 },
      kasım: { spend_date: '2026-11-01', amount_kurus: 10 },
      'kasım sonu': { spend_date: '2026-11-30', spread_date: '2026-12-05', amount_kurus: 20 },
      aralık: { spend_date: '2026-12-01', amount_kurus: 100 },
      'geçen yıl': { spend_date: '2025-11-15', amount_kurus: 100 },
    })
    const november = await listed(ctx, { month: 11, year: 2026 })
    expect(november.items.map((item) => item.title)).toEqual(['kasım sonu', 'kasım'])
    expect(november).toMatchObject({ total: 2, toplam_kurus: 30 })
    expect(await titles(ctx, { month: 11 })).toEqual(['kasım sonu', 'kasım'])
    expect(await listed(ctx, { year: 2026 })).toMatchObject({ total: 4, toplam_kurus: 230 })
    expect(await listed(ctx, { month: '', year: '' })).toMatchObject({ total: 5, toplam_kurus: 330 })
    expect(await listed(ctx, { month: 1, year: 2026 })).toEqual({
      items: [],
      total: 0,
      toplam_kurus: 0,
      by_category: [],
    })
  })

  test('a month without a year means the current year in Istanbul', async () => {
    const ctx = await shop()
    await fill(ctx, { bu: { spend_date: '2026-01-05' }, gelecek: { spend_date: '2027-01-05' } })
    const newYear = { ...ctx, now: new Date('2026-12-31T21:00:00Z') }
    expect(await titles(ctx, { month: 1 })).toEqual(['bu'])
    expect(await titles(newYear, { month: 1 })).toEqual(['gelecek'])
  })

  test('expenses of another shop are neither in the list nor in the sum', async () => {
    const [ctx, other] = [await shop(), await shop()]
    await spend(other, { title: 'Onların', amount_kurus: 98_765_432 })
    await spend(ctx, { title: 'Bizim', amount_kurus: 100 })
    expect(await listed(ctx)).toMatchObject({ items: [{ title: 'Bizim' }], total: 1, toplam_kurus: 100 })
    expect(await allExpenses(ctx)).toHaveLength(1)
  })
})

describe('the search of expenses', () => {
  test.each([
    ['IŞIK', ['Işık faturası']],
    ['ışık', ['Işık faturası']],
    ['isik', ['Işık faturası']],
    ['İNTERNET', ['internet']],
    ['  elektrik   AĞUSTOS ', ['Işık faturası']],
    ['%', ['Komisyon %2']],
    ['_', []],
    ['faturası elektrik', ['Işık faturası']],
    ['elektrik kira', []],
    ['internet\nnet', ['internet']],
    ['   ', ['Komisyon %2', 'internet', 'Işık faturası']],
  ])('the search for %j', async (q, found) => {
    const ctx = await shop()
    await fill(ctx, {
      'Işık faturası': { note: 'Elektrik\nağustos', spend_date: '2026-11-01' },
      internet: { note: 'net', spend_date: '2026-11-02' },
      'Komisyon %2': { spend_date: '2026-11-03' },
    })
    expect(await titles(ctx, { q })).toEqual(found)
    expect((await allExpenses(ctx, { q })).map((item) => item.title)).toEqual(found)
    expect(await listed(ctx, { q })).toMatchObject({ total: found.length })
  })

  test('a hit without Turkish marks is shown where no other matches, and marked as such', async () => {
    const ctx = await shop()
    await fill(ctx, { Kırtasiye: { note: 'Öğle yemeği' }, Kirtasiye: { note: '' } })
    expect(await listed(ctx, { q: 'ogle kirtasiye' })).toMatchObject({ total: 1, similar: true })
    expect(await listed(ctx, { q: 'kirtasiye' })).not.toHaveProperty('similar')
    expect(await titles(ctx, { q: 'kirtasiye' })).toEqual(['Kirtasiye'])
    expect(await titles(ctx, { q: 'OGLE' })).toEqual(['Kırtasiye'])
    expect(await allExpenses(ctx, { q: 'ogle' })).toMatchObject([{ title: 'Kırtasiye' }])
  })

  test('a changed expense is found by its new words', async () => {
    const ctx = await shop()
    const { id } = await spend(ctx, { title: 'Eski', note: 'gitti' })
    await spend(ctx, { id, title: 'Yeni' })
    expect([await titles(ctx, { q: 'eski' }), await titles(ctx, { q: 'yeni' })]).toEqual([[], ['Yeni']])
    expect(await titles(ctx, { q: 'GİTTİ' })).toEqual(['Yeni'])
  })
})

describe('the order of expenses', () => {
  test('the list begins with the newest shown day', async () => {
    const ctx = await shop()
    await fill(ctx, {
      eski: { spend_date: '2026-11-01' },
      ileri: { spend_date: '2026-10-01', spread_date: '2026-12-01' },
      geri: { spend_date: '2026-11-20', spread_date: '2026-09-01' },
    })
    expect(await titles(ctx)).toEqual(['ileri', 'eski', 'geri'])
    expect(await titles(ctx, { dir: 'asc' })).toEqual(['geri', 'eski', 'ileri'])
    expect((await allExpenses(ctx)).map((item) => item.title)).toEqual(['ileri', 'eski', 'geri'])
  })

  test('titles are sorted in Turkish order and amounts by number', async () => {
    const ctx = await shop()
    const words = ['şişe', 'çay', 'ısıtma', 'cam', 'İnternet', 'su', 'öğle', 'oda']
    for (const [index, title] of words.entries())
      await spend(ctx, { title, amount_kurus: (index * 7) % 10 || 100 })
    const turkish = ['cam', 'çay', 'ısıtma', 'İnternet', 'oda', 'öğle', 'su', 'şişe']
    expect(await titles(ctx, { sort: 'title', dir: 'asc' })).toEqual(turkish)
    expect(await titles(ctx, { sort: 'title' })).toEqual(turkish.toReversed())
    const { items } = await listed(ctx, { sort: 'amount', dir: 'asc' })
    expect(items.map((item) => item.amount_kurus)).toEqual([1, 2, 4, 5, 7, 8, 9, 100])
  })

  test('equal rows are ordered by their ids in both directions, so pages never overlap', async () => {
    const ctx = await shop()
    const ids: number[] = []
    for (let index = 0; index < 25; index++) ids.push((await spend(ctx)).id)
    for (const sort of EXPENSE_SORTS)
      for (const dir of ['asc', 'desc'] as const) {
        const pages = [1, 2, 3, 4].map((page) => listed(ctx, { sort, dir, page, size: 10 }))
        const answers = await Promise.all(pages)
        expect(answers.flatMap((page) => page.items).map((item) => item.id)).toEqual(ids)
        for (const answer of answers) expect(answer).toMatchObject({ total: 25, toplam_kurus: 3_126_250 })
      }
  })

  test.each([{ sort: 'note' }, { dir: 'up' }, { page: 0 }, { size: 7 }, { page: 1.5 }])(
    'the query %j is refused',
    (query) => {
      const { error } = z.safeParse(expenseListInput, query)
      expect(error?.issues).toMatchObject([{ message: 'Gönderilen bilgiler geçersiz.' }])
    },
  )
})
