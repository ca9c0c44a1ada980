import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'

import type { UserCtx } from '#server/platform/core/context.ts'
import { deleteExpense } from '#server/expense/operations.ts'
import { deleteKayit, restoreKayit } from '#server/kayit/operations.ts'
import { getComparedStats, getPeriodStats, getStats } from '#server/stats/operations.ts'
import { monthFilter } from '#shared/fields.ts'
import type { ComparedStats } from '#shared/stats/schema.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { spend } from '#tests/support/rows/expense.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'

const db = await testDatabase()
const shop = async () => userCtx(db, await buildUser(db))
const stats = (ctx: UserCtx, query: z.input<typeof monthFilter> = {}) =>
  getComparedStats(ctx, z.parse(monthFilter, query))

const oil = { islem_adi: 'Yağ değişimi', islem_adet: 1, fiyat_kurus: 125_050 }
const pads = { islem_adi: 'Balata', islem_adet: 4, fiyat_kurus: 30_000 }

type Items = NonNullable<Parameters<typeof save>[1]>['islemler']
type Info = NonNullable<Parameters<typeof save>[1]>['info']

/** Stores a completed record with items. */
const job = (ctx: UserCtx, info: Info | string, islemler: Items = [oil]) =>
  save(ctx, {
    info: { durum: 'Tamamlandı', ...(typeof info === 'string' ? { giris_tarihi: info } : info) },
    islemler,
  })

/** Returns the days of a series with a value. */
const nonZero = (series: { label: string; adet?: number; tutar_kurus?: number }[]) =>
  Object.fromEntries(
    series
      .map(({ label, adet, tutar_kurus }) => [label, adet ?? tutar_kurus])
      .filter(([, figure]) => figure !== 0),
  ) as Record<string, number>

test('an empty shop has zeros for every day of the current month in Istanbul', async () => {
  const ctx = { ...(await shop()), now: new Date('2026-01-31T21:00:00Z') }
  const answer = await stats(ctx)
  const days = Array.from({ length: 28 }, (_, day) => `2026-02-${String(day + 1).padStart(2, '0')}`)
  const counts = days.map((label) => ({ label, adet: 0 }))
  const amounts = days.map((label) => ({ label, tutar_kurus: 0 }))
  const nothing = { kayit_sayisi: 0, tamamlanan_sayisi: 0, gelir_kurus: 0, gider_kurus: 0 }
  expect(answer).toEqual({
    durumlara_gore_kayit: [],
    son_ay_kayit_sayisi: 0,
    toplam_kayit_sayisi: 0,
    toplam_gelir_kurus: 0,
    toplam_gider_kurus: 0,
    son_ay_gelir_kurus: 0,
    son_ay_gider_kurus: 0,
    en_fazla_islemler: [],
    gunluk_kayit_sayisi: counts,
    gunluk_gelir: amounts,
    gunluk_gider: amounts,
    gunluk_gelir_sayisi: counts,
    gunluk_gider_sayisi: counts,
    comparison: {
      current: { from: '2026-02-01', to: '2026-02-01', ...nothing },
      previous: { from: '2026-01-01', to: '2026-01-01', ...nothing },
      previous_gelir: [],
    },
    spellings: {},
  } satisfies ComparedStats)
})

