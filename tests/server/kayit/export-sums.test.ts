import * as fc from '#tests/support/setup/fast-check.ts'
import { afterAll, describe, expect, test } from 'vitest'

import type { UserCtx } from '#server/platform/core/context.ts'
import { createPdfService } from '#server/platform/documents/pdf-service.ts'
import { expenseBook } from '#server/expense/export.ts'
import { fileChunks } from '#server/platform/export/file.ts'
import { type Book, sheetOfRows } from '#server/platform/export/sheet.ts'
import { getCustomer } from '#server/history/details.ts'
import { customerHistoryBook, vehicleHistoryBook } from '#server/history/export.ts'
import { getVehicle } from '#server/history/details.ts'
import { amountColumns, kayitBook, type RowAmounts, rowAmounts } from '#server/kayit/export.ts'
import { journalBook } from '#server/kayit/export-journal.ts'
import { getKayit } from '#server/kayit/operations.ts'
import { statsBook } from '#server/stats/export.ts'
import { getStats } from '#server/stats/operations.ts'
import { expenseExportInput, kayitExportInput, periodExportInput } from '#shared/export/schema.ts'
import { hasIncome } from '#shared/kayit/rules.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { discounted } from '#tests/support/rows/discount.ts'
import { listed, spend } from '#tests/support/rows/expense.ts'
import { bytesOf, cellsOf, inputOf, xlsxOf } from '#tests/support/documents/export.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { list, save } from '#tests/support/rows/kayit.ts'
import { readPdf } from '#tests/support/documents/read-pdf.ts'

const db = await testDatabase()
const pdf = createPdfService({ timeLimit: 120_000 })
afterAll(() => pdf.close())

const NOVEMBER = { month: '11', year: '2026' }

const item = fc.record({
  islem_adi: fc.constantFrom('Yağ', 'Balata'),
  islem_adet: fc.integer({ min: 1, max: 7 }),
  fiyat_kurus: fc.oneof(fc.constantFrom(0, 1, 10_005, 99_999_999), fc.integer({ min: 0, max: 5_000_000 })),
})
const kayit = fc.record({
  info: fc.record({
    plaka: fc.constantFrom('34 ABC 123', '06 XYZ 7'),
    musteri_adi_soyadi: fc.constantFrom('Ayşe Işık', 'Ali Su'),
    tc_vergino: fc.constantFrom('', '1234567890'),
    // A record without an entry date counts on its record date.
    giris_tarihi: fc.constantFrom('2026-11-01', '2026-11-30', '2026-10-31', null),
    kayit_tarihi: fc.constantFrom('2026-11-02', '2026-12-01'),
    durum: fc.constantFrom('Tamamlandı', 'Devam Ediyor', 'İptal', 'İPTAL', 'iptal', ''),
  }),
  islemler: discounted(fc.array(item, { maxLength: 4 })),
})
const expense = fc.record({
  spend_date: fc.constantFrom('2026-11-01', '2026-10-31'),
  amount_kurus: fc.integer({ min: 1, max: 9_999_999 }),
})

type Table = { name: string; rows: unknown[][] }

/** Returns the sum of the numbers below a title, in kuruş. */
function sumOf(table: Table | undefined, title: string): number {
  const column = table?.rows[0]?.indexOf(title) ?? -1
  if (table === undefined || column === -1) throw new Error(`no column ${title} in ${table?.name}`)
  return table.rows.slice(1).reduce((sum, row) => sum + kurusIn(row[column]), 0)
}

function kurusIn(cell: unknown): number {
  if (typeof cell === 'string') return cell === '' ? 0 : Number(cell.replaceAll(/[₺.,]/g, ''))
  return typeof cell === 'number' ? Math.round(cell * 100) : 0
}

const sheetsOf = async (book: Book): Promise<Map<string, Table>> =>
  new Map((await xlsxOf(book)).sheets.map(({ name, rows }) => [name, { name, rows }]))

