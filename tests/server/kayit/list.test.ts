import { describe, expect, test } from 'vitest'

import { countBook } from '#server/kayit/operations.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import { KAYIT_SORTS } from '#shared/kayit/schema.ts'

import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { allKayit, build, list, names, save } from '#tests/support/rows/kayit.ts'

const db = await testDatabase()
const shop = async () => userCtx(db, await buildUser(db))

/** Stores one record for each name, with the given fields. */
async function fill(ctx: UserCtx, records: Record<string, Parameters<typeof build>[1]>): Promise<void> {
  for (const [musteri_adi_soyadi, info] of Object.entries(records))
    await save(ctx, { info: { musteri_adi_soyadi, ...info } })
}

test('a row has exactly the fields of the contract, and the total', async () => {
  const ctx = await shop()
  const info = {
    musteri_adi_soyadi: 'Ali Çınar',
    musteri_tel: '444 12 34',
    sasi_no: 'S1',
    plaka: '34 A 1',
    arac_marka: 'Fiat',
    arac_model: 'Egea',
    giris_tarihi: '01.11.2026',
    durum: 'Tamamlandı',
  }
  const { kayit } = await build(ctx, info, [
    { islem_adi: 'Yağ', islem_adet: 2, fiyat_kurus: 10_005 },
    { islem_adi: 'Filtre' },
  ])
  const row = {
    kayit_id: kayit.id,
    ...info,
    islem_sayisi: 2,
    toplam_kurus: 20_010,
    giris_tarihi: '2026-11-01',
    cikis_tarihi: null,
    kayit_tarihi: '2026-11-21',
    version: 1,
  }
  expect(await list(ctx)).toEqual({ items: [row], total: 1, toplam_kurus: 20_010, statuses: ['Tamamlandı'] })
  expect(await allKayit(ctx, {})).toEqual([row])
})

test('a row names its first item when that is asked for', async () => {
  const ctx = await shop()
  await fill(ctx, { işlemsiz: { cikis_tarihi: '2026-11-03' } })
  await build(ctx, { musteri_adi_soyadi: 'işli' }, [{ islem_adi: 'Fren balatası' }, { islem_adi: 'Yağ' }])
  const { items } = await list(ctx, { ilk_islem: true })
  expect(items.map(({ ilk_islem, islem_sayisi }) => [ilk_islem, islem_sayisi])).toEqual([
    ['Fren balatası', 2],
    ['', 0],
  ])
  expect((await list(ctx, {})).items[0]).not.toHaveProperty('ilk_islem')
  expect((await list(ctx, { ilk_islem: true, page: 9 })).items).toEqual([])
})

test('the list holds the records of the own shop only', async () => {
  const [ctx, other] = [await shop(), await shop()]
  await fill(other, { Yabancı: {} })
  expect(await list(ctx)).toEqual({ items: [], total: 0, toplam_kurus: 0, statuses: [] })
  expect(await allKayit(ctx, {})).toEqual([])
})

describe('the filter by month and year', () => {
  test('a month begins on its first day and ends before the next one', async () => {
    const ctx = await shop()
    await fill(ctx, {
      önce: { giris_tarihi: '2026-10-31' },
      ilk: { giris_tarihi: '2026-11-01' },
      son: { giris_tarihi: '2026-11-30' },
      sonra: { giris_tarihi: '2026-12-01' },
    })
    expect(await names(ctx, { month: 11, year: 2026 })).toEqual(['ilk', 'son'])
    expect(await names(ctx, { month: '12', year: '2026' })).toEqual(['sonra'])
    expect(await list(ctx, { month: 11, year: 2026 })).toMatchObject({ total: 2 })
  })

  test('a record counts in the month of its entry date, or of its record date without one', async () => {
    const ctx = await shop()
    await fill(ctx, {
      girişsiz: { kayit_tarihi: '2026-03-31' },
      girişli: { kayit_tarihi: '2026-03-31', giris_tarihi: '2026-04-01', cikis_tarihi: '2026-05-02' },
    })
    expect(await names(ctx, { month: 3, year: 2026 })).toEqual(['girişsiz'])
    expect(await names(ctx, { month: 4, year: 2026 })).toEqual(['girişli'])
    expect(await names(ctx, { month: 5, year: 2026 })).toEqual([])
  })

  test('a year without a month means the whole year, and a month without a year the current one in Istanbul', async () => {
    const ctx = await shop()
    await fill(ctx, {
      eski: { giris_tarihi: '2025-12-31' },
      ocak: { giris_tarihi: '2026-01-01' },
      aralık: { giris_tarihi: '2026-12-31' },
      yeni: { giris_tarihi: '2027-01-01' },
    })
    expect(await names(ctx, { year: 2026 })).toEqual(['ocak', 'aralık'])
    expect(await names(ctx, { month: 1 })).toEqual(['ocak'])
    const newYear = { ...ctx, now: new Date('2026-12-31T21:00:00Z') }
    expect(await names(newYear, { month: 1 })).toEqual(['yeni'])
    expect(await names(ctx, { month: '', year: '' })).toHaveLength(4)
  })

  test('the whole list of a month agrees with its pages', async () => {
    const ctx = await shop()
    await fill(ctx, {
      bir: { giris_tarihi: '2026-02-28', cikis_tarihi: '2026-03-02' },
      iki: { giris_tarihi: '2026-02-01' },
      üç: { giris_tarihi: '2026-03-01' },
    })
    const all = await allKayit(ctx, { month: 2, year: 2026 })
    expect(all).toEqual((await list(ctx, { month: 2, year: 2026 })).items)
    expect(all.map((item) => item.musteri_adi_soyadi)).toEqual(['iki', 'bir'])
  })
})

