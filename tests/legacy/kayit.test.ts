import { describe, expect, test } from 'vitest'

import type { PdfService } from '#server/platform/documents/pdf-service.ts'

import { legacyClient, pageClient, requests, testApp } from '#tests/support/panel/app.ts'
import { startSession } from '#tests/support/rows/auth.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser } from '#tests/support/rows/factories.ts'
import { withoutTables } from '#tests/support/documents/without-tables.ts'

const db = await testDatabase()
const pdf: PdfService = {
  renderForm: () => Promise.reject(new Error('no forms')),
  render: ({ variant, lines }) =>
    Promise.resolve(new TextEncoder().encode(`%PDF ${variant} ${lines.length}`)),
  ...withoutTables,
  load: () => ({ inUse: 0, waiting: 0 }),
  close: () => Promise.resolve(),
}
const app = testApp(db, { pdf })
const anonymous = requests(app)

async function shop() {
  const user = await buildUser(db)
  return { user, ...legacyClient(app, db, user) }
}

const info = {
  id: 0,
  musteri_adi_soyadi: 'Ayşe Işık',
  musteri_tel: '05321234567',
  musteri_talebi: 'Fren sesi',
  sasi_no: 'NM0AXXTTGADU12345',
  arac_marka: 'Ford',
  arac_model: 'Focus',
  km_bilgisi: '120.000',
  model_yili: '2018',
  motor_no: 'M1',
  tc_vergino: '10000000146',
  plaka: '34 İST 1',
  aciklama: 'Not',
  durum: 'Devam Ediyor',
  giris_tarihi: '05/11/2026',
  cikis_tarihi: '00/00/0000',
  kayit_tarihi: '05.11.2026',
  user_id: 1,
}
const NAMED = { musteri_adi_soyadi: 'Ayşe Işık', plaka: '34 ABC 123' }
const islemler = [
  { id: 0, islem_adi: 'Yağ', islem_adet: '2,9', islem_fiyat: '100,05' },
  { islem_adi: 'Balata', islem_adet: 0, islem_fiyat: 'bedava' },
]

test('a record is accepted loosely typed and returned in the names and types of the contract', async () => {
  const { user, post, get } = await shop()
  const created = await post('submitKayit.php', { info, islemler, unknown: true })
  const id = Number(created.body['id'])
  expect(created.status).toBe(200)
  expect(created.body).toEqual({ success: true, message: 'Kayıt başarıyla eklendi.', id })

  const detail = await post('getKayit.php', { kayit_id: String(id) })
  const kayit = {
    ...info,
    id,
    user_id: user.id,
    km_bilgisi: 120_000,
    model_yili: 2018,
    giris_tarihi: '2026-11-05',
    cikis_tarihi: '',
    kayit_tarihi: '2026-11-05',
  }
  const items = [
    { id: expect.any(Number), islem_adi: 'Yağ', islem_adet: 2, islem_fiyat: 100.05 },
    { id: expect.any(Number), islem_adi: 'Balata', islem_adet: 1, islem_fiyat: 0 },
  ]
  expect(detail.body).toEqual({ success: true, data: { kayit, islemler: items, belgeler: [] } })

  const listed = await get('getKayitlar.php')
  const record = {
    kayit_id: id,
    musteri_adi_soyadi: 'Ayşe Işık',
    musteri_tel: '05321234567',
    sasi_no: 'NM0AXXTTGADU12345',
    plaka: '34 İST 1',
    arac_marka: 'Ford',
    arac_model: 'Focus',
    islem_sayisi: 2,
    giris_tarihi: '2026-11-05',
    cikis_tarihi: '',
    kayit_tarihi: '2026-11-05',
    durum: 'Devam Ediyor',
  }
  expect(listed.body).toEqual({ success: true, records: [record] })
})

test('every part of a response may be sent back and is reported as updated', async () => {
  const { post } = await shop()
  const { body: created } = await post('submitKayit.php', { info, islemler })
  const { body: before } = await post('getKayit.php', { kayit_id: created['id'] })
  const data = before['data'] as { kayit: object; islemler: object[] }
  const again = await post('submitKayit.php', { info: data.kayit, islemler: data.islemler })
  expect(again.body).toEqual({ success: true, message: 'Kayıt başarıyla güncellendi.', id: created['id'] })
  expect((await post('getKayit.php', { kayit_id: created['id'] })).body).toEqual(before)
})

