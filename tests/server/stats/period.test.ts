import * as fc from '#tests/support/setup/fast-check.ts'
import { expect, test } from 'vitest'

import { deleteExpense } from '#server/expense/operations.ts'
import { deleteKayit } from '#server/kayit/operations.ts'
import { getPeriodStats } from '#server/stats/operations.ts'
import { type DayRange, daysBetween } from '#shared/date.ts'
import { comparedPeriods, pointsOf, previousPointsOf } from '#shared/stats/period.ts'
import type { Breakdown, PeriodTotals } from '#shared/stats/schema.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { discounted } from '#tests/support/rows/discount.ts'
import { spend } from '#tests/support/rows/expense.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { list, save } from '#tests/support/rows/kayit.ts'

const db = await testDatabase()
const TODAY = '2026-11-22'
const shop = async () => userCtx(db, await buildUser(db), { now: new Date(`${TODAY}T09:00:00Z`) })

const item = fc.record({
  islem_adi: fc.constantFrom('yağ', 'YAĞ ', 'ışık', 'isik', ...Array.from('abcdefghijkl')),
  islem_adet: fc.integer({ min: 1, max: 4 }),
  fiyat_kurus: fc.constantFrom(0, 1, 10_005, 125_050, 99_999_999_999),
})
const kayit = fc.record({
  giris_tarihi: fc.constantFrom(
    '2025-01-01',
    '2025-10-31',
    '2025-11-22',
    '2025-11-23',
    '2026-01-31',
    '2026-08-22',
    '2026-10-31',
    '2026-11-01',
    '2026-11-22',
    '2026-12-31',
  ),
  cikis_tarihi: fc.constantFrom(null, '2026-11-22'),
  durum: fc.constantFrom('Tamamlandı', 'Devam Ediyor', 'İptal', ''),
  arac_marka: fc.constantFrom('', ' ', 'Fiat', 'FİAT', 'fiat ', 'Fıat', ...Array.from('ABCDEFGHIJKL')),
  islemler: discounted(fc.array(item, { maxLength: 4 })),
  removed: fc.boolean(),
})
const expense = fc.record({
  spend_date: fc.constantFrom('2025-11-22', '2026-01-31', '2026-11-01', '2026-11-22', '2026-12-31'),
  amount_kurus: fc.constantFrom(1, 10_005, 99_999_999_999),
  removed: fc.boolean(),
})
const period = fc.constantFrom<DayRange>(
  { from: '2026-01-01', to: '2026-12-31' },
  { from: '2025-01-01', to: '2025-12-31' },
  { from: '2026-11-01', to: '2026-11-30' },
  { from: '2026-10-31', to: '2026-11-22' },
  { from: '2026-11-22', to: '2026-11-22' },
  { from: '2025-10-15', to: '2026-11-10' },
  { from: '2026-12-01', to: '2026-12-31' },
)
type Kayit = typeof kayit extends fc.Arbitrary<infer K> ? K : never
type Expense = typeof expense extends fc.Arbitrary<infer E> ? E : never

const gross = ({ islemler }: Kayit) =>
  islemler.reduce((sum, one) => sum + BigInt(one.islem_adet) * BigInt(one.fiyat_kurus), 0n)
const total = (sums: bigint[]) => Number(sums.reduce((sum, one) => sum + one, 0n))
const isWithin = (day: string, { from, to }: DayRange) => from <= day && day <= to
const isEarning = (one: Kayit) => one.durum !== 'İptal'

test('the figures of any days agree with naive sums, to the kuruş', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(kayit, { maxLength: 16 }),
      fc.array(expense, { maxLength: 4 }),
      fc.array(period, { minLength: 1, maxLength: 3 }),
      async (entered, spent, periods) => {
        const ctx = await shop()
        for (const { islemler, removed, ...info } of entered) {
          const { id } = await save(ctx, { info, islemler })
          if (removed) await deleteKayit(ctx, { kayit_id: id })
        }
        for (const { removed, ...one } of spent) {
          const { id } = await spend(ctx, one)
          if (removed) await deleteExpense(ctx, { id })
        }
        const kayitlar = entered.filter(({ removed }) => !removed)
        const expenses = spent.filter(({ removed }) => !removed)
        for (const days of periods) {
          const answer = await getPeriodStats(ctx, days)
          expect(answer).toEqual(reference({ kayitlar, expenses }, days))
          const names = answer.income_by_operation.top.map(({ name }) => name)
          expect(Object.keys(answer.spellings).toSorted()).toEqual(names.toSorted())
        }
      },
    ),
    { numRuns: Number(process.env['MODEL_RUNS'] ?? 15) },
  )
})