async function csvOf(book: Book): Promise<Table> {
  const bytes = await bytesOf(fileChunks(book, 'CSV', { pdf, progress: { done: 0, total: 0 } }))
  const lines = bytes.toString('utf8').replace('\uFEFF', '').trimEnd().split('\r\n')
  return { name: 'CSV', rows: lines.map((line) => line.split(';')) }
}

/** Returns the net of a line, rounded half away from zero. */
const netOf = (gross: number): number =>
  gross < 0 ? -netOf(-gross) : Number((BigInt(gross) * 10n + 6n) / 12n)

/** Returns the amounts of a shop's records, added up line by line from the stored items. */
async function amountsOf(ctx: UserCtx, query: { month?: number; year?: number } = {}) {
  const { items } = await list(ctx, { ...query, size: 100 })
  const sums = { net: 0, vat: 0, gross: 0, cancelled: 0, pieces: 0 }
  for (const row of items) {
    const { islemler } = await getKayit(ctx, { kayit_id: row.kayit_id })
    sums.pieces += row.islem_sayisi
    const lines = islemler.map(({ islem_adet, fiyat_kurus = 0 }) => islem_adet * fiyat_kurus)
    const gross = lines.reduce((sum, line) => sum + line, 0)
    if (!hasIncome(row)) {
      sums.cancelled += gross
      continue
    }
    const net = lines.reduce((sum, line) => sum + netOf(line), 0)
    // A discount leaves neither net nor VAT below 0.
    const left = Math.min(Math.max(net, 0), gross)
    sums.net += left
    sums.vat += gross - left
    sums.gross += gross
  }
  return sums
}

const TITLES = { net: 'KDV hariç (₺)', vat: 'KDV (₺)', gross: 'Tutar (₺)', cancelled: 'İptal tutarı (₺)' }
const sumsIn = (table: Table | undefined) => ({
  net: sumOf(table, TITLES.net),
  vat: sumOf(table, TITLES.vat),
  gross: sumOf(table, TITLES.gross),
  cancelled: sumOf(table, TITLES.cancelled),
})

