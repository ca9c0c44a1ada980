import { expect, test } from 'vitest'

import type { UserCtx } from '#server/platform/core/context.ts'
import { deleteExpense } from '#server/expense/operations.ts'
import { deleteKayit } from '#server/kayit/operations.ts'
import { getComparedStats } from '#server/stats/operations.ts'
import { monthOf } from '#shared/date.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { spend } from '#tests/support/rows/expense.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'

const db = await testDatabase()

/** Stores a shop and sets its time, by default nine in the morning. */
const shopOn = async (today: string) =>
  userCtx(db, await buildUser(db), { now: new Date(today.length === 10 ? `${today}T06:00:00Z` : today) })

const job = (ctx: UserCtx, giris_tarihi: string, { durum = 'Tamamlandı', lira = 100 } = {}) =>
  save(ctx, {
    info: { giris_tarihi, durum },
    islemler: [{ islem_adi: 'Yağ', islem_adet: 1, fiyat_kurus: Math.round(lira * 100) }],
  })

/** Returns 'records completed income expense' (kuruş) of each period, with its days. */
async function compared(ctx: UserCtx, year: number, month: number) {
  const { comparison } = await getComparedStats(ctx, { year, month })
  const side = (figures: NonNullable<typeof comparison>['current']) => {
    const { from, to, kayit_sayisi, tamamlanan_sayisi, gelir_kurus, gider_kurus } = figures
    return { [`${from}…${to}`]: [kayit_sayisi, tamamlanan_sayisi, gelir_kurus, gider_kurus] }
  }
  return comparison && { ...side(comparison.previous), ...side(comparison.current) }
}

test('a running month is compared with the same days of the month before', async () => {
  const ctx = await shopOn('2026-11-22')
  await job(ctx, '2026-10-01')
  await job(ctx, '2026-10-22', { durum: 'Devam Ediyor', lira: 250.05 })
  await job(ctx, '2026-10-22', { durum: 'İptal', lira: 9000 })
  await job(ctx, '2026-10-23', { lira: 7000 })
  await job(ctx, '2026-11-22')
  await spend(ctx, { spend_date: '2026-10-22', amount_kurus: 10 })
  await spend(ctx, { spend_date: '2026-10-23', amount_kurus: 50_000 })
  await spend(ctx, { spend_date: '2026-11-02', amount_kurus: 3000 })
  expect(await compared(ctx, 2026, 11)).toEqual({
    '2026-10-01…2026-10-22': [3, 1, 35_005, 10],
    '2026-11-01…2026-11-22': [1, 1, 10_000, 3000],
  })
  const { comparison } = await getComparedStats(ctx, {})
  expect(
    Object.fromEntries((comparison?.previous_gelir ?? []).map((day) => [day.label, day.tutar_kurus])),
  ).toEqual({
    '2026-10-01': 10_000,
    '2026-10-22': 25_005,
    '2026-10-23': 700_000,
  })
})

test('entries for days to come count in the month and not in the comparison', async () => {
  const ctx = await shopOn('2026-11-22')
  await job(ctx, '2026-11-30', { lira: 400 })
  await spend(ctx, { spend_date: '2026-11-23', amount_kurus: 7000 })
  expect(await getComparedStats(ctx, {})).toMatchObject({
    son_ay_kayit_sayisi: 1,
    son_ay_gelir_kurus: 40_000,
    son_ay_gider_kurus: 7000,
    comparison: { current: { kayit_sayisi: 0, tamamlanan_sayisi: 0, gelir_kurus: 0, gider_kurus: 0 } },
  })
})

test('the first day of a month begins at midnight in Istanbul', async () => {
  const ctx = await shopOn('2026-10-31T21:00:00Z')
  await job(ctx, '2026-10-01')
  await job(ctx, '2026-10-02')
  await job(ctx, '2026-11-01', { lira: 5 })
  expect(await compared(ctx, 2026, 11)).toEqual({
    '2026-10-01…2026-10-01': [1, 1, 10_000, 0],
    '2026-11-01…2026-11-01': [1, 1, 500, 0],
  })
  const before = { ...ctx, now: new Date('2026-10-31T20:59:59Z') }
  expect(await compared(before, 2026, 11)).toBeNull()
})

const LENGTHS = [
  {
    is: 'a month that has ended: both are whole, however long',
    today: '2026-11-01',
    jobs: { '2026-09-30': 1, '2026-10-31': 2, '2026-11-01': 50 },
    sides: { '2026-09-01…2026-09-30': [1, 1, 100, 0], '2026-10-01…2026-10-31': [1, 1, 200, 0] },
  },
  {
    is: '30 March, with the whole of February',
    today: '2026-03-30',
    jobs: { '2026-02-28': 1, '2026-03-30': 2, '2026-03-31': 50 },
    sides: { '2026-02-01…2026-02-28': [1, 1, 100, 0], '2026-03-01…2026-03-30': [1, 1, 200, 0] },
  },
  {
    is: 'January, with December of the year before',
    today: '2027-01-05',
    jobs: { '2026-12-05': 3, '2026-12-06': 9, '2027-12-01': 50 },
    sides: { '2026-12-01…2026-12-05': [1, 1, 300, 0], '2027-01-01…2027-01-05': [0, 0, 0, 0] },
  },
]

test.each(LENGTHS)('the compared days of $is', async ({ today, jobs, sides }) => {
  const ctx = await shopOn(today)
  for (const [day, lira] of Object.entries(jobs)) await job(ctx, day, { lira })
  const month = monthOf(Object.keys(sides)[1]?.slice(0, 10) ?? '')
  expect(await compared(ctx, month.year, month.month)).toEqual(sides)
})

test('an empty month is compared, and a future month is not', async () => {
  const ctx = await shopOn('2026-11-22')
  await job(ctx, '2026-12-01')
  expect(await compared(ctx, 2024, 5)).toEqual({
    '2024-04-01…2024-04-30': [0, 0, 0, 0],
    '2024-05-01…2024-05-31': [0, 0, 0, 0],
  })
  expect(await compared(ctx, 2026, 12)).toBeNull()
})

test('deleted entries and those of another shop are not compared', async () => {
  const [ctx, other] = [await shopOn('2026-11-22'), await shopOn('2026-11-22')]
  const empty = (await getComparedStats(ctx, {})).comparison
  await job(other, '2026-10-05')
  await spend(other, { spend_date: '2026-10-05' })
  const { id: kayit_id } = await job(ctx, '2026-10-05')
  const { id } = await spend(ctx, { spend_date: '2026-10-05' })
  expect((await getComparedStats(ctx, {})).comparison).not.toEqual(empty)
  await deleteKayit(ctx, { kayit_id })
  await deleteExpense(ctx, { id })
  expect((await getComparedStats(ctx, {})).comparison).toEqual(empty)
})
