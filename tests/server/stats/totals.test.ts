import { describe, expect, test } from 'vitest'

import { inTransaction, type UserCtx } from '#server/platform/core/context.ts'
import { deleteExpense, restoreExpense } from '#server/expense/operations.ts'
import { deleteKayit, restoreKayit } from '#server/kayit/operations.ts'
import { recountTotals } from '#server/stats/recount.ts'
import { countExpense, countRecords } from '#server/stats/totals.ts'
import { roundsOf } from '#tests/long-form.ts'
import { engine, testDatabase } from '#tests/support/database/database.ts'
import { spend } from '#tests/support/rows/expense.ts'
import { buildUser, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { countedTotals, storedTotals } from '#tests/support/rows/stats.ts'

const db = await testDatabase()
const shop = async () => userCtx(db, await buildUser(db))
// pg-mem runs transactions one after another, and slowly; on PostgreSQL they are concurrent.
const ROUNDS = engine === 'pg-mem' ? 3 : roundsOf(25, 13)

const items = (lira: number) => [{ islem_adi: 'Yağ', islem_adet: 3, fiyat_kurus: Math.round(lira * 100) }]
const days = ['2026-10-15', '2026-11-15', '2026-12-15']
const dayOf = (number: number) => days[number % days.length] ?? ''

const stored = (ctx: UserCtx) => storedTotals(db, ctx.actor.shop)
const counted = (ctx: UserCtx) => countedTotals(db, ctx.actor.shop)

test('many concurrent saves of one month all count, including the first ones of the month', async () => {
  const ctx = await shop()
  const work = Array.from({ length: 4 * ROUNDS }, (_, number) =>
    number % 2 === 0
      ? save(ctx, { info: { giris_tarihi: '2026-11-15' }, islemler: items(0.01) })
      : spend(ctx, { spend_date: '2026-11-15', amount_kurus: 1 }),
  )
  await Promise.all(work)
  const counts = { count: 2 * ROUNDS, toplam_kurus: 6 * ROUNDS }
  expect(await stored(ctx)).toEqual({
    days: [
      { month: '2026-11-01', day: '2026-11-15', durum: 'Devam Ediyor', priced_count: 2 * ROUNDS, ...counts },
    ],
    operations: [{ month: '2026-11-01', islem_adi_upper: 'YAĞ', count: 6 * ROUNDS, gelir_kurus: 6 * ROUNDS }],
    statuses: [
      { month: '2026-11-01', durum: '', count: 0, toplam_kurus: 0, spent_kurus: 2 * ROUNDS },
      { month: '2026-11-01', durum: 'Devam Ediyor', ...counts, spent_kurus: 0 },
    ],
    makes: [{ month: '2026-11-01', arac_marka: '', count: 2 * ROUNDS, gelir_kurus: 6 * ROUNDS }],
  })
})

test('records and expenses that move between months in opposite directions neither deadlock nor get lost', async () => {
  const ctx = await shop()
  const kayitlar = await Promise.all(
    days.map((giris_tarihi) => save(ctx, { info: { giris_tarihi }, islemler: items(100.05) })),
  )
  const expenses = await Promise.all(days.map((spend_date) => spend(ctx, { spend_date })))
  for (let round = 1; round <= ROUNDS; round++) {
    const moved = kayitlar.map(({ id }, index) =>
      save(ctx, {
        id,
        info: { giris_tarihi: dayOf(index + round), durum: round % 3 === index ? 'İptal' : '' },
        islemler: items(round),
      }),
    )
    const alsoMoved = expenses.map(({ id }, index) =>
      spend(ctx, { id, spend_date: dayOf(2 * index + 2 * round), amount_kurus: 100 * round }),
    )
    await Promise.all([...moved, ...alsoMoved])
  }
  expect(await stored(ctx)).toEqual(await counted(ctx))
})

test('an entry that is deleted, restored and changed concurrently counts exactly once or not at all', async () => {
  const ctx = await shop()
  const { id: kayit_id } = await save(ctx, { info: { giris_tarihi: '2026-11-15' }, islemler: items(10) })
  const { id } = await spend(ctx)
  for (let round = 0; round < ROUNDS; round++) {
    await Promise.allSettled([
      deleteKayit(ctx, { kayit_id }),
      deleteKayit(ctx, { kayit_id }),
      restoreKayit(ctx, { kayit_id }),
      restoreKayit(ctx, { kayit_id }),
      save(ctx, { id: kayit_id, info: { giris_tarihi: dayOf(round) } }),
      deleteExpense(ctx, { id }),
      restoreExpense(ctx, { id }),
      restoreExpense(ctx, { id }),
      spend(ctx, { id, amount_kurus: 100 * (round + 1), spend_date: dayOf(round) }),
    ])
    expect(await stored(ctx)).toEqual(await counted(ctx))
  }
})

test('a rebuild concurrent with saves leaves true totals, for one shop and for all', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const ctx = await shop()
    const { id } = await save(ctx, { info: { giris_tarihi: '2026-11-15' }, islemler: items(10) })
    // All writers meet a month that has no totals yet.
    const newMonth = '2000-01-15'
    const writer = async () => {
      await save(ctx, { info: { giris_tarihi: dayOf(round) }, islemler: items(round) })
      await spend(ctx, { spend_date: newMonth })
      await spend(ctx, { spend_date: newMonth })
    }
    const rebuild = async () => {
      for (let time = 0; time < 3; time++)
        await recountTotals(db, round % 12 === 0 ? undefined : ctx.actor.shop)
    }
    const move = save(ctx, { id, info: { giris_tarihi: dayOf(round) }, islemler: items(round) })
    await Promise.all([rebuild(), writer(), writer(), writer(), move])
    expect(await stored(ctx)).toEqual(await counted(ctx))
  }
})

