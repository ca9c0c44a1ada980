import type { Kysely } from 'kysely'

import type { UserCtx } from '#server/platform/core/context.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { listExpenses, saveExpense } from '#server/expense/operations.ts'
import { saveKayit } from '#server/kayit/save.ts'
import { getComparedStats, getPeriodStats } from '#server/stats/operations.ts'
import { addDays, type Day, daysOfWholeMonth, daysOfYear, monthOf } from '#shared/date.ts'
import { type ExpenseListInput, expenseListInput } from '#shared/expense/schema.ts'
import { type TestUser, userCtx } from '#tests/support/rows/factories.ts'

import { type OperationFigures, inTurns } from './in-turns.ts'

const list = (ctx: UserCtx, input: Partial<ExpenseListInput>) =>
  listExpenses(ctx, { ...expenseListInput.parse({}), ...input })

/**
 * Measures the statistics, the expense list, and concurrent saves in one month's totals, for shops that
 * `seedRecords` has filled up to `today`.
 */
export async function benchStats(
  db: Kysely<DB>,
  options: { users: TestUser[]; today: Day; rounds?: number },
): Promise<OperationFigures[]> {
  const { users, today, rounds = 300 } = options
  const shops = users.map((user) => userCtx(db, user, { now: new Date(`${today}T09:00:00Z`) }))
  const month = monthOf(addDays(today, -60))
  const reads: Record<string, (ctx: UserCtx) => Promise<unknown>> = {
    'stats, two months ago': (ctx) => getComparedStats(ctx, month),
    'stats, an empty month': (ctx) => getComparedStats(ctx, { month: 1, year: 1990 }),
    'stats, a year': (ctx) => getPeriodStats(ctx, daysOfYear(month.year)),
    'stats, a year of any days': (ctx) =>
      getPeriodStats(ctx, { from: addDays(today, -380), to: addDays(today, -15) }),
    'stats, details of a month': (ctx) => getPeriodStats(ctx, daysOfWholeMonth(month.year, month.month)),
    'expenses, first page': (ctx) => list(ctx, {}),
    'expenses, by title': (ctx) => list(ctx, { sort: 'title', dir: 'asc' }),
    'expenses, one month': (ctx) => list(ctx, month),
    'expenses, search': (ctx) => list(ctx, { q: 'kira' }),
  }
  const figures: OperationFigures[] = []
  for (const [view, read] of Object.entries(reads))
    figures.push({ view, shops: await inTurns(shops, rounds, read) })
  const save = (ctx: UserCtx, round: number) => saveOne(ctx, today, round)
  figures.push({ view: 'save, 1 at once', shops: await inTurns(shops, rounds, save) })
  const saveEight = (ctx: UserCtx, round: number) =>
    Promise.all(Array.from({ length: 8 }, (_, offset) => save(ctx, 8 * round + offset)))
  figures.push({ view: 'save, all 8 at once', shops: await inTurns(shops, rounds, saveEight) })
  return figures
}

/** Saves records and expenses of the current month in turn, which all wait for the same row of totals. */
function saveOne(ctx: UserCtx, today: Day, number: number): Promise<unknown> {
  if (number % 2 === 0)
    return saveExpense(ctx, { id: 0, title: `Ölçüm ${number}`, amount_kurus: 12_50, spend_date: today })
  const islemler = [{ id: 0, islem_adi: 'Motor yağı', islem_adet: 4, fiyat_kurus: 480_00 }]
  return saveKayit(ctx, { id: 0, info: { musteri_adi_soyadi: 'Ölçüm', plaka: `16 OLC ${number}` }, islemler })
}
