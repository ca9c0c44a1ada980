import { expect, test } from 'vitest'

import { legacyClient, pageClient, requests, testApp } from '#tests/support/panel/app.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser } from '#tests/support/rows/factories.ts'

const db = await testDatabase()
const app = testApp(db)

/** Returns the figures of the given days, with zeros on every other day of November 2026. */
const daily = (key: 'adet' | 'tutar' | 'tutar_kurus', figures: Record<string, number>) =>
  Array.from({ length: 30 }, (_, index) => {
    const label = `2026-11-${String(index + 1).padStart(2, '0')}`
    return { label, [key]: figures[label] ?? 0 }
  })

test('getStats.php returns every field of the contract, and the page receives the same figures', async () => {
  const user = await buildUser(db)
  const { post, get } = legacyClient(app, db, user)
  const item = { islem_adi: 'yağ değişimi', islem_adet: 2, islem_fiyat: '100,05' }
  const info = { musteri_adi_soyadi: 'Ayşe', plaka: '1', giris_tarihi: '2026-11-05', durum: 'Tamamlandı' }
  await post('submitKayit.php', { info, islemler: [item] })
  await post('submitKayit.php', { info: { ...info, durum: 'İptal' }, islemler: [item] })
  await post('submitKayit.php', { info: { ...info, giris_tarihi: '2026-10-05' }, islemler: [item] })
  await post('expenseUpsert.php', { title: 'Kira', amount: 50, spend_date: '2026-11-30' })

  const data = {
    durumlara_gore_kayit: [
      { durum: 'İptal', adet: 1 },
      { durum: 'Tamamlandı', adet: 1 },
    ],
    son_ay_kayit_sayisi: 2,
    toplam_kayit_sayisi: 3,
    toplam_gelir: 400.2,
    toplam_gider: 50,
    son_ay_gelir: 200.1,
    son_ay_gider: 50,
    en_fazla_islemler: [{ islem_adi_upper: 'YAĞ DEĞİŞİMİ', toplam_islem_adeti: 4 }],
    gunluk_kayit_sayisi: daily('adet', { '2026-11-05': 2 }),
    gunluk_gelir: daily('tutar', { '2026-11-05': 200.1 }),
    gunluk_gider: daily('tutar', { '2026-11-30': 50 }),
    gunluk_gelir_sayisi: daily('adet', { '2026-11-05': 1 }),
    gunluk_gider_sayisi: daily('adet', { '2026-11-30': 1 }),
  }
  const answer = await get('getStats.php?month=11&year=2026')
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({ success: true, data })
  expect((await get('getStats.php')).body).toEqual({ success: true, data })
  const same = { tamamlanan_sayisi: 1, gelir_kurus: 20_010, gider_kurus: 0 }
  const comparison = {
    current: { from: '2026-11-01', to: '2026-11-21', kayit_sayisi: 2, ...same },
    previous: { from: '2026-10-01', to: '2026-10-21', kayit_sayisi: 1, ...same },
  }
  const { durumlara_gore_kayit, en_fazla_islemler, gunluk_kayit_sayisi } = data
  expect(await pageClient(db, user).stats.get({})).toMatchObject({
    durumlara_gore_kayit,
    en_fazla_islemler,
    gunluk_kayit_sayisi,
    toplam_gelir_kurus: 40_020,
    toplam_gider_kurus: 5000,
    son_ay_gelir_kurus: 20_010,
    son_ay_gider_kurus: 5000,
    gunluk_gelir: daily('tutar_kurus', { '2026-11-05': 20_010 }),
    gunluk_gider: daily('tutar_kurus', { '2026-11-30': 5000 }),
    comparison,
  })
  const october = (await get('getStats.php?month=10')).body['data']
  expect(october).toMatchObject({ son_ay_gelir: 200.1, son_ay_gider: 0, toplam_gelir: 400.2 })
})

test('an impossible month, an anonymous caller and POST are refused in Turkish', async () => {
  const { get, post } = legacyClient(app, db, await buildUser(db))
  expect((await get('getStats.php?month=0')).body).toEqual({ success: false, message: 'Geçersiz ay.' })
  expect((await get('getStats.php?year=99999')).body).toEqual({ success: false, message: 'Geçersiz yıl.' })
  const anonymous = await requests(app).get('getStats.php')
  expect(anonymous.status).toBe(401)
  expect(anonymous.body).toMatchObject({
    success: false,
    message: 'Oturum bulunamadı. Lütfen tekrar giriş yapın.',
  })
  const byPost = await post('getStats.php', {})
  expect([byPost.status, byPost.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
})
