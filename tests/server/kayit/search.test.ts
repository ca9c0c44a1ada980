import { describe, expect, test } from 'vitest'

import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { list, names, save } from '#tests/support/rows/kayit.ts'

const db = await testDatabase()
const shop = async () => userCtx(db, await buildUser(db))

test.each([
  ['Işık Yılmaz', 'IŞIK', true],
  ['Işık Yılmaz', 'ışık', true],
  ['Işık Yılmaz', 'işık', false],
  ['Işık Yılmaz', 'yılm', true],
  ['İnci Öztürk', 'inci', true],
  ['İnci Öztürk', 'İNCİ', true],
  ['İnci Öztürk', 'INCI', false],
  ['İnci Öztürk', 'ozturk', false],
  ['İnci Öztürk', '  öztürk ', true],
  ['Ali  Can', 'ali can', true],
  ['Ali Can', 'alican', false],
  ['ISPARTA OTO', 'ısparta', true],
  ['Çağla Ağaoğlu', 'AĞAOĞLU', true],
  ['%50 İndirim', '%50', true],
  ['%50 İndirim', '%', true],
  ['Yüzde elli', '%', false],
  ['a_b', 'a_b', true],
  ['axb', 'a_b', false],
  ['a\\b', 'a\\b', true],
  ['a\\b', '\\', true],
  ['ab', 'a\\b', false],
  ["O'Neil (usta)", "o'neil (", true],
  ['a.c', 'a.c', true],
  ['abc', 'a.c', false],
  ['[abc]*', '[a', true],
  ['fiyat $1', '$1', true],
])('the name %j, searched for %j: %j', async (musteri_adi_soyadi, q, hit) => {
  const ctx = await shop()
  await save(ctx, { info: { musteri_adi_soyadi, plaka: '99 X 99' } })
  const { items, total, similar } = await list(ctx, { q })
  const exact = similar === true ? [] : items.map((item) => item.musteri_adi_soyadi)
  expect(exact).toEqual(hit ? [musteri_adi_soyadi] : [])
  expect(total).toBe(items.length)
})

test('the words of a name may stand in any order', async () => {
  const ctx = await shop()
  await save(ctx, { info: { musteri_adi_soyadi: 'Hüseyin Sarı', plaka: '99 X 99' } })
  await save(ctx, { info: { musteri_adi_soyadi: 'Hüseyin Kara', plaka: '99 X 98' } })
  expect(await names(ctx, { q: 'sarı hüseyin' })).toEqual(['Hüseyin Sarı'])
  expect(await names(ctx, { q: 'sar hüs' })).toEqual(['Hüseyin Sarı'])
  expect(await names(ctx, { q: 'sarı kara' })).toEqual([])
})

test('from four digits on phones are searched, however they are written', async () => {
  const ctx = await shop()
  await save(ctx, { info: { musteri_adi_soyadi: 'Bir', musteri_tel: '0 (532) 123 45 67', plaka: '99 X 99' } })
  await save(ctx, { info: { musteri_adi_soyadi: 'İki', musteri_tel: '+90 533 000 00 00', plaka: '99 X 98' } })
  for (const q of ['0532 123', '1234567', '+90 532 123 45 67', '532-123'])
    expect(await names(ctx, { q })).toEqual(['Bir'])
  expect(await names(ctx, { q: '05330000000' })).toEqual(['İki'])
  expect([await names(ctx, { q: '532' }), await names(ctx, { q: 'tel 1234567' })]).toEqual([[], []])
})

test('a search of accents alone finds nothing', async () => {
  const ctx = await shop()
  await save(ctx, { info: { musteri_adi_soyadi: 'Bir', plaka: '99 X 99' } })
  for (const q of ['\u0301', '\u0301 \u0302'])
    expect(await list(ctx, { q })).toMatchObject({ items: [], total: 0 })
})

