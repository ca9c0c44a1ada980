import { beforeEach, describe, expect, test } from 'vitest'

import { deleteExpense, restoreExpense, suggestTitles } from '#server/expense/operations.ts'
import { listCategories } from '#server/expense/categories.ts'
import { PROPOSED_CATEGORIES } from '#shared/expense/categories.ts'
import { pageClient } from '#tests/support/panel/app.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { listed, spend } from '#tests/support/rows/expense.ts'
import { buildUser, type TestUser, userCtx } from '#tests/support/rows/factories.ts'

const db = await testDatabase()

let user: TestUser
beforeEach(async () => {
  user = await buildUser(db)
})

const ctx = () => userCtx(db, user)
const call = () => pageClient(db, user).expense
/** Stores a list: a pair of names renames. */
const store = async (...edited: (string | [before: string, name: string])[]) => {
  const { categories: loaded } = await call().categories()
  const categories = edited.map((one) => {
    if (typeof one !== 'string') return { before: one[0], name: one[1] }
    return { name: one, before: loaded.includes(one) ? one : '' }
  })
  return call().saveCategories({ loaded: [...loaded], categories })
}
const categoriesOf = async () =>
  Object.fromEntries((await listed(ctx())).items.map(({ title, category }) => [title, category]))

describe('the categories of a shop', () => {
  test('a shop begins with the proposed list, and the owner replaces it', async () => {
    expect(await call().categories()).toEqual({ categories: PROPOSED_CATEGORIES })
    expect(await store('Kira', 'Sigorta')).toEqual({ categories: ['Kira', 'Sigorta'] })
    expect(await call().categories()).toEqual({ categories: ['Kira', 'Sigorta'] })
    expect(await listCategories(userCtx(db, await buildUser(db)))).toEqual({
      categories: PROPOSED_CATEGORIES,
    })
  })

  test('a renamed category is renamed in its expenses, also in deleted ones, and in no other shop', async () => {
    const other = userCtx(db, await buildUser(db))
    await spend(other, { title: 'Öteki', category: 'Kira' })
    const { id, version } = await spend(ctx(), { title: 'Dükkân', category: 'Kira' })
    const gone = await spend(ctx(), { title: 'Depo', category: 'Kira' })
    await spend(ctx(), { title: 'Usta', category: 'Maaş' })
    await deleteExpense(ctx(), { id: gone.id })
    await store(['Kira', 'Maaş'], ['Maaş', 'Kira'], 'Fatura')
    await restoreExpense(ctx(), { id: gone.id })
    expect(await categoriesOf()).toEqual({ Dükkân: 'Maaş', Depo: 'Maaş', Usta: 'Kira' })
    expect((await listed(other)).items).toMatchObject([{ category: 'Kira' }])
    await expect(call().save({ id, version, category: 'Fatura' })).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test('the expenses of a removed category keep it, and no further one gets it', async () => {
    const { id } = await spend(ctx(), { title: 'Dükkân', category: 'Kira' })
    await store('Fatura')
    expect(await spend(ctx(), { id, category: 'Kira', note: 'elden' })).toMatchObject({ category: 'Kira' })
    const refusal = { code: 'BAD_REQUEST', message: 'Bu kategori artık listede yok. Başka birini seçin.' }
    const another = { title: 'x', amount_kurus: 1, spend_date: '2026-11-01', category: 'Kira' }
    await expect(call().save(another)).rejects.toMatchObject(refusal)
    await spend(ctx(), { id, category: 'Fatura' })
    await expect(call().save({ id, category: 'Kira' })).rejects.toMatchObject(refusal)
  })

  test('a list that was changed meanwhile is refused, the same list again is not', async () => {
    const loaded = [...PROPOSED_CATEGORIES]
    const categories = [{ name: 'Kira', before: 'Kira' }]
    await call().saveCategories({ loaded, categories })
    expect(await call().saveCategories({ loaded, categories })).toEqual({ categories: ['Kira'] })
    const late = call().saveCategories({ loaded, categories: [{ name: 'Yakıt', before: 'Yakıt' }] })
    await expect(late).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await call().categories()).toEqual({ categories: ['Kira'] })
  })

  test.each([
    [[{ name: ' ', before: '' }], 'Kategorinin adı boş olamaz.'],
    [
      [
        { name: 'Isı', before: '' },
        { name: 'ISI', before: '' },
      ],
      'Aynı adda iki kategori olamaz.',
    ],
  ])('%j is refused', async (categories, message) => {
    await expect(
      call().saveCategories({ loaded: [...PROPOSED_CATEGORIES], categories }),
    ).rejects.toMatchObject({ message })
  })

  test('only the owner changes the list, and nobody without figures reads it', async () => {
    const [desk, figures] = await Promise.all(
      [false, true].map((sees_figures) => buildUser(db, { shop_id: user.id, role: 'desk', sees_figures })),
    )
    if (desk === undefined || figures === undefined) throw new Error('no staff')
    const input = { loaded: [...PROPOSED_CATEGORIES], categories: [] }
    const refused = { code: 'FORBIDDEN' }
    await expect(pageClient(db, desk).expense.categories()).rejects.toMatchObject(refused)
    expect(await pageClient(db, figures).expense.categories()).toEqual({ categories: PROPOSED_CATEGORIES })
    await expect(pageClient(db, figures).expense.saveCategories(input)).rejects.toMatchObject(refused)
  })
})

describe('the list of expenses by category', () => {
  test('the sums cover all categories, and the filter of one finds its expenses, also those without', async () => {
    await spend(ctx(), { title: 'a', category: 'Kira', amount_kurus: 500 })
    await spend(ctx(), { title: 'b', category: 'Maaş', amount_kurus: 900 })
    await spend(ctx(), { title: 'c', category: 'Kira', amount_kurus: 1 })
    await spend(ctx(), { title: 'd', amount_kurus: 7 })
    await spend(ctx(), { title: 'eski', category: 'Kira', spend_date: '2026-10-31', amount_kurus: 3 })
    const by_category = [
      { category: 'Maaş', count: 1, amount_kurus: 900 },
      { category: 'Kira', count: 2, amount_kurus: 501 },
      { category: '', count: 1, amount_kurus: 7 },
    ]
    const month = { month: 11, year: 2026 }
    expect(await listed(ctx(), month)).toMatchObject({ total: 4, toplam_kurus: 1408, by_category })
    const rent = await listed(ctx(), { ...month, category: 'Kira' })
    expect(rent).toMatchObject({ total: 2, toplam_kurus: 501, by_category })
    expect(rent.items.map(({ title }) => title)).toEqual(['a', 'c'])
    expect(await listed(ctx(), { ...month, category: '' })).toMatchObject({
      total: 1,
      items: [{ title: 'd' }],
    })
    expect(await listed(ctx(), { ...month, category: 'kira' })).toMatchObject({ total: 0, by_category })
  })

  test('a title proposes what its last expense had', async () => {
    await spend(ctx(), { title: 'Kira', category: 'Diğer', method: 'cash', spend_date: '2026-10-01' })
    await spend(ctx(), { title: 'Kira', category: 'Kira', method: 'transfer', vat_rate: 20 })
    await spend(ctx(), { title: 'Kira farkı' })
    const { titles, proposals } = await suggestTitles(ctx(), { q: 'kira' })
    expect(titles).toEqual(['Kira', 'Kira farkı'])
    expect(proposals).toEqual([
      { method: 'transfer', category: 'Kira', vat_rate: 20 },
      { method: null, category: '', vat_rate: null },
    ])
  })
})
