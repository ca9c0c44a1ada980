import type { Kysely, Selectable } from 'kysely'

import type { UserCtx } from '#server/core/context.ts'
import type { DB, ExpenseTable, KayitTable } from '#server/db/schema.ts'
import { type Day, monthOf, monthRange } from '#shared/date.ts'
import type { Kurus } from '#shared/money.ts'
import { DURUM_IPTAL } from '#shared/options.ts'

import { addExactly } from './exact.ts'

/** What a record or an expense, or many of one day, count for in the statistics. */
export type Figures = { gun: Day; kayit_sayisi: number; gelir_kurus: Kurus; gider_kurus: Kurus }

const SUMS = ['kayit_sayisi', 'gelir_kurus', 'gider_kurus'] as const
type Sums = Pick<Figures, (typeof SUMS)[number]>

/** A record that is not deleted: a cancelled one counts, but has no income (decisions: income). */
export function kayitFigures(row: Pick<Selectable<KayitTable>, 'gun' | 'durum' | 'toplam_kurus'>): Figures {
  const gelir_kurus = row.durum === DURUM_IPTAL ? 0 : row.toplam_kurus
  return { gun: row.gun, kayit_sayisi: 1, gelir_kurus, gider_kurus: 0 }
}

/** An expense that is not deleted (decisions: expense, by spend date). */
export function expenseFigures(row: Pick<Selectable<ExpenseTable>, 'spend_date' | 'amount_kurus'>): Figures {
  return { gun: row.spend_date, kayit_sayisi: 0, gelir_kurus: 0, gider_kurus: row.amount_kurus }
}

/**
 * Keeps the shop's month totals true to one change: `null` for what was or is not there. It is the last lock
 * that a transaction takes, months in order, so that parallel saves wait for each other and never deadlock.
 */
export async function applyToRollup(
  ctx: UserCtx,
  before: Figures | null,
  after: Figures | null,
): Promise<void> {
  const months = new Map<Day, Sums>()
  if (before !== null) addTo(months, before, -1)
  if (after !== null) addTo(months, after, 1)
  for (const [ay, change] of inOrder(months))
    if (SUMS.some((sum) => change[sum] !== 0)) await addMonth(ctx, ay, change)
}

async function addMonth({ db, actor }: UserCtx, ay: Day, change: Sums): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('month_totals')
    .set((eb) => ({
      kayit_sayisi: eb('kayit_sayisi', '+', change.kayit_sayisi),
      gelir_kurus: eb('gelir_kurus', '+', change.gelir_kurus),
      gider_kurus: eb('gider_kurus', '+', change.gider_kurus),
    }))
    .where('user_id', '=', actor.id)
    .where('ay', '=', ay)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows > 0n) return
  // The month's first row, unless another transaction has just made it.
  await db
    .insertInto('month_totals')
    .values({ user_id: actor.id, ay, ...change })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'ay']).doUpdateSet((eb) => ({
        kayit_sayisi: eb('month_totals.kayit_sayisi', '+', eb.ref('excluded.kayit_sayisi')),
        gelir_kurus: eb('month_totals.gelir_kurus', '+', eb.ref('excluded.gelir_kurus')),
        gider_kurus: eb('month_totals.gider_kurus', '+', eb.ref('excluded.gider_kurus')),
      })),
    )
    .execute()
}

/** The shop's sums of all time. Throws RangeError where a sum is not exact as a number (90 trillion lira). */
export function allTimeTotals({ db, actor }: UserCtx): Promise<Sums> {
  return db
    .selectFrom('month_totals')
    .where('user_id', '=', actor.id)
    .select((eb) => SUMS.map((sum) => eb.fn.coalesce(eb.fn.sum<number>(sum), eb.lit(0)).as(sum)))
    .executeTakeFirstOrThrow()
}

/**
 * Computes the month totals of one shop, or of all, from the records and expenses: after rows were stored in
 * bulk, past the operations. May run beside other work; each shop is a transaction of its own.
 */
export async function rebuildRollup(db: Kysely<DB>, userId?: number): Promise<void> {
  let shops = db.selectFrom('users').select('id').orderBy('id')
  if (userId !== undefined) shops = shops.where('id', '=', userId)
  for (const { id } of await shops.execute())
    if (db.isTransaction) await rebuildShop(db, id)
    else await db.transaction().execute((trx) => rebuildShop(trx, id))
}

async function rebuildShop(db: Kysely<DB>, userId: number): Promise<void> {
  const stored = await db.selectFrom('month_totals').where('user_id', '=', userId).select('ay').execute()
  const months = new Map(stored.map(({ ay }) => [ay, noSums()]))
  for (const { gun } of await countedDays(db, userId)) months.set(firstOfMonth(gun), noSums())
  if (months.size === 0) return
  // Makes and locks every month's row, in order like a save: what is counted of them next stays true. A month
  // that begins after this has right totals from the save that began it.
  await storeMonths(db, userId, months)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'ay']).doUpdateSet((eb) => ({ ay: eb.ref('excluded.ay') })),
    )
    .execute()
  for (const figures of await countedDays(db, userId))
    if (months.has(firstOfMonth(figures.gun))) addTo(months, figures, 1)
  await storeMonths(db, userId, months)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'ay']).doUpdateSet((eb) => ({
        kayit_sayisi: eb.ref('excluded.kayit_sayisi'),
        gelir_kurus: eb.ref('excluded.gelir_kurus'),
        gider_kurus: eb.ref('excluded.gider_kurus'),
      })),
    )
    .execute()
}

const storeMonths = (db: Kysely<DB>, user_id: number, months: Map<Day, Sums>) =>
  db.insertInto('month_totals').values(inOrder(months).map(([ay, sums]) => ({ user_id, ay, ...sums })))

/** Every day with a record or an expense, some more than once. */
async function countedDays(db: Kysely<DB>, userId: number): Promise<Figures[]> {
  const kayitlar = await db
    .selectFrom('kayit')
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .groupBy(['gun', 'durum'])
    .select(({ fn }) => [
      'gun',
      'durum',
      fn.countAll<number>().as('kayit_sayisi'),
      fn.sum<number>('toplam_kurus').as('toplam_kurus'),
    ])
    .execute()
  const expenses = await db
    .selectFrom('expense')
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .groupBy('spend_date')
    .select(({ fn }) => ['spend_date', fn.sum<number>('amount_kurus').as('amount_kurus')])
    .execute()
  return [
    ...kayitlar.map((row) => ({ ...kayitFigures(row), kayit_sayisi: row.kayit_sayisi })),
    ...expenses.map(expenseFigures),
  ]
}

function addTo(months: Map<Day, Sums>, figures: Figures, sign: 1 | -1): void {
  const ay = firstOfMonth(figures.gun)
  const sums = months.get(ay) ?? noSums()
  for (const sum of SUMS) sums[sum] = addExactly(sums[sum], sign * figures[sum])
  months.set(ay, sums)
}

function firstOfMonth(day: Day): Day {
  const { year, month } = monthOf(day)
  return monthRange(year, month).from
}

const noSums = (): Sums => ({ kayit_sayisi: 0, gelir_kurus: 0, gider_kurus: 0 })

const inOrder = (months: Map<Day, Sums>): [Day, Sums][] => [...months].sort(([a], [b]) => (a < b ? -1 : 1))