describe('the order of records', () => {
  test('the list begins with the exit date: records without one first, then the earliest', async () => {
    const ctx = await shop()
    await fill(ctx, {
      geç: { cikis_tarihi: '2026-11-20' },
      açık: {},
      erken: { cikis_tarihi: '2026-11-02' },
    })
    expect(await names(ctx)).toEqual(['açık', 'erken', 'geç'])
    expect(await names(ctx, { dir: 'desc' })).toEqual(['geç', 'erken', 'açık'])
  })

  test('names, plates, chassis numbers and statuses are sorted in Turkish order, empty ones first', async () => {
    const ctx = await shop()
    const letters = ['z', 'ş', 's', 'ç', 'c', 'I', 'İ', 'ğ', 'h', 'g', 'ö', 'o', 'ü', 'u', 'd']
    for (const letter of letters)
      await save(ctx, {
        info: { musteri_adi_soyadi: letter, plaka: letter, sasi_no: letter, durum: letter },
      })
    const turkish = ['c', 'ç', 'd', 'g', 'ğ', 'h', 'I', 'İ', 'o', 'ö', 's', 'ş', 'u', 'ü', 'z']
    expect(await names(ctx, { sort: 'musteri_adi_soyadi' })).toEqual(turkish)
    await save(ctx, { info: { musteri_adi_soyadi: 'plakasız', plaka: '', sasi_no: 'zz' } })
    await save(ctx, { info: { musteri_adi_soyadi: 'şasisiz', plaka: 'zz', sasi_no: '', durum: '' } })
    expect(await names(ctx, { sort: 'plaka' })).toEqual(['plakasız', ...turkish, 'şasisiz'])
    expect(await names(ctx, { sort: 'sasi_no' })).toEqual(['şasisiz', ...turkish, 'plakasız'])
    const byStatus = await names(ctx, { sort: 'durum' })
    expect(byStatus).toEqual(['şasisiz', 'c', 'ç', 'd', 'plakasız', ...turkish.slice(3)])
    const backwards = await names(ctx, { sort: 'plaka', dir: 'desc' })
    expect(backwards).toEqual(['şasisiz', ...turkish.toReversed(), 'plakasız'])
  })

  test('the operation count is sorted by number', async () => {
    const ctx = await shop()
    for (const count of [10, 0, 9, 2])
      await save(ctx, {
        info: { musteri_adi_soyadi: String(count) },
        islemler: Array.from({ length: count }, () => ({ islem_adi: 'x' })),
      })
    expect(await names(ctx, { sort: 'islem_sayisi' })).toEqual(['0', '2', '9', '10'])
    expect(await names(ctx, { sort: 'islem_sayisi', dir: 'desc' })).toEqual(['10', '9', '2', '0'])
  })

  test('equal rows are ordered by their ids in both directions, so pages never overlap', async () => {
    const ctx = await shop()
    const ids: number[] = []
    for (let index = 0; index < 25; index++) ids.push((await save(ctx)).id)
    for (const sort of KAYIT_SORTS)
      for (const dir of ['asc', 'desc'] as const) {
        const pages = [1, 2, 3].map((page) => list(ctx, { sort, dir, page, size: 10 }))
        const rows = (await Promise.all(pages)).flatMap((page) => page.items)
        expect(rows.map((row) => row.kayit_id)).toEqual(ids)
      }
  })
})

