import * as fc from '#tests/support/setup/fast-check.ts'
import { describe, expect, test } from 'vitest'

import { expenseBook } from '#server/expense/export.ts'
import { kayitBook } from '#server/kayit/export.ts'
import { journalBook } from '#server/kayit/export-journal.ts'
import { statsBook } from '#server/stats/export.ts'
import { expenseExportInput, kayitExportInput, periodExportInput } from '#shared/export/schema.ts'
import { KAYIT_SORTS } from '#shared/kayit/schema.ts'

import { testDatabase } from '#tests/support/database/database.ts'
import { listed, spend } from '#tests/support/rows/expense.ts'
import { cellsOf, csvOf, csvRows, inputOf } from '#tests/support/documents/export.ts'
import { buildUser, type TestUser, userCtx } from '#tests/support/rows/factories.ts'
import { copyRow, list, save } from '#tests/support/rows/kayit.ts'
import { buildMember } from '#tests/support/rows/staff.ts'

const db = await testDatabase()
const shop = async () => userCtx(db, await buildUser(db))
type Ctx = Awaited<ReturnType<typeof shop>>

const records = async (ctx: Ctx, query: Record<string, string> = {}) => {
  const { sheets } = await kayitBook(ctx, inputOf(kayitExportInput, query))
  return sheets[0] === undefined ? [] : cellsOf(sheets[0])
}

const oil = { islem_adi: 'Motor yağı', islem_adet: 4, fiyat_kurus: 48_005 }
const work = { islem_adi: 'İşçilik', islem_adet: 1, fiyat_kurus: 100_000 }

/** Stores six records of several months and statuses, two of them with the same name. */
async function busyShop() {
  const ctx = await shop()
  const infos = [
    { plaka: '34 A 1', giris_tarihi: '2026-11-03', cikis_tarihi: '2026-11-05', durum: 'Tamamlandı' },
    { plaka: '34 B 2', giris_tarihi: '2026-11-03', durum: 'İptal' },
    { plaka: '34 C 3', giris_tarihi: '2026-10-31' },
    { plaka: '34 D 4', musteri_adi_soyadi: 'Çağ Ilgın', cikis_tarihi: '2026-11-21', durum: 'Tamamlandı' },
    { plaka: '', sasi_no: 'WVWZZZ1JZ3W386752', giris_tarihi: '2025-11-03' },
    { plaka: '34 F 6', giris_tarihi: '2026-11-30', durum: 'Beklemede' },
  ]
  for (const [index, info] of infos.entries())
    await save(ctx, { info, islemler: [oil, work].slice(0, index % 3) })
  return ctx
}