test('the selected month and all time are right to the kuruş', async () => {
  const ctx = await shop()
  await job(ctx, '2026-11-01', [oil, pads])
  await job(ctx, { giris_tarihi: '2026-11-01', durum: 'Devam Ediyor' }, [{ ...oil, fiyat_kurus: 1 }])
  await job(ctx, { giris_tarihi: '2026-11-30', durum: 'İptal' })
  await job(ctx, '2026-11-30', [])
  await job(ctx, '2026-12-01', [pads])
  await spend(ctx, { amount_kurus: 10, spend_date: '2026-11-15', spread_date: '2026-12-15' })
  await spend(ctx, { amount_kurus: 20, spend_date: '2026-11-15' })
  await spend(ctx, { amount_kurus: 4000, spend_date: '2026-10-31', spread_date: '2026-11-01' })

  const answer = await stats(ctx, { month: 11, year: 2026 })
  expect(answer).toMatchObject({
    durumlara_gore_kayit: [
      { durum: 'Tamamlandı', adet: 2 },
      { durum: 'Devam Ediyor', adet: 1 },
      { durum: 'İptal', adet: 1 },
    ],
    son_ay_kayit_sayisi: 4,
    toplam_kayit_sayisi: 5,
    son_ay_gelir_kurus: 245_051,
    son_ay_gider_kurus: 30,
    toplam_gelir_kurus: 365_051,
    toplam_gider_kurus: 4030,
    en_fazla_islemler: [
      { islem_adi_upper: 'BALATA', toplam_islem_adeti: 4 },
      { islem_adi_upper: 'YAĞ DEĞİŞİMİ', toplam_islem_adeti: 3 },
    ],
  })
  expect(nonZero(answer.gunluk_kayit_sayisi)).toEqual({ '2026-11-01': 2, '2026-11-30': 2 })
  expect(nonZero(answer.gunluk_gelir)).toEqual({ '2026-11-01': 245_051 })
  expect(nonZero(answer.gunluk_gelir_sayisi)).toEqual({ '2026-11-01': 2 })
  expect(nonZero(answer.gunluk_gider)).toEqual({ '2026-11-15': 30 })
  expect(nonZero(answer.gunluk_gider_sayisi)).toEqual({ '2026-11-15': 2 })
})

test('a record without an entry date counts on its record date', async () => {
  const ctx = await shop()
  await save(ctx, { info: { kayit_tarihi: '2026-03-05' }, islemler: [oil] })
  const march = await stats(ctx, { month: 3, year: 2026 })
  expect(nonZero(march.gunluk_kayit_sayisi)).toEqual({ '2026-03-05': 1 })
  expect(march.son_ay_gelir_kurus).toBe(125_050)
})

test('a leap month has 29 days, and a missing month or year is the current one', async () => {
  const ctx = await shop()
  expect((await stats(ctx, { month: 2, year: 2028 })).gunluk_gelir).toHaveLength(29)
  expect((await stats(ctx, { month: '2' })).gunluk_gelir[0]?.label).toBe('2026-02-01')
  expect((await stats(ctx, { year: '2024' })).gunluk_gelir[0]?.label).toBe('2024-11-01')
  expect((await stats(ctx, { month: '', year: '' })).gunluk_gelir.at(-1)?.label).toBe('2026-11-30')
})

test('deleted records and expenses count nowhere, and count again after a restore', async () => {
  const ctx = await shop()
  const { id: kayit_id } = await job(ctx, '2026-11-03')
  const before = await stats(ctx)
  const { id } = await spend(ctx)
  await deleteExpense(ctx, { id })
  expect(await stats(ctx)).toEqual(before)
  await deleteKayit(ctx, { kayit_id })
  expect(await stats(ctx)).toEqual(await stats(await shop()))
  await restoreKayit(ctx, { kayit_id })
  await restoreKayit(ctx, { kayit_id })
  expect(await stats(ctx)).toEqual(before)
})

test('figures of another shop are not included', async () => {
  const [ctx, other] = [await shop(), await shop()]
  const empty = await stats(ctx)
  await job(other, '2026-11-03', [{ ...oil, fiyat_kurus: 98_765_432 }])
  await spend(other, { amount_kurus: 98_765_432 })
  expect(await stats(ctx)).toEqual(empty)
})

