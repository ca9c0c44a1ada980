import { expect, test } from 'vitest'

import { legacyClient, requests, testApp } from '#tests/support/panel/app.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser } from '#tests/support/rows/factories.ts'

const db = await testDatabase()
const app = testApp(db)
const shop = async () => legacyClient(app, db, await buildUser(db))

const sent = { id: 0, title: ' Kira ', amount: '15.250,755', spend_date: '05/11/2026', note: 'Elden' }

test('an expense is accepted loosely typed and returned in the names and types of the contract', async () => {
  const { post, get } = await shop()
  const created = await post('expenseUpsert.php', { ...sent, user_id: 1, unknown: [true] })
  const id = Number(created.body['id'])
  expect(created.status).toBe(200)
  expect(created.body).toEqual({ success: true, message: 'Kayıt başarıyla eklendi.', id })
  const item = {
    id,
    title: 'Kira',
    amount: 15_250.76,
    spend_date: '2026-11-05',
    note: 'Elden',
    month_label: 'Kasım 2026',
  }
  expect((await get('expenses.php')).body).toEqual({ success: true, data: { items: [item] } })

  const changed = await post('expenseUpsert.php', { id: String(id), spread_date: '2026-12-31' })
  expect(changed.body).toEqual({ success: true, message: 'Kayıt başarıyla güncellendi.', id })
  const items = [{ ...item, spread_date: '2026-12-31' }]
  expect((await get('expenses.php')).body).toEqual({ success: true, data: { items } })
})

test('the last write wins, every response may be sent back, and equal saves create two expenses', async () => {
  const { post, get } = await shop()
  for (const key of ['anahtar-1', 'anahtar-1']) await post('expenseUpsert.php', { ...sent, key })
  const { body: before } = await get('expenses.php')
  const { items } = before['data'] as { items: { id: number }[] }
  expect(items).toHaveLength(2)
  for (const item of items) {
    const again = await post('expenseUpsert.php', { ...item, version: 1 })
    expect(again.body).toMatchObject({ success: true, id: item.id })
  }
  expect((await get('expenses.php')).body).toEqual(before)
})

test('both paths accept a form, and an expense is deleted once', async () => {
  const { form, get } = await shop()
  const { body } = await form('expenseUpsert.php', { ...sent, id: '' })
  expect(body).toMatchObject({ success: true })
  const id = String(body['id'])
  expect((await form('expenseDelete.php', { id })).body).toEqual({ success: true, message: 'Kayıt silindi.' })
  const again = await form('expenseDelete.php', { id })
  expect(again.status).toBe(200)
  expect(again.body).toEqual({ success: false, message: 'Kayıt bulunamadı.' })
  expect((await get('expenses.php')).body).toEqual({ success: true, data: { items: [] } })
})

test('the list accepts month, year and text; empty ones do not filter, impossible ones are refused', async () => {
  const { get, post } = await shop()
  for (const [title, spend_date] of [
    ['Ekim kirası', '2026-10-31'],
    ['Kasım kirası', '2026-11-01'],
    ['Işık', '2025-11-01'],
  ])
    await post('expenseUpsert.php', { title, amount: 1, spend_date })
  const titles = async (query: string) => {
    const { body } = await get(`expenses.php?${query}`)
    return (body['data'] as { items: { title: string }[] }).items.map((item) => item.title)
  }
  expect(await titles('month=11&year=2026')).toEqual(['Kasım kirası'])
  expect(await titles('month=10')).toEqual(['Ekim kirası'])
  expect(await titles('year=2026&q=KİRA')).toEqual(['Kasım kirası', 'Ekim kirası'])
  expect(await titles(`q=${encodeURIComponent('IŞIK')}`)).toEqual(['Işık'])
  expect(await titles('month=&year=&q=')).toEqual(['Kasım kirası', 'Ekim kirası', 'Işık'])
  const refused = [
    ['month=13', 'Geçersiz ay.'],
    ['year=abc', 'Geçersiz yıl.'],
    [`q=${'x'.repeat(201)}`, 'Arama en fazla 200 karakter olabilir.'],
  ]
  for (const [query, message] of refused)
    expect((await get(`expenses.php?${query}`)).body).toEqual({ success: false, message })
})

test.each([
  ['expenseUpsert.php', { ...sent, title: '' }, 'Başlık, tutar (>0) ve tarih zorunlu.'],
  ['expenseUpsert.php', { ...sent, amount: 'yok' }, 'Başlık, tutar (>0) ve tarih zorunlu.'],
  ['expenseUpsert.php', {}, 'Başlık, tutar (>0) ve tarih zorunlu.'],
  ['expenseUpsert.php', { ...sent, spend_date: '2026-02-30' }, 'Geçersiz tarih.'],
  ['expenseUpsert.php', { ...sent, amount: {} }, 'Gönderilen bilgiler geçersiz.'],
  ['expenseUpsert.php', { ...sent, id: 'abc' }, 'Geçersiz kayıt numarası.'],
  ['expenseUpsert.php', { ...sent, id: 999_999_999 }, 'Kayıt bulunamadı.'],
  ['expenseUpsert.php', [], 'Gönderilen bilgiler geçersiz.'],
  ['expenseDelete.php', {}, 'Gönderilen bilgiler geçersiz.'],
  ['expenseDelete.php', { id: 0 }, 'Kayıt bulunamadı.'],
])('%s refuses %j in Turkish', async (path, body, message) => {
  const { post, get } = await shop()
  const answer = await post(path, body)
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({ success: false, message })
  expect((await get('expenses.php')).body).toEqual({ success: true, data: { items: [] } })
})

test('an anonymous caller gets 401 everywhere, a wrong method 405', async () => {
  const anonymous = requests(app)
  const answers = [
    await anonymous.get('expenses.php'),
    await anonymous.post('expenseUpsert.php', sent),
    await anonymous.post('expenseDelete.php', { id: 1 }),
  ]
  for (const { status, body } of answers) {
    expect(status).toBe(401)
    expect(body).toMatchObject({ success: false, message: 'Oturum bulunamadı. Lütfen tekrar giriş yapın.' })
  }
  const { post, get } = await shop()
  expect((await post('expenses.php', {})).status).toBe(405)
  expect((await get('expenseUpsert.php')).status).toBe(405)
  expect((await get('expenseDelete.php?id=1')).status).toBe(405)
})