describe('the export of the list', () => {
  test('every column of a record is there, with the phone as it is shown', async () => {
    const ctx = await shop()
    const info = {
      tc_vergino: '1234567890',
      musteri_adi_soyadi: 'Çağ Ilgın',
      musteri_tel: '05321234567',
      plaka: '34 ABC 123',
      sasi_no: 'WVW1',
      arac_marka: 'Fiat',
      arac_model: 'Egea',
      giris_tarihi: '2026-11-03',
    }
    const { id } = await save(ctx, { info, islemler: [oil] })
    expect(await records(ctx)).toEqual([
      [
        String(id),
        '34 ABC 123',
        'Çağ Ilgın',
        '123••••890',
        '0 (532) 123 45 67',
        'WVW1',
        'Fiat',
        'Egea',
        1,
        160_017,
        32_003,
        192_020,
        null,
        '2026-11-03',
        null,
        '2026-11-21',
        'Devam Ediyor',
      ],
    ])
  })

  test('list and export never disagree, whatever is filtered, searched and sorted', async () => {
    const ctx = await busyShop()
    await save(await shop(), { info: { plaka: '34 Z 9' } })
    const query = fc.record(
      {
        q: fc.constantFrom('34', 'ılgın', 'ilgin', 'wvw', 'yok', ''),
        durum: fc.constantFrom('İptal', 'Tamamlandı', ''),
        month: fc.constantFrom(10, 11),
        year: fc.constantFrom(2025, 2026),
        open: fc.constant(true as const),
        sort: fc.constantFrom(...KAYIT_SORTS),
        dir: fc.constantFrom('asc', 'desc'),
      },
      { requiredKeys: ['sort', 'dir'] },
    )
    await fc.assert(
      fc.asyncProperty(query, async (asked) => {
        const { items } = await list(ctx, { ...asked, size: 100 })
        const sent = Object.fromEntries(Object.entries(asked).map(([name, value]) => [name, String(value)]))
        const exported = await records(ctx, sent)
        expect(exported.map(([, plate, , , , chassis]) => [plate, chassis])).toEqual(
          items.map(({ plaka, sasi_no }) => [plaka, sasi_no]),
        )
      }),
      { numRuns: 40 },
    )
  })

  test('more records than a batch has are all there, in order', async () => {
    const ctx = await shop()
    const { id } = await save(ctx, { info: { plaka: '34 A 1' } })
    await copyRow(ctx, id, { count: 1_100, change: (number) => ({ plaka: `34 A ${number + 1}` }) })
    const plates = (await records(ctx)).map(([, plate]) => plate)
    expect(plates).toEqual(Array.from({ length: 1_101 }, (_, index) => `34 A ${index + 1}`))
  })

  test('has the sum of the amounts only for who may see figures', async () => {
    const owner = await buildUser(db)
    await save(userCtx(db, owner), { info: { plaka: '34 A 1' }, islemler: [oil] })
    const [desk, figures] = [
      await buildMember(db, owner),
      await buildMember(db, owner, { sees_figures: true }),
    ]
    const read = async (user: TestUser) => {
      const { sheets, about } = await kayitBook(userCtx(db, user), inputOf(kayitExportInput, {}))
      const [sheet] = sheets
      const cells = sheet === undefined ? [] : cellsOf(sheet)
      return { cells: await cells, totals: sheet?.totals?.().slice(8, 13), about }
    }
    const cells = [expect.arrayContaining(['34 A 1', 1, 192_020])]
    expect(await read(figures)).toMatchObject({ cells, totals: [1, 160_017, 32_003, 192_020, 0] })
    expect(await read(desk)).toMatchObject({ cells, totals: [1, null, null, null, null] })
  })

  test('deleted records are not there, and cancelled ones are not in the total', async () => {
    const ctx = await busyShop()
    await db.updateTable('kayit').set({ deleted_at: ctx.now }).where('plaka', '=', '34 C 3').execute()
    const { sheets } = await kayitBook(ctx, inputOf(kayitExportInput, { month: '11', year: '2026' }))
    const [sheet] = sheets
    if (sheet === undefined) throw new Error('no sheet')
    const plates = (await cellsOf(sheet)).map(([, plate]) => plate)
    expect(new Set(plates)).toEqual(new Set(['34 A 1', '34 B 2', '34 D 4', '34 F 6']))
    // The records have 0, 1 (cancelled), 0 and 2 items: only the last one's amounts count.
    const income = [160_017 + 83_333, 32_003 + 16_667, 192_020 + 100_000]
    expect(sheet.totals?.().slice(8, 13)).toEqual([3, ...income, 192_020])
  })

  test.each([
    [{}, 'kayıtlar-2026-11-21'],
    [{ year: '2025' }, 'kayıtlar-2025'],
    [{ month: '3' }, 'kayıtlar-2026-03'],
    [{ month: '11', year: '2025' }, 'kayıtlar-2025-11'],
  ])('the file of %j is named %s', async (query, name) => {
    const { fileName } = await kayitBook(await shop(), inputOf(kayitExportInput, query))
    expect(fileName).toBe(name)
  })
})

describe('the export of the expenses', () => {
  test('it has what the screen lists, in its order, with the sum', async () => {
    const ctx = await shop()
    await spend(ctx, { title: 'Kira', amount_kurus: 125_050, spend_date: '2026-11-01', note: 'Dükkân' })
    await spend(ctx, {
      title: 'Su',
      amount_kurus: 5,
      spend_date: '2026-11-02',
      spread_date: '2026-10-02',
      method: 'deferred',
      category: 'Fatura',
      vat_rate: 10,
    })
    await spend(ctx, { title: 'Kira', spend_date: '2026-10-01' })
    await spend(await shop(), { title: 'Kira', spend_date: '2026-11-01' })
    const query = { month: '11', year: '2026', sort: 'amount', dir: 'asc' }
    const { sheets } = await expenseBook(ctx, inputOf(expenseExportInput, query))
    const [sheet] = sheets
    if (sheet === undefined) throw new Error('no sheet')
    expect(await cellsOf(sheet)).toEqual([
      ['2026-11-02', 'Su', 5, 'Fatura', 'Vadeli', 10, 0, ''],
      ['2026-11-01', 'Kira', 125_050, '', '', null, null, 'Dükkân'],
    ])
    const { toplam_kurus } = await listed(ctx, { month: 11, year: 2026 })
    expect(sheet.totals?.()[2]).toBe(toplam_kurus)
    expect(csvRows(await csvOf(await expenseBook(ctx, inputOf(expenseExportInput, { q: 'su' }))))).toEqual([
      ['02.11.2026', 'Su', '0,05', 'Fatura', 'Vadeli', '10', '0,00', ''],
    ])
  })
})

