import { expect, test } from 'vitest'

import type { UserCtx } from '#server/core/context.ts'
import { deleteExpense, restoreExpense } from '#server/expense/operations.ts'
import { deleteKayit, restoreKayit } from '#server/kayit/operations.ts'
import { applyToRollup, rebuildRollup } from '#server/stats/rollup.ts'
import { testDatabase } from '#tests/support/database.ts'
import { spend } from '#tests/support/expense.ts'
import { buildUser, userCtx } from '#tests/support/factories.ts'
import { save } from '#tests/support/kayit.ts'
import { countedTotals, monthTotals } from '#tests/support/stats.ts'

// On pg-mem transactions take turns; on PostgreSQL these really meet.
const db = await testDatabase()
const shop = async () => userCtx(db, await buildUser(db))
const ROUNDS = 25

const items = (islem_fiyat: number) => [{ islem_adi: 'Yağ', islem_adet: 3, islem_fiyat }]
const days = ['2026-10-15', '2026-11-15', '2026-12-15']
const dayOf = (number: number) => days[number % days.length] ?? ''

const stored = (ctx: UserCtx) => monthTotals(db, ctx.actor.id)
const counted = (ctx: UserCtx) => countedTotals(db, ctx.actor.id)

test('many saves at once of one month, also the very first of it, all count', async () => {
  const ctx = await shop()
  const work = Array.from({ length: 4 * ROUNDS }, (_, number) =>
    number % 2 === 0
      ? save(ctx, { info: { giris_tarihi: '2026-11-15' }, islemler: items(0.01) })
      : spend(ctx, { spend_date: '2026-11-15', amount: 0.01 }),
  )
  await Promise.all(work)
  const month = {
    ay: '2026-11-01',
    kayit_sayisi: 2 * ROUNDS,
    gelir_kurus: 6 * ROUNDS,
    gider_kurus: 2 * ROUNDS,
  }
  expect(await stored(ctx)).toEqual([month])
})

test('records and expenses that change months in opposite directions neither deadlock nor get lost', async () => {
  const ctx = await shop()
  const kayitlar = await Promise.all(
    days.map((giris_tarihi) => save(ctx, { info: { giris_tarihi }, islemler: items(100.05) })),
  )
  const expenses = await Promise.all(days.map((spend_date) => spend(ctx, { spend_date })))
  for (let round = 1; round <= ROUNDS; round++) {
    const moved = kayitlar.map(({ id }, index) =>
      save(ctx, {
        info: { id, giris_tarihi: dayOf(index + round), durum: round % 3 === index ? 'İptal' : '' },
        islemler: items(round),
      }),
    )
    const alsoMoved = expenses.map(({ id }, index) =>
      spend(ctx, { id, spend_date: dayOf(2 * index + 2 * round), amount: round }),
    )
    await Promise.all([...moved, ...alsoMoved])
  }
  expect(await stored(ctx)).toEqual(await counted(ctx))
})

test('a thing removed, brought back and changed by several people at once is counted once or not at all', async () => {
  const ctx = await shop()
  const { id: kayit_id } = await save(ctx, { info: { giris_tarihi: '2026-11-15' }, islemler: items(10) })
  const { id } = await spend(ctx)
  for (let round = 0; round < ROUNDS; round++) {
    await Promise.allSettled([
      deleteKayit(ctx, { kayit_id }),
      deleteKayit(ctx, { kayit_id }),
      restoreKayit(ctx, { kayit_id }),
      restoreKayit(ctx, { kayit_id }),
      save(ctx, { info: { id: kayit_id, giris_tarihi: dayOf(round) } }),
      deleteExpense(ctx, { id }),
      restoreExpense(ctx, { id }),
      restoreExpense(ctx, { id }),
      spend(ctx, { id, amount: round + 1, spend_date: dayOf(round) }),
    ])
    expect(await stored(ctx)).toEqual(await counted(ctx))
  }
})

test('a rebuild beside saves, for one shop or for all, leaves true totals', async () => {
  const ctx = await shop()
  const { id } = await save(ctx, { info: { giris_tarihi: '2026-11-15' }, islemler: items(10) })
  for (let round = 0; round < ROUNDS; round++) {
    // A month that nobody has counted yet, for all writers at once.
    const newMonth = `${2000 + round}-01-15`
    const writer = async () => {
      await save(ctx, { info: { giris_tarihi: dayOf(round) }, islemler: items(round) })
      await spend(ctx, { spend_date: newMonth })
      await spend(ctx, { spend_date: newMonth })
    }
    const rebuild = async () => {
      for (let time = 0; time < 3; time++) await rebuildRollup(db, round % 5 === 0 ? undefined : ctx.actor.id)
    }
    const move = save(ctx, { info: { id, giris_tarihi: dayOf(round) }, islemler: items(round) })
    await Promise.all([rebuild(), writer(), writer(), writer(), move])
    expect(await stored(ctx)).toEqual(await counted(ctx))
  }
})

test('a save that fails leaves the totals as they were', async () => {
  const ctx = await shop()
  await save(ctx, { info: { giris_tarihi: '2026-11-15' }, islemler: items(10) })
  const before = await stored(ctx)
  const failing = ctx.db.transaction().execute(async (trx) => {
    await spend({ ...ctx, db: trx }, { amount: 5 })
    await save({ ...ctx, db: trx }, { islemler: items(7) })
    throw new Error('afterwards')
  })
  await expect(failing).rejects.toThrow('afterwards')
  expect(await stored(ctx)).toEqual(before)
})

test('totals that would fall below nought are refused: something was counted past the operations', async () => {
  const ctx = await shop()
  const figures = { gun: '2026-11-15', kayit_sayisi: 1, gelir_kurus: 0, gider_kurus: 0 }
  await expect(applyToRollup(ctx, figures, null)).rejects.toMatchObject({ code: '23514' })
  await applyToRollup(ctx, null, figures)
  await expect(applyToRollup(ctx, { ...figures, gelir_kurus: 1 }, null)).rejects.toMatchObject({
    code: '23514',
  })
})

test('a change that counts the same writes no totals', async () => {
  const ctx = await shop()
  const { id } = await save(ctx, { info: { giris_tarihi: '2026-11-15' }, islemler: items(10) })
  const written: string[] = []
  const watched = db.withPlugin({
    transformQuery: ({ node }) => {
      if (JSON.stringify(node).includes('month_totals')) written.push(node.kind)
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  })
  await save({ ...ctx, db: watched }, { info: { id, aciklama: 'x', giris_tarihi: '2026-11-20', durum: 'y' } })
  expect(written).toEqual([])
  await save({ ...ctx, db: watched }, { info: { id, durum: 'İptal' } })
  expect(written).toEqual(['UpdateQueryNode'])
})