type Entries = { kayitlar: Kayit[]; expenses: Expense[] }

/* The rules of docs/statistics.md, implemented a second time. */
function reference(entries: Entries, days: DayRange) {
  const compared = comparedPeriods(days, TODAY)
  const earning = entries.kayitlar.filter((one) => isEarning(one) && isWithin(one.giris_tarihi, days))
  const items = earning.flatMap(({ islemler }) => islemler).filter(({ kind }) => kind !== 'discount')
  const open = entries.kayitlar.filter((one) => one.durum === 'Devam Ediyor' || one.cikis_tarihi === null)
  const pointOf = (point: DayRange) => {
    const { from, to, kayit_sayisi, gelir_kurus, gider_kurus } = totals(entries, point)
    return { from, to, kayit_sayisi, gelir_kurus, gider_kurus }
  }
  return {
    totals: totals(entries, days),
    comparison: compared && {
      current: totals(entries, compared.current),
      previous: totals(entries, compared.previous),
    },
    points: pointsOf(days).map(pointOf),
    previous_points: previousPointsOf(days).map(pointOf),
    income_by_operation: ranked(
      items.map((one) => [upper(one.islem_adi), BigInt(one.islem_adet) * BigInt(one.fiyat_kurus)]),
    ),
    spellings: expect.toSatisfy((spellings: Record<string, string>) =>
      Object.entries(spellings).every(([key, name]) => key === upper(name)),
    ),
    income_by_make: expect.toSatisfy((makes: Breakdown) => {
      expect(folded(makes)).toEqual(folded(ranked(earning.map((one) => [upper(one.arac_marka), gross(one)]))))
      return true
    }),
    open_work: {
      kayit_sayisi: open.length,
      en_eski: open.map(({ giris_tarihi }) => giris_tarihi).toSorted()[0] ?? null,
      toplam_kurus: total(open.filter(isEarning).map(gross)),
    },
  }
}

/* oxlint-disable-next-line no-restricted-properties -- the reference may not use what it checks. */
const upper = (name: string) => name.toLocaleUpperCase('tr').trim()

/** Folds the names of makes, because a make is named by one of its spellings. */
const folded = ({ top, rest }: Breakdown) => ({
  top: top.map(({ name, gelir_kurus }) => [upper(name), gelir_kurus]),
  rest,
})

function totals({ kayitlar, expenses }: Entries, days: DayRange): PeriodTotals {
  const counted = kayitlar.filter((one) => isWithin(one.giris_tarihi, days))
  const earning = counted.filter(isEarning)
  const spent = expenses.filter((one) => isWithin(one.spend_date, days))
  return {
    ...days,
    kayit_sayisi: counted.length,
    tamamlanan_sayisi: counted.filter(({ durum }) => durum === 'Tamamlandı').length,
    gelirli_kayit_sayisi: earning.filter((one) => gross(one) > 0n).length,
    gelir_kurus: total(earning.map(gross)),
    gider_kurus: total(spent.map(({ amount_kurus }) => BigInt(amount_kurus))),
  }
}

const collator = new Intl.Collator('tr')

function ranked(parts: [string, bigint][]): Breakdown {
  const names = [...new Set(parts.map(([name]) => name))]
  const rows = names
    .map((name) => ({ name, gelir_kurus: total(parts.filter(([of]) => of === name).map(([, sum]) => sum)) }))
    .filter(({ gelir_kurus }) => gelir_kurus > 0)
    .sort((a, b) => b.gelir_kurus - a.gelir_kurus || collator.compare(a.name, b.name))
  const others = rows.slice(10)
  const sum = total(others.map(({ gelir_kurus }) => BigInt(gelir_kurus)))
  return {
    top: rows.slice(0, 10),
    rest: others.length === 0 ? null : { names: others.length, gelir_kurus: sum },
  }
}

const oil = { islem_adi: 'Yağ', islem_adet: 2, fiyat_kurus: 10_005 }