test('the private note is invisible to the old paths, and they leave it as it is', async () => {
  const { user, post } = await shop()
  const page = pageClient(db, user)
  const { kayit } = await page.kayit.save({ info: { ...NAMED, private_note: 'Pazarlık eder' } })
  const { body } = await post('getKayit.php', { kayit_id: kayit.id })
  expect(JSON.stringify(body)).not.toMatch(/private_note|Pazarlık/)
  const sent = { ...NAMED, id: kayit.id, aciklama: 'Yeni', private_note: 'Ezildi' }
  expect((await post('submitKayit.php', { info: sent })).body).toMatchObject({ success: true })
  const after = await page.kayit.get({ kayit_id: kayit.id })
  expect(after.kayit).toMatchObject({ aciklama: 'Yeni', private_note: 'Pazarlık eder' })
  const { body: created } = await post('submitKayit.php', { info: { ...NAMED, private_note: 'Ezildi' } })
  const fresh = await page.kayit.get({ kayit_id: Number(created['id']) })
  expect(fresh.kayit.private_note).toBe('')
})

test('the last write wins: a sent version is ignored', async () => {
  const { post } = await shop()
  const { body } = await post('submitKayit.php', { info })
  for (const aciklama of ['bir', 'iki'])
    expect(
      await post('submitKayit.php', { info: { id: body['id'], aciklama }, version: 1, key: 'anahtar-1' }),
    ).toMatchObject({ body: { success: true } })
  const { body: after } = await post('getKayit.php', { kayit_id: body['id'] })
  expect(after).toMatchObject({ data: { kayit: { aciklama: 'iki' } } })
})

test('a record is deleted by JSON or by a form, once', async () => {
  const { post, form } = await shop()
  for (const remove of [
    (id: string) => post('deleteKayit.php', { kayit_id: id }),
    (id: string) => form('deleteKayit.php', { kayit_id: id }),
  ]) {
    const { body } = await post('submitKayit.php', { info })
    const id = String(body['id'])
    expect((await remove(id)).body).toEqual({ success: true, message: 'Kayıt silindi.' })
    const again = await remove(id)
    expect(again.status).toBe(200)
    expect(again.body).toEqual({ success: false, message: 'Kayıt bulunamadı.' })
  }
})

test('the list accepts month and year; empty ones do not filter, impossible ones are refused', async () => {
  const { get, post } = await shop()
  for (const giris_tarihi of ['2026-10-31', '2026-11-01']) {
    const fields = { musteri_adi_soyadi: giris_tarihi, plaka: '1', giris_tarihi }
    await post('submitKayit.php', { info: fields })
  }
  const days = async (query: string) => {
    const { body } = await get(`getKayitlar.php?${query}`)
    return (body['records'] as { giris_tarihi: string }[]).map((record) => record.giris_tarihi)
  }
  expect(await days('month=11&year=2026')).toEqual(['2026-11-01'])
  expect(await days('month=10')).toEqual(['2026-10-31'])
  expect(await days('year=2026')).toEqual(['2026-10-31', '2026-11-01'])
  expect(await days('month=&year=')).toHaveLength(2)
  const refused = { success: false, message: 'Geçersiz ay.' }
  expect((await get('getKayitlar.php?month=13')).body).toEqual(refused)
})

test.each([
  ['getKayit.php', {}, 'Gönderilen bilgiler geçersiz.'],
  ['getKayit.php', { kayit_id: 'abc' }, 'Geçersiz kayıt numarası.'],
  ['deleteKayit.php', { kayit_id: -1 }, 'Geçersiz kayıt numarası.'],
  ['deleteKayit.php', { kayit_id: 0 }, 'Kayıt bulunamadı.'],
  ['submitKayit.php', {}, 'Gönderilen bilgiler geçersiz.'],
  ['submitKayit.php', { info: 'x' }, 'Gönderilen bilgiler geçersiz.'],
  ['submitKayit.php', { info, islemler: 'x' }, 'Gönderilen bilgiler geçersiz.'],
  ['submitKayit.php', { info, islemler: [1] }, 'Gönderilen bilgiler geçersiz.'],
  ['submitKayit.php', [], 'Gönderilen bilgiler geçersiz.'],
])('%s refuses %j in Turkish', async (path, body, message) => {
  const { post, get } = await shop()
  const answer = await post(path, body)
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({ success: false, message })
  expect((await get('getKayitlar.php')).body).toEqual({ success: true, records: [] })
})

test('an anonymous caller gets 401 everywhere, a wrong method 405, and a form with nested items 415', async () => {
  const paths = ['getKayitlar.php', 'createPdf.php?id=1', 'createPdf2.php?id=1']
  const answers = [
    ...(await Promise.all(paths.map((path) => anonymous.get(path)))),
    ...(await Promise.all(
      ['getKayit.php', 'submitKayit.php', 'deleteKayit.php'].map((path) => anonymous.post(path, {})),
    )),
  ]
  for (const { status, body } of answers) {
    expect(status).toBe(401)
    expect(body).toMatchObject({ success: false, message: 'Oturum bulunamadı. Lütfen tekrar giriş yapın.' })
  }
  const { post, get, form } = await shop()
  expect((await post('getKayitlar.php', {})).status).toBe(405)
  expect((await get('deleteKayit.php')).status).toBe(405)
  expect((await form('submitKayit.php', { info: 'x' })).status).toBe(415)
})