describe('a search without a match', () => {
  test('each word may be found in another field than the others', async () => {
    const ctx = await shop()
    const car = { plaka: '34 ABC 123', sasi_no: 'WVWZZZ1JZ3W386752' }
    await save(ctx, { info: { ...car, musteri_adi_soyadi: 'Ayşe Yılmaz', musteri_tel: '0532 111 22 33' } })
    await save(ctx, { info: { plaka: '34 ABC 124', musteri_adi_soyadi: 'Ali Yılmaz' } })
    for (const q of ['34 abc 123 yılmaz', 'yılmaz 34abc123', 'ayşe 5321112233', 'W386752 ayşe 34-abc'])
      expect(await names(ctx, { q })).toEqual(['Ayşe Yılmaz'])
    expect((await names(ctx, { q: 'yılmaz 34 abc' })).sort()).toEqual(['Ali Yılmaz', 'Ayşe Yılmaz'])
    expect(await list(ctx, { q: 'ayse 34 abc 123' })).toMatchObject({ total: 1, similar: true })
    expect(await list(ctx, { q: 'ayşe 34 abc 124' })).toMatchObject({ total: 0 })
  })

  test('a hit without Turkish marks is shown, and marked as such', async () => {
    const ctx = await shop()
    await save(ctx, { info: { musteri_adi_soyadi: 'Hasan Öztürk', plaka: '99 X 99', durum: 'Tamamlandı' } })
    await save(ctx, { info: { musteri_adi_soyadi: 'Işık Çağrı', plaka: '99 X 98' } })
    const page = await list(ctx, { q: 'ozturk hasan' })
    expect(page).toMatchObject({ total: 1, similar: true, statuses: ['Tamamlandı'] })
    expect(page.items.map((item) => item.musteri_adi_soyadi)).toEqual(['Hasan Öztürk'])
    expect(await names(ctx, { q: 'ISIK' })).toEqual(['Işık Çağrı'])
    expect(await list(ctx, { q: 'yok' })).toEqual({ items: [], total: 0, statuses: [], toplam_kurus: 0 })
  })

  test('a hit, even with another status, shows nothing similar', async () => {
    const ctx = await shop()
    await save(ctx, { info: { musteri_adi_soyadi: 'Ozturk', plaka: '99 X 99', durum: 'Tamamlandı' } })
    await save(ctx, { info: { musteri_adi_soyadi: 'Öztürk', plaka: '99 X 98', durum: 'Beklemede' } })
    expect(await list(ctx, { q: 'ozturk' })).not.toHaveProperty('similar')
    expect(await list(ctx, { q: 'ozturk', durum: 'Beklemede' })).toMatchObject({ total: 0 })
  })
})

test.each([
  { plaka: '34 İST 034', sasi_no: '', q: '34ist', hit: true },
  { plaka: '34 IST 034', sasi_no: '', q: '34 ist034', hit: true },
  { plaka: '34 ıst 034', sasi_no: '', q: 'İST', hit: true },
  { plaka: '34ABC123', sasi_no: '', q: '34 abc 123', hit: true },
  { plaka: '34 ABC 123', sasi_no: '', q: '34abc123', hit: true },
  { plaka: '34 ABC 123', sasi_no: '', q: '4 A', hit: true },
  { plaka: '34 ABC 123', sasi_no: '', q: '35', hit: false },
  { plaka: '', sasi_no: 'WVWZZZ1JZXW000001', q: 'wvwzzz 1jz', hit: true },
  { plaka: '', sasi_no: 'WI12', q: 'wı12', hit: true },
  { plaka: '34 ABC', sasi_no: 'XYZ', q: 'abcxyz', hit: false },
  { plaka: '34 ABC', sasi_no: 'XYZ', q: 'abc xyz', hit: true },
  { plaka: '34 ABC', sasi_no: 'XYZ', q: 'abc xyw', hit: false },
  { plaka: '34-ABC-123', sasi_no: '', q: '34 abc.123', hit: true },
  { plaka: '34 ABC 123', sasi_no: '', q: '34‑abc–123', hit: true },
  { plaka: '34 ABC', sasi_no: '', q: 'a_c', hit: false },
  { plaka: '34 A%', sasi_no: '', q: '%', hit: false },
  { plaka: '34 ABC', sasi_no: '', q: '%', hit: false },
])('the plate $plaka with chassis number $sasi_no, searched for $q: $hit', async ({ hit, q, ...vehicle }) => {
  const ctx = await shop()
  await save(ctx, { info: { musteri_adi_soyadi: 'Ö', ...vehicle } })
  expect(await names(ctx, { q })).toEqual(hit ? ['Ö'] : [])
})

test('a hit in either the name or the vehicle finds the record', async () => {
  const ctx = await shop()
  await save(ctx, { info: { musteri_adi_soyadi: 'Ist Otomotiv', plaka: '06 A 1' } })
  await save(ctx, { info: { musteri_adi_soyadi: 'Veli', plaka: '34 IST 1' } })
  await save(ctx, { info: { musteri_adi_soyadi: 'Can', plaka: '06 B 2' } })
  expect(await names(ctx, { q: 'ıst' })).toEqual(['Ist Otomotiv', 'Veli'])
  expect(await names(ctx, { q: 'ist' })).toEqual(['Veli'])
})

test.each(['', '   ', '\n \n'])('the blank query %j filters nothing', async (q) => {
  const ctx = await shop()
  await save(ctx, { info: { musteri_adi_soyadi: 'Bir' } })
  await save(ctx, { info: { musteri_adi_soyadi: 'İki' } })
  expect(await names(ctx, { q })).toEqual(['Bir', 'İki'])
})

test('a changed name or plate is found by the new value only', async () => {
  const ctx = await shop()
  const { id } = await save(ctx, { info: { musteri_adi_soyadi: 'Eski', plaka: '34 A 1' } })
  await save(ctx, { id, info: { musteri_adi_soyadi: 'Yeni', plaka: '35 B 2' } })
  expect(await names(ctx, { q: 'eski' })).toEqual([])
  expect(await names(ctx, { q: '34a' })).toEqual([])
  expect(await names(ctx, { q: 'yeni' })).toEqual(['Yeni'])
  expect(await names(ctx, { q: '35b2' })).toEqual(['Yeni'])
})