describe('the pages of the list', () => {
  test('a page beyond the end is empty and still has the total', async () => {
    const ctx = await shop()
    await fill(ctx, { bir: {}, iki: {} })
    const page = { items: [], total: 2, toplam_kurus: 0, statuses: ['Devam Ediyor'] }
    expect(await list(ctx, { page: 2 })).toEqual(page)
    expect(await list(ctx, { page: 1_000_000, size: 100 })).toEqual(page)
  })
})

describe('the sum of the list', () => {
  const priced = async (ctx: UserCtx, durum: string, info: Parameters<typeof build>[1] = {}) =>
    build(ctx, { musteri_adi_soyadi: 'Ali Er', durum, ...info }, [{ islem_adi: 'Yağ', fiyat_kurus: 100 }])

  test('the sum covers all pages of the filter and the search, and leaves cancelled records out', async () => {
    const ctx = await shop()
    for (const durum of ['Tamamlandı', 'Devam Ediyor', 'İptal', 'iptal']) await priced(ctx, durum)
    await priced(ctx, 'Tamamlandı', { giris_tarihi: '01.10.2026', musteri_adi_soyadi: 'Can Su' })
    const sums = [{}, { page: 2 }, { month: 10 }, { durum: 'Tamamlandı' }, { durum: 'İptal' }, { open: true }]
    const found = sums.map(async (query) => (await list(ctx, query)).toplam_kurus)
    expect(await Promise.all(found)).toEqual([300, 300, 100, 200, 0, 300])
    expect(await list(ctx, { q: 'ali' })).toMatchObject({ total: 4, toplam_kurus: 200 })
    expect(await list(ctx, { q: 'ali', exact: true })).toMatchObject({ total: 4, toplam_kurus: 200 })
  })

  test('the book is counted whole, in open work, in this month and by status', async () => {
    const ctx = await shop()
    await priced(ctx, 'Tamamlandı', { giris_tarihi: '01.10.2026', cikis_tarihi: '02.10.2026' })
    for (const durum of ['Devam Ediyor', 'DEVAM EDİYOR', 'İptal'])
      await priced(ctx, durum, { cikis_tarihi: '21.11.2026' })
    expect(await countBook(ctx)).toEqual({
      total: 4,
      open: 2,
      month: 3,
      quotes: 0,
      statuses: [
        { durum: 'Devam Ediyor', count: 2 },
        { durum: 'İptal', count: 1 },
        { durum: 'Tamamlandı', count: 1 },
      ],
    })
  })
})

describe('the statuses of the list', () => {
  test('the statuses cover filter and search, ignore the chosen status, and are in Turkish order', async () => {
    const ctx = await shop()
    await fill(ctx, {
      'Ali bir': { durum: 'Tamamlandı', giris_tarihi: '2026-11-05' },
      'Ali iki': { durum: 'İptal', giris_tarihi: '2026-11-06' },
      'Ali üç': { durum: '', giris_tarihi: '2026-11-07' },
      'Ali dört': { durum: 'Şube', giris_tarihi: '2026-11-08' },
      Veli: { durum: 'Beklemede', giris_tarihi: '2026-11-09' },
      'Ali eski': { durum: 'Devam Ediyor', giris_tarihi: '2026-10-09' },
    })
    const query = { q: 'ali', month: 11, year: 2026, durum: 'İptal' }
    const { items, total, statuses } = await list(ctx, query)
    expect(items.map((item) => item.musteri_adi_soyadi)).toEqual(['Ali iki'])
    expect(total).toBe(1)
    expect(statuses).toEqual(['', 'İptal', 'Şube', 'Tamamlandı'])
  })

  test('the empty status selects records without one, an unknown one none, another case the same', async () => {
    const ctx = await shop()
    await fill(ctx, { boş: { durum: '' }, dolu: {}, büyük: { durum: 'DEVAM EDİYOR' } })
    expect(await names(ctx, { durum: '' })).toEqual(['boş'])
    expect(await list(ctx, { durum: 'Devam' })).toMatchObject({ items: [], total: 0 })
    const open = await list(ctx, { durum: 'devam ediyor' })
    expect(open).toMatchObject({ total: 2, statuses: ['', 'Devam Ediyor'] })
  })
})