describe('the sum of a column', () => {
  test('is the figure of the panel in every file of a random shop', async () => {
    const shop = fc.tuple(
      fc.array(kayit, { minLength: 1, maxLength: 8 }),
      fc.array(expense, { maxLength: 3 }),
    )
    await fc.assert(
      fc.asyncProperty(shop, async ([kayitlar, expenses]) => {
        const ctx = userCtx(db, await buildUser(db))
        for (const one of kayitlar) await save(ctx, one)
        for (const one of expenses) await spend(ctx, one)

        const stats = await getStats(ctx, { month: 11, year: 2026 })
        const month = { month: 11, year: 2026 }
        const { pieces, ...amounts } = await amountsOf(ctx, month)
        expect(amounts.gross).toBe(stats.son_ay_gelir_kurus)
        expect(amounts.net + amounts.vat).toBe(amounts.gross)
        const { toplam_kurus: spent } = await listed(ctx, month)

        const journal = await journalBook(ctx, inputOf(periodExportInput, NOVEMBER))
        const sheets = await sheetsOf(journal)
        expect(sumsIn(sheets.get('Kayıtlar'))).toEqual(amounts)
        expect(sumsIn(sheets.get('İşlemler'))).toEqual(amounts)
        expect(sumOf(sheets.get('Giderler'), 'Tutar (₺)')).toBe(spent)
        expect(sheets.get('Toplamlar')?.rows.slice(1)).toEqual([
          ['Kayıtlar', 'İşlem sayısı', pieces],
          ...['Kayıtlar', 'İşlemler'].flatMap((name) => [
            [name, TITLES.net, amounts.net / 100],
            [name, TITLES.vat, amounts.vat / 100],
            [name, TITLES.gross, amounts.gross / 100],
            [name, TITLES.cancelled, amounts.cancelled / 100],
          ]),
          ['Giderler', 'Tutar (₺)', spent / 100],
        ])
        const flat = await csvOf(journal)
        expect({ ...sumsIn(flat), spent: sumOf(flat, 'Gider (₺)') }).toEqual({ ...amounts, spent })

        const records = await kayitBook(ctx, inputOf(kayitExportInput, NOVEMBER))
        expect(sumsIn(await csvOf(records))).toEqual(amounts)
        expect(sumsIn((await sheetsOf(records)).get('Kayıtlar'))).toEqual(amounts)
        const all = await kayitBook(ctx, inputOf(kayitExportInput, {}))
        expect(sumOf(await csvOf(all), TITLES.gross)).toBe(stats.toplam_gelir_kurus)

        const expenseFile = await expenseBook(ctx, inputOf(expenseExportInput, NOVEMBER))
        expect(sumOf(await csvOf(expenseFile), 'Tutar (₺)')).toBe(spent)
        const figures = await sheetsOf(await statsBook(ctx, inputOf(periodExportInput, NOVEMBER)))
        expect(sumOf(figures.get('Günler'), 'Gelir (₺)')).toBe(stats.son_ay_gelir_kurus)
        expect(sumOf(figures.get('Günler'), 'Gider (₺)')).toBe(stats.son_ay_gider_kurus)
        for (const name of ['İşleme göre gelir', 'Markaya göre gelir'])
          expect(sumOf(figures.get(name), 'Gelir (₺)')).toBe(stats.son_ay_gelir_kurus)
      }),
      { numRuns: Number(process.env['MODEL_RUNS'] ?? 12) },
    )
  })

  test('the sum of a car’s and a customer’s history is the figure of its page', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(kayit, { minLength: 1, maxLength: 6 }), async (kayitlar) => {
        const ctx = userCtx(db, await buildUser(db))
        for (const one of kayitlar) await save(ctx, one)
        const links = await db
          .selectFrom('kayit')
          .where('shop_id', '=', ctx.actor.shop)
          .select(['vehicle_id', 'customer_id'])
          .execute()
        for (const id of new Set(links.map(({ vehicle_id }) => vehicle_id ?? 0))) {
          const { total_kurus } = await getVehicle(ctx, { id })
          const book = await vehicleHistoryBook(ctx, { id, format: 'XLSX' })
          const sums = sumsIn((await sheetsOf(book)).get('Geçmiş'))
          expect([sums.gross, sums.net + sums.vat]).toEqual([total_kurus, total_kurus])
        }
        for (const id of new Set(links.map(({ customer_id }) => customer_id ?? 0))) {
          const { total_kurus } = await getCustomer(ctx, { id })
          const book = await customerHistoryBook(ctx, { id, format: 'CSV' })
          expect(sumOf(await csvOf(book), TITLES.gross)).toBe(total_kurus)
        }
      }),
      { numRuns: Number(process.env['MODEL_RUNS'] ?? 8) },
    )
  })
})

