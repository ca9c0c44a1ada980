import { describe, expect, test } from 'vitest'

import { monthBook } from '#server/month/archive.ts'
import { dayEndsBook } from '#server/month/day-ends-file.ts'
import { monthPayments } from '#server/month/payments.ts'
import { paymentsBook } from '#server/month/payments-file.ts'
import { fileChunks, fileOf } from '#server/platform/export/file.ts'
import { getStats } from '#server/stats/operations.ts'
import { periodExportInput } from '#shared/export/schema.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { bytesOf, cellsOf, csvRows, inputOf } from '#tests/support/documents/export.ts'
import { accountShop, visit } from '#tests/support/rows/accounts.ts'
import { spend } from '#tests/support/rows/expense.ts'
import { TEST_NOW, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { reverse, take, takeAccount } from '#tests/support/rows/payment.ts'
import { buildMember } from '#tests/support/rows/staff.ts'
import { close, open } from '#tests/support/rows/till.ts'
import { unzipped } from '#tests/support/documents/unzip.ts'

const db = await testDatabase()
const NOVEMBER = inputOf(periodExportInput, { month: '11', year: '2026' })
const OCTOBER = inputOf(periodExportInput, { month: '10', year: '2026' })
const pdf = { renderTables: () => Promise.reject(new Error('no PDF')) } as never

async function shop() {
  const { owner, ctx } = await accountShop(db)
  return { owner, ctx, ...(await visit(ctx)) }
}

const FIRST_DAY = new Date(TEST_NOW.getTime() - 86_400_000)

describe('the file of payments', () => {
  test('has a line for each entry that counts, in the order of their days, and the sums by method', async () => {
    const { ctx, kayit_id, customer_id } = await shop()
    await take(ctx, { kayit_id, amount_kurus: 20_000, method: 'card', day: '2026-11-12', note: 'Elden' })
    await take(ctx, { kayit_id, amount_kurus: 500, day: '2026-11-13', kind: 'refund' })
    await takeAccount(ctx, { customer_id, amount_kurus: 3_050, day: '2026-11-11' })
    const { payments } = await take(ctx, { kayit_id, amount_kurus: 77, day: '2026-11-10' })
    await reverse(ctx, { id: payments.at(-1)?.id ?? 0 })
    const book = await paymentsBook(ctx, NOVEMBER)
    expect(book).toMatchObject({
      fileName: 'tahsilatlar-2026-11',
      about: 'Kasım 2026 · Dönem içinde iptal edilenler yoktur',
    })
    const [list, methods] = book.sheets
    if (list === undefined || methods === undefined) throw new Error('a sheet is missing')
    const no = String(kayit_id)
    expect(await cellsOf(list)).toEqual([
      ['2026-11-11', '', '', 'Ayşe Işık', 'Tahsilat', 'Nakit', 3_050, null, ''],
      ['2026-11-12', no, '34 AYS 34', 'Ayşe Işık', 'Tahsilat', 'Kart', 20_000, null, 'Elden'],
      ['2026-11-13', no, '34 AYS 34', 'Ayşe Işık', 'İade', 'Nakit', null, 500, ''],
    ])
    expect(list.totals?.()).toEqual([null, null, null, null, null, null, 23_050, 500, null])
    expect(await cellsOf(methods)).toEqual([
      ['Kart', 1, 20_000, 0, 20_000],
      ['Nakit', 1, 3_050, 500, 2_550],
    ])
    const { in_kurus, refunded_kurus } = await monthPayments(ctx, { month: 11, year: 2026 })
    expect(methods.totals?.()).toEqual([null, 2, in_kurus, refunded_kurus, in_kurus - refunded_kurus])
    expect(list.total).toBe(3)
  })

  test('names the cancellation of an entry of another month', async () => {
    const { ctx, kayit_id } = await shop()
    const { payments } = await take(ctx, { kayit_id, day: '2026-10-12' })
    await reverse(ctx, { id: payments[0]?.id ?? 0 })
    const rowsOf = async (input: typeof NOVEMBER) => {
      const [list] = (await paymentsBook(ctx, input)).sheets
      return list === undefined ? [] : cellsOf(list)
    }
    expect(await rowsOf(OCTOBER)).toEqual([
      ['2026-10-12', String(kayit_id), '34 AYS 34', 'Ayşe Işık', 'Tahsilat', 'Nakit', 10_000, null, ''],
    ])
    expect((await rowsOf(NOVEMBER)).map((row) => [row[4], row[6], row[7]])).toEqual([
      ['Tahsilat iptali', null, 10_000],
    ])
  })

  test('has no sums for the desk, which does not see the month’s money', async () => {
    const { owner, ctx, kayit_id } = await shop()
    await take(ctx, { kayit_id })
    const desk = userCtx(db, await buildMember(db, owner, { role: 'desk' }))
    const { sheets } = await paymentsBook(desk, NOVEMBER)
    expect(sheets.map(({ name, totals }) => [name, totals])).toEqual([['Tahsilatlar', undefined]])
    const days = await dayEndsBook(desk, NOVEMBER)
    expect(days.sheets.map(({ totals }) => totals)).toEqual([undefined])
  })
})

test('the file of the day-ends has those of its days, without the first count of the drawer', async () => {
  const { ctx, kayit_id } = await shop()
  await open({ ...ctx, now: FIRST_DAY })
  await take({ ...ctx, now: FIRST_DAY }, { kayit_id, amount_kurus: 5_000 })
  await spend({ ...ctx, now: FIRST_DAY }, { amount_kurus: 1_200, method: 'cash' })
  await close({ ...ctx, now: FIRST_DAY }, { counted_kurus: 13_700, reason: 'Bozuk para üstü' })
  await take(ctx, { kayit_id, amount_kurus: 300, kind: 'refund' })
  await close(ctx)
  const { username } = ctx.actor
  const book = await dayEndsBook(ctx, NOVEMBER)
  expect(book.fileName).toBe('gün-sonları-2026-11')
  const [sheet] = book.sheets
  if (sheet === undefined) throw new Error('no sheet')
  expect(await cellsOf(sheet)).toEqual([
    ['1', '2026-11-20', 10_000, 5_000, 0, 1_200, 13_800, 13_700, -100, 'Bozuk para üstü', username],
    ['2', '2026-11-21', 13_700, 0, 300, 0, 13_400, 13_400, 0, '', username],
  ])
  expect(sheet.totals?.()).toEqual([null, null, null, 5_000, 300, 1_200, null, null, -100, null, null])
  expect((await dayEndsBook(ctx, OCTOBER)).sheets[0]?.total).toBe(0)
})

describe('the archive of a month', () => {
  test('has every file of the month with the figures of the screens', async () => {
    const { ctx, kayit_id } = await shop()
    await take(ctx, { kayit_id, day: '2026-11-12' })
    await save(ctx, {
      info: { giris_tarihi: '2026-11-30' },
      islemler: [{ islem_adi: 'Yağ', islem_adet: 1, fiyat_kurus: 50_000 }],
    })
    await spend(ctx, { title: 'Kira', amount_kurus: 9_050, spend_date: '2026-11-03' })
    const book = await monthBook(ctx, NOVEMBER)
    expect(fileOf(book, 'CSV')).toEqual({ type: 'application/zip', name: 'muhasebe-2026-11.zip' })
    const progress = { done: 0, total: 0 }
    const files = unzipped(await bytesOf(fileChunks(book, 'CSV', { pdf, progress })))
    expect([...files.keys()]).toEqual([
      'döküm-2026-11.csv',
      'tahsilatlar-2026-11.csv',
      'giderler-2026-11.csv',
      'gün-sonları-2026-11.csv',
      'istatistikler-2026-11.csv',
    ])
    expect(progress.done).toBe(progress.total)
    const text = (name: string) => files.get(`${name}-2026-11.csv`)?.toString('utf8') ?? ''
    expect(csvRows(text('tahsilatlar'))).toHaveLength(1)
    expect(csvRows(text('giderler'))[0]?.slice(0, 3)).toEqual(['03.11.2026', 'Kira', '90,50'])
    const { son_ay_gelir_kurus } = await getStats(ctx, { month: 11, year: 2026 })
    expect(son_ay_gelir_kurus).toBe(50_000)
    expect(text('istatistikler')).toContain('Ayın geliri;500,00;')
    expect(csvRows(text('döküm'))).toHaveLength(2)
  })

  test('is for those who may see the month’s money', async () => {
    const { owner } = await shop()
    for (const role of ['desk', 'mechanic'] as const)
      await expect(
        monthBook(userCtx(db, await buildMember(db, owner, { role })), NOVEMBER),
      ).rejects.toMatchObject({ code: 'FORBIDDEN' })
    const allowed = userCtx(db, await buildMember(db, owner, { role: 'desk', sees_figures: true }))
    expect((await monthBook(allowed, NOVEMBER)).files).toHaveLength(5)
  })
})