test('a failed save leaves the totals unchanged', async () => {
  const ctx = await shop()
  await save(ctx, { info: { giris_tarihi: '2026-11-15' }, islemler: items(10) })
  const before = await stored(ctx)
  const failing = ctx.db.transaction().execute(async (trx) => {
    await spend({ ...ctx, db: trx }, { amount_kurus: 500 })
    await save({ ...ctx, db: trx }, { islemler: items(7) })
    throw new Error('afterwards')
  })
  await expect(failing).rejects.toThrow('afterwards')
  expect(await stored(ctx)).toEqual(before)
})

describe('totals that would fall below zero', () => {
  const day = { day: '2026-11-15', durum: '', arac_marka: '', toplam_kurus: 0, islemler: [] }
  const oil = { islem_adi_upper: 'YAĞ', islem_adet: 1, fiyat_kurus: 0, kind: 'work' as const }

  type Counted = Parameters<typeof countRecords>[1][number]['before']
  type Change = [before: Counted, after: Counted]
  const change = (ctx: UserCtx, ...[before, after]: Change) =>
    inTransaction(ctx, (trx) => countRecords(trx, [{ before, after }]))

  test('a negative number or amount of a month is refused', async () => {
    const ctx = await shop()
    await expect(change(ctx, day, null)).rejects.toThrow(RangeError)
    await change(ctx, null, day)
    await expect(change(ctx, { ...day, toplam_kurus: 1 }, null)).rejects.toThrow(RangeError)
    const expense = { spend_date: '2026-11-15', amount_kurus: 1 }
    await expect(inTransaction(ctx, (trx) => countExpense(trx, expense, null))).rejects.toThrow(RangeError)
  })

  test('a negative total of a day, an operation or a make is refused', async () => {
    const ctx = await shop()
    await change(ctx, null, { ...day, islemler: [oil] })
    await expect(change(ctx, { ...day, durum: 'x' }, { ...day, durum: 'y' })).rejects.toThrow(RangeError)
    await expect(change(ctx, { ...day, arac_marka: 'x' }, { ...day, arac_marka: 'y' })).rejects.toThrow(
      RangeError,
    )
    const two = { ...day, islemler: [{ ...oil, islem_adet: 2 }] }
    await expect(change(ctx, two, day)).rejects.toThrow(RangeError)
  })
})

test.each([-1, -5])('a new record is stored and acknowledged where a rebuild is due (%i)', async (wrong) => {
  const ctx = await shop()
  const info = { giris_tarihi: '2026-11-15' }
  await save(ctx, { info, islemler: items(10) })
  const own = ['shop_id', '=', ctx.actor.shop] as const
  for (const table of ['status_totals', 'day_totals', 'make_totals', 'operation_totals'] as const)
    await db
      .updateTable(table)
      .set({ count: wrong })
      .where(...own)
      .execute()
  await db
    .updateTable('item_memory')
    .set({ uses: wrong })
    .where(...own)
    .execute()
  const { id } = await save(ctx, { info, islemler: items(10) })
  expect(id).toBeGreaterThan(0)
  await recountTotals(db, ctx.actor.shop)
  expect(await stored(ctx)).toEqual(await counted(ctx))
})

test('a change writes only the totals that it changes', async () => {
  const ctx = await shop()
  const islemler = items(10)
  const { id } = await save(ctx, { info: { giris_tarihi: '2026-11-15', durum: 'Tamamlandı' }, islemler })
  let written: string[] = []
  const watched = db.withPlugin({
    transformQuery: ({ node }) => {
      const table = /(status|day|operation)_totals/.exec(JSON.stringify(node))?.[1]
      if (table !== undefined) written.push(`${node.kind} ${table}`)
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  })
  const change = async (info: object, changed?: ReturnType<typeof items>) => {
    written = []
    await save({ ...ctx, db: watched }, { id, info, ...(changed && { islemler: changed }) })
    return written
  }
  expect(await change({ aciklama: 'x' }, islemler)).toEqual([])
  expect(await change({ cikis_tarihi: '2026-11-16', km_bilgisi: 5 })).toEqual([])
  const [status, day, operation] = ['status', 'day', 'operation'].map((table) => `InsertQueryNode ${table}`)
  const gone = (table: string) => `DeleteQueryNode ${table}`
  expect(await change({ giris_tarihi: '2026-11-20' })).toEqual([status, day, gone('day')])
  expect(await change({}, items(20))).toEqual([status, day, operation])
  expect(await change({ durum: 'İptal' })).toEqual([status, day, operation, gone('status'), gone('day')])
  const renamed = items(20).map((item) => ({ ...item, islem_adi: 'Filtre' }))
  expect(await change({}, renamed)).toEqual([status, operation, gone('operation')])
  expect(await stored(ctx)).toEqual(await counted(ctx))
})