describe('the journal of a period', () => {
  test('its sheets and the statistics of the month agree to the kuruş', async () => {
    const ctx = await busyShop()
    await spend(ctx, { title: 'Kira', amount_kurus: 125_050, spend_date: '2026-11-01' })
    await spend(ctx, { title: 'Eski', spend_date: '2026-10-31' })
    const query = inputOf(periodExportInput, { month: '11', year: '2026' })
    const book = await journalBook(ctx, query)
    expect(book.sheets.map(({ name, total }) => [name, total])).toEqual([
      ['Kayıtlar', 4],
      ['İşlemler', 3],
      ['Giderler', 1],
    ])
    for (const sheet of book.sheets) expect(await cellsOf(sheet)).toHaveLength(sheet.total)
    const [kayitlar, islemler, giderler] = book.sheets.map((sheet) => sheet.totals?.() ?? [])
    const [figures] = (await statsBook(ctx, query)).sheets
    const [income, expense] = figures === undefined ? [] : await cellsOf(figures)
    expect([kayitlar?.[11], islemler?.[10], giderler?.[2]]).toEqual([income?.[1], income?.[1], expense?.[1]])
    expect(income?.[1]).toBe(292_020)
  })

  test.each([
    [{}, 'döküm-2026-11', ['34 A 1', '34 B 2', '34 D 4', '34 F 6'], 1],
    [{ period: 'year' }, 'döküm-2026', ['34 C 3', '34 A 1', '34 B 2', '34 D 4', '34 F 6'], 2],
    [
      { from: '2026-10-31', to: '2026-11-03' },
      'döküm-2026-10-31_2026-11-03',
      ['34 C 3', '34 A 1', '34 B 2'],
      2,
    ],
  ])(
    'of %j it has exactly the records and expenses of these days',
    async (...[asked, name, plates, expenses]) => {
      const ctx = await busyShop()
      await spend(ctx, { title: 'Kira', spend_date: '2026-11-03' })
      await spend(ctx, { title: 'Eski', spend_date: '2026-10-31' })
      const { fileName, sheets } = await journalBook(ctx, inputOf(periodExportInput, asked))
      expect(fileName).toBe(name)
      const [kayitlar, , giderler] = sheets
      const found = kayitlar === undefined ? [] : (await cellsOf(kayitlar)).map(([, plate]) => plate)
      expect(new Set(found)).toEqual(new Set(plates))
      expect(found).toHaveLength(plates.length)
      expect(giderler?.total).toBe(expenses)
    },
  )

  test('one table has a row for every item, every record without items and every expense', async () => {
    const ctx = await shop()
    const { id } = await save(ctx, {
      info: { plaka: '34 A 1', giris_tarihi: '2026-11-03' },
      islemler: [oil, work],
    })
    const bare = await save(ctx, { info: { plaka: '34 B 2', giris_tarihi: '2026-11-04' } })
    await spend(ctx, { title: '=Kira', amount_kurus: 125_050, spend_date: '2026-11-01' })
    const book = await journalBook(ctx, inputOf(periodExportInput, {}))
    expect(book.flat?.total).toBe(4)
    const first = ['İşlem', `${id}`, '03.11.2026', '34 A 1', 'Ayşe Işık', '']
    const second = ['İşlem', `${bare.id}`, '04.11.2026', '34 B 2', 'Ayşe Işık', '']
    expect(csvRows(await csvOf({ ...book, sheets: book.flat === undefined ? [] : [book.flat] }))).toEqual([
      [...first, 'Motor yağı', '4', '480,05', '1600,17', '320,03', '1920,20', '', '', 'Devam Ediyor'],
      [...first, 'İşçilik', '1', '1000,00', '833,33', '166,67', '1000,00', '', '', 'Devam Ediyor'],
      [...second, '', '', '', '0,00', '0,00', '0,00', '', '', 'Devam Ediyor'],
      ['Gider', '', '01.11.2026', '', '', '', "'=Kira", '', '', '', '', '', '', '1250,50', ''],
    ])
  })
})
