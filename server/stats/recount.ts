import type { Kysely } from 'kysely'

import {
  splitByStatement,
  type ShopCtx,
  liveRows,
  ownRows,
  visitRows,
} from '#server/platform/core/own-rows.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { recountItemMemory } from '#server/item/memory.ts'
import { type Day, firstOfMonth, monthOf, monthRange } from '#shared/date.ts'
import { sortKey } from '#shared/turkish.ts'

import { expenseGroups, kayitGroups, makeGroups, operationGroups } from './queries.ts'
import { sumByKey, LOCK_ROW } from './totals.ts'

/**
 * Recounts the totals of one shop, or of all, and the names of its work items, from the records and expenses, after
 * rows were stored in bulk past the operations. May run alongside other work; each month is a transaction of its own,
 * so that a shop's saves wait for one month only.
 */
export async function recountTotals(db: Kysely<DB>, shopId?: number): Promise<void> {
  let shops = db.selectFrom('shops').select('id').orderBy('id')
  if (shopId !== undefined) shops = shops.where('id', '=', shopId)
  for (const { id } of await shops.execute()) {
    const actor = { shop: id }
    const atOnce = (work: (shop: ShopCtx) => Promise<void>) =>
      db.isTransaction ? work({ db, actor }) : db.transaction().execute((trx) => work({ db: trx, actor }))
    for (const month of await monthsOf({ db, actor })) await atOnce((shop) => recountMonths(shop, [month]))
    await atOnce(async (shop) => {
      // A save locks its month before its names, so no save locks names meanwhile.
      await lockMonths(shop)
      await recountItemMemory(shop)
    })
  }
}

const lockMonths = (shop: ShopCtx) =>
  ownRows(shop, 'status_totals')
    .where('durum', '=', LOCK_ROW.durum)
    .orderBy('month')
    .select('month')
    .forUpdate()
    .execute()

/** Does the same for some months, given by their first days in order, in the open transaction. */
export async function recountMonths(shop: ShopCtx, months: readonly Day[]): Promise<void> {
  if (months.length === 0) return
  // This creates and locks every month's row, in order like a save, so that the counts below stay right. A month with
  // a later first row gets its totals from that save.
  await shop.db
    .insertInto('status_totals')
    .values(months.map((month) => ({ shop_id: shop.actor.shop, month, ...LOCK_ROW })))
    .onConflict((conflict) =>
      conflict
        .columns(['shop_id', 'month', 'durum'])
        .doUpdateSet((eb) => ({ month: eb.ref('excluded.month') })),
    )
    .execute()
  for (const month of months) await recountMonth(shop, month)
}

/** The first days of the months that have or once had records or expenses, in order. */
async function monthsOf(shop: ShopCtx): Promise<Day[]> {
  const stored = await ownRows(shop, 'status_totals').select('month').distinct().execute()
  const records = await visitRows(shop).select('day').distinct().execute()
  const expenses = await liveRows(shop, 'expense').select('spend_date as day').distinct().execute()
  const days = [...records, ...expenses].map(({ day }) => firstOfMonth(day))
  return [...new Set([...stored.map(({ month }) => month), ...days])].sort()
}

async function recountMonth(shop: ShopCtx, month: Day): Promise<void> {
  const of = monthOf(month)
  const period = monthRange(of.year, of.month)
  const days = await kayitGroups(shop, period)
  const operations = await operationGroups(shop, period)
  const spent = await expenseGroups(shop, period)
  const statuses = sumByKey('status_totals', [
    { month, ...LOCK_ROW },
    ...spent.map(({ spent_kurus }) => ({ month, ...LOCK_ROW, spent_kurus })),
    ...days.map((row) => ({ month, ...row, spent_kurus: 0 })),
  ])
  const order = operations.map((row) => ({ ...row, name_sort_key: sortKey(row.islem_adi_upper) }))
  await replaceRows(shop, month, { table: 'day_totals', rows: days })
  await replaceRows(shop, month, { table: 'operation_totals', rows: order })
  await replaceRows(shop, month, { table: 'status_totals', rows: statuses })
  await replaceRows(shop, month, { table: 'make_totals', rows: await makeGroups(shop, period) })
}

type Part<Table extends keyof DB> = { table: Table; rows: Omit<DB[Table], 'shop_id' | 'month'>[] }
type Rows = Part<'day_totals'> | Part<'operation_totals'> | Part<'status_totals'> | Part<'make_totals'>

async function replaceRows({ db, actor }: ShopCtx, month: Day, { table, rows }: Rows): Promise<void> {
  await db.deleteFrom(table).where('shop_id', '=', actor.shop).where('month', '=', month).execute()
  for (const batch of splitByStatement<Rows['rows'][number]>(rows))
    await db
      .insertInto(table)
      .values(batch.map((row) => ({ shop_id: actor.shop, month, ...row })))
      .execute()
}
