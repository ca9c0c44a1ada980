import { expect, test } from 'vitest'

import type { Sheet } from '#server/platform/export/sheet.ts'
import { statsBook } from '#server/stats/export.ts'
import { getPeriodStats } from '#server/stats/operations.ts'
import { periodExportInput } from '#shared/export/schema.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { spend } from '#tests/support/rows/expense.ts'
import { cellsOf, inputOf } from '#tests/support/documents/export.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'

const db = await testDatabase()

/** Stores work of two years, on 21.11.2026. */
async function busyShop() {
  const ctx = userCtx(db, await buildUser(db))
  const job = (giris_tarihi: string, arac_marka: string, ...[islem_adi, fiyat_kurus]: [string, number]) =>
    save(ctx, {
      info: { giris_tarihi, arac_marka, durum: 'Tamamlandı', cikis_tarihi: giris_tarihi },
      islemler: [{ islem_adi, islem_adet: 1, fiyat_kurus }],
    })
  await job('2025-03-05', 'Fiat', 'Yağ', 100_000)
  await job('2026-03-05', 'Fiat', 'Yağ', 100_050)
  await job('2026-11-20', 'Opel', 'Balata', 50_000)
  await save(ctx, { info: { giris_tarihi: '2026-11-21' }, islemler: [] })
  await spend(ctx, { title: 'Kira', amount_kurus: 30_005, spend_date: '2026-11-01' })
  return ctx
}

const book = async (query: Record<string, string>, ctx?: Awaited<ReturnType<typeof busyShop>>) =>
  statsBook(ctx ?? (await busyShop()), inputOf(periodExportInput, query))

/** Returns the rows of the sheet of this name. */
function rowsOf(sheets: readonly Sheet[], name: string) {
  const sheet = sheets.find((one) => one.name === name)
  if (sheet === undefined) throw new Error(`no sheet ${name}`)
  return cellsOf(sheet)
}

const BELOW = ['İşleme göre gelir', 'Markaya göre gelir', 'Açık işler']
const COMPARISON = 'Önceki dönemle karşılaştırma'

test.each([
  [
    { month: '11', year: '2026' },
    'istatistikler-2026-11',
    'Kasım 2026',
    ['Özet', 'Durumlar', 'Günler', 'En fazla yapılan işlemler', COMPARISON],
  ],
  [
    { from: '2026-11-01', to: '2026-11-30' },
    'istatistikler-2026-11',
    'Kasım 2026',
    ['Özet', 'Durumlar', 'Günler', 'En fazla yapılan işlemler', COMPARISON],
  ],
  [{ period: 'year' }, 'istatistikler-2026', '2026 yılı', [COMPARISON, 'Aylar']],
  [{ period: 'year', year: '2025' }, 'istatistikler-2025', '2025 yılı', [COMPARISON, 'Aylar']],
  [
    { from: '2026-10-05', to: '2026-11-21' },
    'istatistikler-2026-10-05_2026-11-21',
    '5 Ekim – 21 Kasım 2026',
    [COMPARISON, 'Haftalar'],
  ],
  [
    { from: '2026-11-20', to: '2026-11-21' },
    'istatistikler-2026-11-20_2026-11-21',
    '20–21 Kasım 2026',
    [COMPARISON, 'Günler'],
  ],
])(
  'the file of %j is %s and has the sections of its screen',
  async (...[query, fileName, about, sections]) => {
    const made = await book(query)
    expect([made.fileName, made.about]).toEqual([fileName, about])
    expect(made.sheets.map(({ name }) => name)).toEqual([...sections, ...BELOW])
    for (const sheet of made.sheets) expect(await cellsOf(sheet)).toHaveLength(sheet.total)
  },
)

test('the figures of a running year stand beside the same days of the year before', async () => {
  const { sheets } = await book({ period: 'year' })
  expect(await rowsOf(sheets, COMPARISON)).toEqual([
    ['Seçilen dönem', '2026-01-01', '2026-12-31', 150_050, 30_005, 120_045, 3, 2, 2, 75_025],
    ['Karşılaştırılan günler', '2026-01-01', '2026-11-21', 150_050, 30_005, 120_045, 3, 2, 2, 75_025],
    ['Önceki dönem', '2025-01-01', '2025-11-21', 100_000, 0, 100_000, 1, 1, 1, 100_000],
    ['Fark', null, null, 50_050, 30_005, 20_045, 2, 1, 1, -24_975],
  ])
  const months = await rowsOf(sheets, 'Aylar')
  expect(months).toHaveLength(12)
  expect(months[2]).toEqual(['Mart 2026', '2026-03-01', 1, 100_050, 0, 100_050, 'Mart 2025', 1, 100_000, 0])
})

test('a figure without an earlier period is not compared', async () => {
  const { sheets } = await book({ from: '2026-11-22', to: '2026-11-22' })
  expect(await rowsOf(sheets, COMPARISON)).toEqual([
    ['Seçilen dönem', '2026-11-22', '2026-11-22', 0, 0, 0, 0, 0, 0, null],
  ])
  const [first] = await rowsOf((await book({ period: 'year', year: '1900' })).sheets, 'Aylar')
  expect(first?.slice(6)).toEqual(['', null, null, null])
})

test('a month has what its screen shows below the charts', async () => {
  const { sheets } = await book({})
  expect((await rowsOf(sheets, 'Günler'))[19]).toEqual(['2026-11-20', 1, 1, 50_000, 0, 0, 50_000])
  expect(await rowsOf(sheets, 'İşleme göre gelir')).toEqual([['BALATA', 50_000, 100]])
  expect(await rowsOf(sheets, 'Markaya göre gelir')).toEqual([['Opel', 50_000, 100]])
  expect(await rowsOf(sheets, 'Açık işler')).toEqual([['2026-11-21', 1, '2026-11-21', 0]])
})

test('the file and the screen have the same figures, and the parts are the income', async () => {
  const ctx = await busyShop()
  const days = { from: '2026-03-01', to: '2026-11-21' }
  const [{ sheets }, { totals }] = [await book(days, ctx), await getPeriodStats(ctx, days)]
  const [figures] = await rowsOf(sheets, COMPARISON)
  expect([figures?.[3], figures?.[4]]).toEqual([totals.gelir_kurus, totals.gider_kurus])
  for (const name of ['Aylar', ...BELOW.slice(0, 2)]) {
    const sheet = sheets.find((one) => one.name === name)
    await rowsOf(sheets, name)
    expect(sheet?.totals?.().find((sum) => sum === totals.gelir_kurus)).toBe(150_050)
  }
})