test('a changed record moves between months and statuses', async () => {
  const ctx = await shop()
  const { id } = await job(ctx, '2026-11-03', [oil, pads])
  await save(ctx, { id, info: { giris_tarihi: '2026-10-03' } })
  expect(await stats(ctx)).toMatchObject({
    son_ay_gelir_kurus: 0,
    toplam_gelir_kurus: 245_050,
    toplam_kayit_sayisi: 1,
  })
  const october = { month: 10, year: 2026 }
  expect(await stats(ctx, october)).toMatchObject({ son_ay_gelir_kurus: 245_050, son_ay_kayit_sayisi: 1 })
  await save(ctx, { id, info: { durum: 'İptal' } })
  const counted = { son_ay_kayit_sayisi: 1, toplam_kayit_sayisi: 1 }
  const cancelled = { son_ay_gelir_kurus: 0, toplam_gelir_kurus: 0, ...counted }
  expect(await stats(ctx, october)).toMatchObject(cancelled)
  await save(ctx, { id, info: { durum: 'Devam Ediyor' }, islemler: [pads] })
  expect(await stats(ctx, october)).toMatchObject({
    son_ay_gelir_kurus: 120_000,
    toplam_gelir_kurus: 120_000,
  })
})

describe('the most frequent operations', () => {
  const top = async (ctx: UserCtx) =>
    (await stats(ctx)).en_fazla_islemler.map((row) => [row.islem_adi_upper, row.toplam_islem_adeti])
  const named = (islem_adi: string, islem_adet = 1) => ({ islem_adi, islem_adet, fiyat_kurus: 100 })

  test('spellings that are equal in Turkish are one operation, and their quantities add up', async () => {
    const ctx = await shop()
    await job(ctx, '2026-11-01', [named('ışık ayarı', 3), named(' IŞIK AYARI ')])
    await job(ctx, '2026-11-02', [named('Işık Ayarı', 2), named('isik ayari', 5)])
    expect(await top(ctx)).toEqual([
      ['IŞIK AYARI', 6],
      ['İSİK AYARİ', 5],
    ])
  })

  test('the page gets their last spelling, and the old path does not', async () => {
    const ctx = await shop()
    await job(ctx, '2026-11-02', [named('IŞIK ayarı', 3), named('İSG kontrolü')])
    await job(ctx, '2026-11-01', [named('ışık ayarı')])
    const [other, spellings] = [await shop(), { 'IŞIK AYARI': 'IŞIK ayarı', 'İSG KONTROLÜ': 'İSG kontrolü' }]
    await job(other, '2026-11-03', [named('Işık Ayarı')])
    expect((await stats(ctx)).spellings).toEqual(spellings)
    const days = { from: '2026-11-01', to: '2026-11-02' }
    expect((await getPeriodStats(ctx, days)).spellings).toEqual(spellings)
    expect(await getStats(ctx, { month: null, year: null })).not.toHaveProperty('spellings')
  })

  test('at most ten operations are listed, equal ones in Turkish order', async () => {
    const ctx = await shop()
    const names = ['z', 'ı', 'ş', 'ü', 'i', 'u', 's', 'ğ', 'g', 'ç', 'c', 'n']
    await job(
      ctx,
      '2026-11-01',
      names.map((name) => named(name)),
    )
    await job(ctx, '2026-11-02', [named('n', 2)])
    const equal = ['C', 'Ç', 'G', 'Ğ', 'I', 'İ', 'S', 'Ş', 'U']
    expect(await top(ctx)).toEqual([['N', 3], ...equal.map((name) => [name, 1])])
  })

  test('other months and deleted records are left out, and cancelled ones count', async () => {
    const ctx = await shop()
    await job(ctx, '2026-11-01', [named('bu')])
    await job(ctx, '2026-10-31', [named('önceki')])
    await job(ctx, '2026-12-01', [named('sonraki')])
    await job(ctx, { giris_tarihi: '2026-11-01', durum: 'İptal' }, [named('iptal')])
    const { id } = await job(ctx, '2026-11-01', [named('silinen')])
    await deleteKayit(ctx, { kayit_id: id })
    expect(await top(ctx)).toEqual([
      ['BU', 1],
      ['İPTAL', 1],
    ])
  })
})

test.each([{ month: 0 }, { month: 13 }, { month: 'ocak' }])('a period of %j is refused', (query) => {
  expect(z.safeParse(monthFilter, query).error?.issues).toMatchObject([{ message: 'Geçersiz ay.' }])
})
