import type { Kysely } from 'kysely'

import type { UserCtx } from '#server/core/context.ts'
import type { DB } from '#server/db/schema.ts'
import { listExpenses, saveExpense } from '#server/expense/operations.ts'
import { saveKayit } from '#server/kayit/operations.ts'
import { getStats } from '#server/stats/operations.ts'
import { type Day, addDays, monthOf } from '#shared/date.ts'
import { type ExpenseListInput, expenseListInput } from '#shared/expense/schema.ts'
import { type TestUser, userCtx } from '#tests/support/factories.ts'

import { quantiles } from './load.ts'

/** Milliseconds of one call, straight to the operation: no HTTP, one caller (or `writers` at once). */
export type StatsFigures = { view: string; p50: number; p95: number }

const list = (ctx: UserCtx, input: Partial<ExpenseListInput>) =>
  listExpenses(ctx, { ...expenseListInput.parse({}), ...input })

/**
 * Measures the statistics, the expense list, and saves that meet in one month's totals, for a shop that
 * `seedRecords` has filled up to `today`.
 */
export async function benchStats(
  db: Kysely<DB>,
  options: { user: TestUser; today: Day; rounds?: number },
): Promise<StatsFigures[]> {
  const { user, today, rounds = 100 } = options
  const ctx = userCtx(db, user, { now: new Date(`${today}T09:00:00Z`) })
  const month = monthOf(addDays(today, -60))
  const reads: Record<string, () => Promise<unknown>> = {
    'stats, two months ago': () => getStats(ctx, month),
    'stats, an empty month': () => getStats(ctx, { month: 1, year: 1990 }),
    'expenses, first page': () => list(ctx, {}),
    'expenses, by title': () => list(ctx, { sort: 'title', dir: 'asc' }),
    'expenses, one month': () => list(ctx, month),
    'expenses, search': () => list(ctx, { q: 'kira' }),
  }
  const figures: StatsFigures[] = []
  for (const [view, read] of Object.entries(reads)) {
    await read()
    figures.push({ view, ...(await timed(rounds, read)) })
  }
  for (const writers of [1, 8]) {
    const save = (number: number) => saveOne(ctx, today, number)
    figures.push({ view: `save, ${writers} at once`, ...(await timedTogether(writers, rounds, save)) })
  }
  return figures
}

/** Records and expenses in turn, all of the current month: they wait for the same row of totals. */
function saveOne(ctx: UserCtx, today: Day, number: number): Promise<unknown> {
  if (number % 2 === 0)
    return saveExpense(ctx, { id: 0, title: `Ölçüm ${number}`, amount: 12_50, spend_date: today })
  const islemler = [{ id: 0, islem_adi: 'Motor yağı', islem_adet: 4, islem_fiyat: 480_00 }]
  return saveKayit(ctx, { info: { musteri_adi_soyadi: 'Ölçüm', plaka: `16 OLC ${number}` }, islemler })
}

async function timed(rounds: number, work: (round: number) => Promise<unknown>) {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const started = performance.now()
    await work(round)
    times.push(performance.now() - started)
  }
  return quantiles(times)
}

async function timedTogether(writers: number, rounds: number, work: (round: number) => Promise<unknown>) {
  const times: number[] = []
  const writer = async (_: unknown, offset: number) => {
    for (let round = offset; round < rounds; round += writers) {
      const started = performance.now()
      await work(round)
      times.push(performance.now() - started)
    }
  }
  await Promise.all(Array.from({ length: writers }, writer))
  return quantiles(times)
}