test('both breakdowns add up to the income of the period, and a cancelled record is in neither', async () => {
  const ctx = await shop()
  for (let number = 0; number < 13; number++)
    await save(ctx, {
      info: { giris_tarihi: '2026-11-10', arac_marka: `Marka ${number}` },
      islemler: [{ ...oil, islem_adi: `İşlem ${number}`, fiyat_kurus: 100 + number }],
    })
  await save(ctx, { info: { giris_tarihi: '2026-11-10', durum: 'İptal' }, islemler: [oil] })
  for (const days of [
    { from: '2026-11-01', to: '2026-11-30' },
    { from: '2026-11-10', to: '2026-11-12' },
  ]) {
    const { totals: sums, income_by_make, income_by_operation } = await getPeriodStats(ctx, days)
    expect(sums).toMatchObject({ kayit_sayisi: 14, gelirli_kayit_sayisi: 13, gelir_kurus: 2 * 1378 })
    for (const { top, rest } of [income_by_make, income_by_operation]) {
      expect(top.length).toBe(10)
      expect(rest).toEqual({ names: 3, gelir_kurus: 2 * (100 + 101 + 102) })
      const shown = top.reduce((sum, { gelir_kurus }) => sum + gelir_kurus, 0)
      expect(shown + (rest?.gelir_kurus ?? 0)).toBe(sums.gelir_kurus)
    }
  }
})

test('a changed price, status or make moves the income of its operation and make', async () => {
  const ctx = await shop()
  const { id, islemler } = await save(ctx, {
    info: { giris_tarihi: '2026-11-10', arac_marka: 'Fiat' },
    islemler: [oil],
  })
  const november = { from: '2026-11-01', to: '2026-11-30' }
  const incomes = async () => {
    const answer = await getPeriodStats(ctx, november)
    return [...answer.income_by_operation.top, ...answer.income_by_make.top].map(({ name, gelir_kurus }) => [
      name,
      gelir_kurus,
    ])
  }
  await save(ctx, { id, info: {}, islemler: islemler.map((one) => ({ ...one, fiyat_kurus: 1 })) })
  expect(await incomes()).toEqual([
    ['YAĞ', 2],
    ['Fiat', 2],
  ])
  await save(ctx, { id, info: { durum: 'İptal' } })
  expect(await incomes()).toEqual([])
  await save(ctx, { id, info: { durum: 'Tamamlandı', arac_marka: '' } })
  expect(await incomes()).toEqual([
    ['YAĞ', 2],
    ['', 2],
  ])
})

test('the open work is that of the list, and of its own shop', async () => {
  const [ctx, other] = [await shop(), await shop()]
  await save(ctx, { info: { giris_tarihi: '2026-11-10' }, islemler: [oil] })
  await save(ctx, { info: { giris_tarihi: '2024-02-29', durum: 'İptal' }, islemler: [oil] })
  await save(ctx, { info: { durum: 'Tamamlandı', cikis_tarihi: '2026-11-20' }, islemler: [oil] })
  const days = { from: TODAY, to: TODAY }
  const { open_work } = await getPeriodStats(ctx, days)
  expect(open_work).toEqual({ kayit_sayisi: 2, en_eski: '2024-02-29', toplam_kurus: 20_010 })
  expect((await list(ctx, { open: true })).total).toBe(open_work.kayit_sayisi)

  const others = await getPeriodStats(other, { from: '2024-01-01', to: '2026-12-31' })
  expect(others.totals).toMatchObject({ kayit_sayisi: 0, gelir_kurus: 0 })
  expect(others.income_by_operation).toEqual({ top: [], rest: null })
  expect(others.income_by_make).toEqual({ top: [], rest: null })
  expect(others.open_work).toEqual({ kayit_sayisi: 0, en_eski: null, toplam_kurus: 0 })
})

test('a make has the spelling with the most income', async () => {
  const ctx = await shop()
  for (const [arac_marka, fiyat_kurus] of [
    ['FİAT', 100],
    [' Fiat  Tofaş', 50],
    ['Fiat', 300],
    ['fiat', 200],
    ['Mercedes\u2013Benz', 100],
    ['Mercedes-Benz', 50],
    ['Mer\u00adcedes-Benz', 20],
  ] as const)
    await save(ctx, { info: { giris_tarihi: TODAY, arac_marka }, islemler: [{ ...oil, fiyat_kurus }] })
  const { income_by_make } = await getPeriodStats(ctx, { from: TODAY, to: TODAY })
  expect(income_by_make.top).toEqual([
    { name: 'Fiat', gelir_kurus: 1200 },
    { name: 'Mercedes-Benz', gelir_kurus: 340 },
    { name: 'Fiat Tofaş', gelir_kurus: 100 },
  ])
})

test('the longest period is read too', async () => {
  const ctx = await shop()
  const { points } = await getPeriodStats(ctx, { from: '2017-01-01', to: '2026-12-31' })
  expect(points.map(({ from, to }) => daysBetween(from, to) + 1)).toHaveLength(120)
})