describe('a cancelled record in a file', () => {
  async function shopWithCancelled() {
    const ctx = userCtx(db, await buildUser(db))
    const record = (durum: string, fiyat_kurus: number) =>
      save(ctx, {
        info: { giris_tarihi: '2026-11-03', durum, tc_vergino: '1234567890' },
        islemler: [{ islem_adi: 'Yağ', islem_adet: 1, fiyat_kurus }],
      })
    const done = await record('Tamamlandı', 12_000)
    const cancelled = await record('İptal', 6_000)
    return { ctx, ids: [done.id, cancelled.id] }
  }

  test('has its amount in a column of its own, and the sheets are joined by the record’s number', async () => {
    const { ctx, ids } = await shopWithCancelled()
    const sheets = await sheetsOf(await journalBook(ctx, inputOf(periodExportInput, NOVEMBER)))
    for (const name of ['Kayıtlar', 'İşlemler']) {
      const [head = [], ...rows] = sheets.get(name)?.rows ?? []
      const cells = ['Kayıt no', 'T.C. / Vergi no', ...Object.values(TITLES)].map((title) =>
        head.indexOf(title),
      )
      expect(rows.map((row) => cells.map((at) => row[at]))).toEqual([
        [`${ids[0]}`, '1234567890', 100, 20, 120, null],
        [`${ids[1]}`, '1234567890', null, null, null, 60],
      ])
    }
  })

  test('the accountant’s PDF has the columns of its other formats, and a row of totals below each table', async () => {
    const { ctx, ids } = await shopWithCancelled()
    await spend(ctx, { title: 'Kira', amount_kurus: 125_050, spend_date: '2026-11-01' })
    const book = await journalBook(ctx, inputOf(periodExportInput, NOVEMBER))
    const progress = { done: 0, total: 0 }
    const { rows } = await readPdf(Uint8Array.from(await bytesOf(fileChunks(book, 'PDF', { pdf, progress }))))
    const heads = rows.filter(([first]) => first === 'Kayıt no')
    for (const head of heads)
      expect(head).toEqual(expect.arrayContaining(['T.C. / Vergi no', ...Object.values(TITLES)]))
    expect(heads).toHaveLength(2)
    expect(rows.filter(([first]) => first === `${ids[0]}`)).toHaveLength(2)
    const totals = rows.filter(([first]) => first === 'Toplam').map((cells) => cells.filter(Boolean))
    const amounts = ['₺100,00', '₺20,00', '₺120,00', '₺60,00']
    expect(totals).toEqual([
      ['Toplam', '2', ...amounts],
      ['Toplam', ...amounts],
      ['Toplam', '₺1.250,50'],
    ])
  })

  test('counts in no sum of the PDF, whose last row is the totals', async () => {
    const { ctx } = await shopWithCancelled()
    const book = await kayitBook(ctx, inputOf(kayitExportInput, NOVEMBER))
    const progress = { done: 0, total: 0 }
    const { rows } = await readPdf(Uint8Array.from(await bytesOf(fileChunks(book, 'PDF', { pdf, progress }))))
    const table = { name: 'PDF', rows: rows.slice(0, -1) }
    expect(sumsIn(table)).toEqual({ net: 10_000, vat: 2_000, gross: 12_000, cancelled: 6_000 })
    expect(rows.at(-1)?.filter(Boolean)).toEqual(['Toplam', '2', '₺100,00', '₺20,00', '₺120,00', '₺60,00'])
  })
})

test('a negative amount, as of a refund, is rounded like a positive one and subtracted', async () => {
  const rows = [10_005, -10_005, -5].map((fiyat_kurus) => rowAmounts('', [{ islem_adet: 1, fiyat_kurus }]))
  const sheet = sheetOfRows(
    'İade',
    amountColumns((row: RowAmounts) => row),
    rows,
  )
  expect(await cellsOf(sheet)).toEqual([
    [8_338, 1_667, 10_005, null],
    [-8_338, -1_667, -10_005, null],
    [-4, -1, -5, null],
  ])
  expect(sheet.totals?.()).toEqual([-4, -1, -5, 0])
})

test('a total in a workbook is a formula over its column, on a sheet of its own', async () => {
  const ctx = userCtx(db, await buildUser(db))
  await spend(ctx, { title: 'Kira', amount_kurus: 125_050, spend_date: '2026-11-01' })
  await spend(ctx, { title: 'Su', amount_kurus: 5, spend_date: '2026-11-02' })
  const { sheets } = await xlsxOf(await expenseBook(ctx, inputOf(expenseExportInput, {})))
  expect(sheets.map(({ name, rows }) => [name, rows.length])).toEqual([
    ['Giderler', 3],
    ['Toplamlar', 2],
  ])
  expect(sheets[1]?.cells?.get('1,2')).toMatchObject({ formula: "SUM('Giderler'!C2:C3)", value: 1250.55 })
})