describe('the two PDF paths', () => {
  test('the document is returned inline and kept out of caches, referrers and search engines', async () => {
    const { user, post } = await shop()
    const { body } = await post('submitKayit.php', { info, islemler })
    const token = await startSession(db, user, { kind: 'legacy' })
    for (const [path, variant, name] of [
      ['createPdf.php', 'vat', '34IST1-2026-11-05-kdvli.pdf'],
      ['createPdf2.php', 'plain', '34IST1-2026-11-05.pdf'],
    ] as const) {
      const answer = await anonymous.get(`${path}?id=${String(body['id'])}&session_id=${token}`)
      expect(answer.status).toBe(200)
      expect(answer.text).toBe(`%PDF ${variant} 2`)
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'application/pdf',
        'content-disposition': `inline; filename="${name}"`,
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
      })
    }
  })

  test('the token is accepted in query, header and cookie, but no web token in the query', async () => {
    const { user, post, get } = await shop()
    const { body } = await post('submitKayit.php', { info })
    const path = `createPdf.php?id=${String(body['id'])}`
    const web = await startSession(db, user, { kind: 'web' })
    expect((await get(path)).status).toBe(200)
    const cookie = `session_id=${web}`
    expect((await anonymous.get(path, { cookie })).status).toBe(200)
    expect((await anonymous.get(`${path}&session_id=${web}`)).status).toBe(401)
    expect((await anonymous.get(path)).status).toBe(401)
  })

  test('an unknown, foreign, deleted or malformed id gets 404 in JSON', async () => {
    const [mine, theirs] = [await shop(), await shop()]
    const foreign = await theirs.post('submitKayit.php', { info })
    const removed = await mine.post('submitKayit.php', { info })
    await mine.post('deleteKayit.php', { kayit_id: removed.body['id'] })
    const ids = [foreign.body['id'], removed.body['id'], '9007199254740991', 'abc', '-1', '', '1e3']
    for (const path of ['createPdf.php', 'createPdf2.php'])
      for (const id of ids) {
        const { status, headers, body } = await mine.get(`${path}?id=${String(id)}`)
        expect(status).toBe(404)
        expect(headers.get('content-type')).toMatch(/^application\/json/)
        expect(body).toMatchObject({ success: false, message: expect.any(String) })
      }
    expect((await mine.get('createPdf.php')).status).toBe(404)
  })
})

describe('common mistakes of old callers', () => {
  test('a price or quantity of a strange type counts as none, and an item without a name gets one', async () => {
    const { post } = await shop()
    const odd = [true, [1], {}, null].map((value) => ({
      islem_adi: 'Yağ',
      islem_adet: value,
      islem_fiyat: value,
    }))
    const { body } = await post('submitKayit.php', { info, islemler: odd })
    expect(body['success']).toBe(true)
    const detail = await post('getKayit.php', { kayit_id: body['id'] })
    expect(detail.body['data']).toMatchObject({
      islemler: odd.map(() => ({ islem_adet: 1, islem_fiyat: 0 })),
    })

    const nameless = await post('submitKayit.php', { info, islemler: [{ islem_adet: 1 }] })
    expect(nameless.body).toEqual({ success: false, message: 'İşlem adı boş olamaz.' })
  })

  test('a row of the list with an empty id updates the record of its kayit_id', async () => {
    const { post, get } = await shop()
    const { body } = await post('submitKayit.php', { info, islemler })
    for (const id of [0, ''])
      await post('submitKayit.php', { info: { ...info, id, kayit_id: body['id'], aciklama: 'Yine' } })
    const { body: list } = await get('getKayitlar.php')
    expect(list['records']).toHaveLength(1)
  })

  test.each(['kayit_id=%zz', 'kayit_id=%ff'])('a form that is not valid text gets 400: %s', async (body) => {
    const { call } = await shop()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await call('deleteKayit.php', { method: 'POST', headers, body })).status).toBe(400)
  })

  test('every id without a document gets the same response', async () => {
    const { get } = await shop()
    const answers = await Promise.all(
      ['?id=999999', '?id=abc', '?id=-1', '?id=1.5', ''].map((query) => get(`createPdf.php${query}`)),
    )
    for (const { status, body } of answers) {
      expect(status).toBe(404)
      expect(body).toEqual({
        success: false,
        message: 'Kayıt bulunamadı.',
        request_id: expect.any(String) as string,
      })
    }
  })
})
