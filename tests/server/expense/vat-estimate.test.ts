import { expect, test } from 'vitest'

import { deleteExpense } from '#server/expense/operations.ts'
import { journalBook } from '#server/kayit/export-journal.ts'
import { deleteKayit } from '#server/kayit/operations.ts'
import { periodExportInput } from '#shared/export/schema.ts'
import { pageClient } from '#tests/support/panel/app.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { cellsOf, inputOf } from '#tests/support/documents/export.ts'
import { spend } from '#tests/support/rows/expense.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'

const db = await testDatabase()
const NOVEMBER = { month: 11, year: 2026 }

const item = (fiyat_kurus: number, islem_adet = 1) => ({ islem_adi: 'Yağ', islem_adet, fiyat_kurus })

test('the estimate is the VAT of the month’s file less the VAT of the expenses with a rate', async () => {
  const user = await buildUser(db)
  const ctx = userCtx(db, user)
  const record = (giris_tarihi: string, ...islemler: ReturnType<typeof item>[]) =>
    save(ctx, { info: { giris_tarihi }, islemler })
  await record('2026-11-01', item(10_005), item(10_005), item(333, 3))
  await record('2026-11-30', item(10_005))
  await record('2026-10-31', item(777_777))
  await record('2026-12-01', item(777_777))
  await save(ctx, { info: { giris_tarihi: '2026-11-05', durum: 'İptal' }, islemler: [item(500_000)] })
  const deleted = await record('2026-11-06', item(400_000))
  await deleteKayit(ctx, { kayit_id: deleted.id })
  // Each line of 3 kuruş has a net of 3, and the discount of all of them −8, which leaves no VAT below 0.
  await save(ctx, {
    info: { giris_tarihi: '2026-11-07' },
    islemler: [item(3), item(3), item(3), { ...item(-9), islem_adi: 'İskonto', kind: 'discount' }],
  })
  await spend(ctx, { amount_kurus: 12_000, vat_rate: 20 })
  await spend(ctx, { amount_kurus: 12_000, vat_rate: 20 })
  await spend(ctx, { amount_kurus: 11_000, vat_rate: 10 })
  await spend(ctx, { amount_kurus: 99_000, vat_rate: 0 })
  await spend(ctx, { amount_kurus: 50_000 })
  await spend(ctx, { amount_kurus: 60_000, vat_rate: 20, spend_date: '2026-10-31' })
  const { id } = await spend(ctx, { amount_kurus: 60_000, vat_rate: 20 })
  await deleteExpense(ctx, { id })
  const other = userCtx(db, await buildUser(db))
  await spend(other, { amount_kurus: 60_000, vat_rate: 20 })
  await save(other, { info: { giris_tarihi: '2026-11-05' }, islemler: [item(90_000)] })

  const estimate = await pageClient(db, user).expense.vat(NOVEMBER)
  expect(estimate).toEqual({
    month: '2026-11-01',
    collected_kurus: 3 * 1667 + 166,
    paid_kurus: 5000,
    difference_kurus: 3 * 1667 + 166 - 5000,
    without_rate: 1,
  })
  const book = await journalBook(ctx, inputOf(periodExportInput, { month: '11', year: '2026' }))
  const items = book.sheets.find(({ name }) => name === 'İşlemler')
  if (items === undefined) throw new Error('no sheet of items')
  await cellsOf(items)
  const column = items.looks.findIndex(({ title }) => title === 'KDV (₺)')
  expect(items.totals?.()[column]).toBe(estimate.collected_kurus)
})

test('a month without records and expenses is 0, and an impossible one is refused', async () => {
  const { expense } = pageClient(db, await buildUser(db))
  expect(await expense.vat({ month: 2, year: 2024 })).toEqual({
    month: '2024-02-01',
    collected_kurus: 0,
    paid_kurus: 0,
    difference_kurus: 0,
    without_rate: 0,
  })
  await expect(expense.vat({ month: 13, year: 2026 })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

test('a user without figures sees no estimate', async () => {
  const owner = await buildUser(db)
  const desk = await buildUser(db, { shop_id: owner.id, role: 'desk' })
  await expect(pageClient(db, desk).expense.vat(NOVEMBER)).rejects.toMatchObject({ code: 'FORBIDDEN' })
})
