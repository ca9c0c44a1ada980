import { type Selectable, sql } from 'kysely'

import type { ShopCtx } from '#server/platform/core/own-rows.ts'
import { pipelineSteps } from '#server/platform/core/pipeline-steps.ts'
import { compiled } from '#server/platform/db/compiled.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { firstOfMonth } from '#shared/date.ts'
import { hasIncome } from '#shared/kayit/rules.ts'
import { sortKey } from '#shared/turkish.ts'

import { sumExactly } from './exact.ts'

/** The columns of a record and its items that the statistics count. */
export type CountedKayit = Pick<Selectable<DB['kayit']>, 'day' | 'durum' | 'arac_marka' | 'toplam_kurus'> & {
  islemler: readonly Pick<
    Selectable<DB['islem']>,
    'islem_adi_upper' | 'islem_adet' | 'fiyat_kurus' | 'kind'
  >[]
}

type CountedExpense = Pick<Selectable<DB['expense']>, 'spend_date' | 'amount_kurus'>

/** Records before and after a change; `null` when there was or is none. */
type Changes = readonly { before: CountedKayit | null; after: CountedKayit | null }[]

/** The tables of totals: the columns that identify a row of a month, and those that add up. */
const TOTALS = {
  status_totals: { keys: ['durum'], sums: ['count', 'toplam_kurus', 'spent_kurus'] },
  day_totals: { keys: ['day', 'durum'], sums: ['count', 'priced_count', 'toplam_kurus'] },
  operation_totals: { keys: ['islem_adi_upper'], sums: ['count', 'gelir_kurus'] },
  make_totals: { keys: ['arac_marka'], sums: ['count', 'gelir_kurus'] },
} as const satisfies { [Table in keyof DB]?: Record<'keys' | 'sums', readonly (keyof DB[Table])[]> }

type TotalsTable = keyof typeof TOTALS
type Row<Table extends TotalsTable> = Omit<DB[Table], 'shop_id' | 'name_sort_key'>
type Totals = { [Table in TotalsTable]: Row<Table>[] }

/**
 * Updates the shop's totals after changes of records, which are added up first, so that each total is written once. Only
 * the names of items are locked later in its transaction.
 */
export async function countRecords(ctx: ShopCtx, changes: Changes): Promise<void> {
  const { status_totals, day_totals, operation_totals, make_totals } = totalsChange(changes)
  const named = operation_totals.map((row) => ({ ...row, name_sort_key: sortKey(row.islem_adi_upper) }))
  // New records only add, and their commit may be sent already, so the stored totals are not checked.
  const add = changes.every(({ before }) => before === null) ? upsertOwn : addTotals
  await pipelineSteps(ctx, (one) => [
    add(one, 'status_totals', status_totals),
    add(one, 'day_totals', day_totals),
    add(one, 'operation_totals', named),
    add(one, 'make_totals', make_totals),
  ])
}

/** Updates the shop's totals after a change of an expense, which counts by its spend date (decisions: expense). */
export async function countExpense(
  ctx: ShopCtx,
  before: CountedExpense | null,
  after: CountedExpense | null,
): Promise<void> {
  const spent = [
    ...(before === null ? [] : [{ ...before, amount_kurus: -before.amount_kurus }]),
    ...(after === null ? [] : [after]),
  ]
  const rows = spent.map(({ spend_date, amount_kurus }) => ({
    ...LOCK_ROW,
    month: firstOfMonth(spend_date),
    spent_kurus: amount_kurus,
  }))
  await addTotals(ctx, 'status_totals', sumByKey('status_totals', rows).filter(isChange('status_totals')))
}

/** Returns the changes of totals after changes of records; a changed month has its statuses' rows, the lock first. */
export function totalsChange(changes: Changes): Totals {
  const rows = changes.flatMap(({ before, after }) => [
    ...(before === null ? [] : [totalsOf(before, -1)]),
    ...(after === null ? [] : [totalsOf(after, 1)]),
  ])
  const sumsOf = <Table extends TotalsTable>(table: Table) =>
    sumByKey(
      table,
      rows.flatMap((one) => one[table] as Row<Table>[]),
    )
  const statuses = sumsOf('status_totals')
  const change = {
    day_totals: sumsOf('day_totals').filter(isChange('day_totals')),
    operation_totals: sumsOf('operation_totals').filter(isChange('operation_totals')),
    make_totals: sumsOf('make_totals').filter(isChange('make_totals')),
  }
  const changed = [...Object.values(change).flat(), ...statuses.filter(isChange('status_totals'))]
  const months = new Set(changed.map(({ month }) => month))
  return { ...change, status_totals: statuses.filter(({ month }) => months.has(month)) }
}

/**
 * The row without a status, which locks all totals of its month and has the month's expenses. It exists even with all
 * sums at 0, and comes first. Months are locked in order, so parallel saves wait for each other and never deadlock.
 */
export const LOCK_ROW = { durum: '', count: 0, toplam_kurus: 0, spent_kurus: 0 }

/** Returns the amounts that a record adds to each table, or with -1 subtracts. */
function totalsOf(kayit: CountedKayit, sign: 1 | -1): Totals {
  const { day, durum, arac_marka, islemler } = kayit
  const month = firstOfMonth(day)
  const earning = hasIncome(kayit) ? sign : 0
  const sums = { count: sign, toplam_kurus: sign * kayit.toplam_kurus }
  return {
    status_totals: [
      { month, ...LOCK_ROW },
      { month, durum, ...sums, spent_kurus: 0 },
    ],
    day_totals: [{ month, day, durum, ...sums, priced_count: kayit.toplam_kurus > 0 ? sign : 0 }],
    make_totals: [{ month, arac_marka, count: sign, gelir_kurus: earning * kayit.toplam_kurus }],
    // A discount is no operation; it lowers the income of the record.
    operation_totals: islemler
      .filter(({ kind }) => kind === 'work')
      .map(({ islem_adi_upper, islem_adet, fiyat_kurus }) => ({
        month,
        islem_adi_upper,
        count: sign * islem_adet,
        gelir_kurus: earning * islem_adet * fiyat_kurus,
      })),
  }
}

/** Adds up the rows of each key, in the order of the keys. Throws RangeError when a sum is not a safe integer. */
export function sumByKey<Table extends TotalsTable>(table: Table, rows: readonly Row<Table>[]): Row<Table>[] {
  const { keys, sums } = TOTALS[table]
  const columns = rows as readonly Record<string, string | number>[]
  const byKey = Map.groupBy(columns, (row) => ['month', ...keys].map((name) => row[name]).join(' '))
  const added = [...byKey]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, own]) => ({
      ...Object.fromEntries(['month', ...keys].map((name) => [name, own[0]?.[name]])),
      ...Object.fromEntries(sums.map((name) => [name, sumExactly(own.map((row) => Number(row[name])))])),
    }))
  return added as Row<Table>[]
}

const isChange = (table: TotalsTable) => (row: object) =>
  TOTALS[table].sums.some((name) => (row as Record<string, unknown>)[name] !== 0)

/** Adds to a table's rows and returns them. */
async function upsertOwn<Table extends TotalsTable>(
  { db, actor }: ShopCtx,
  table: Table,
  rows: readonly Omit<DB[Table], 'shop_id'>[],
) {
  const owned = rows.map((row) => ({ ...row, shop_id: actor.shop }))
  return rows.length === 0 ? [] : upsertTotals(db, owned, { table })
}

/** Adds to a table's rows and deletes those that no longer count a record. Throws RangeError for a total below zero. */
async function addTotals<Table extends TotalsTable>(
  shop: ShopCtx,
  table: Table,
  rows: readonly Omit<DB[Table], 'shop_id'>[],
): Promise<void> {
  const { db, actor } = shop
  const stored = await upsertOwn(shop, table, rows)
  const isLock = (row: object) => table === 'status_totals' && 'durum' in row && row.durum === LOCK_ROW.durum
  // A CHECK cannot refuse it: it would also refuse the negative row that an upsert proposes.
  if (stored.some((row) => TOTALS[table].sums.some((sum) => row[sum as 'count'] < 0)))
    throw new RangeError('A total would fall below zero.')
  const empty = stored.filter((row) => row.count === 0 && !isLock(row)).map(({ month }) => month)
  if (empty.length === 0) return
  await db
    .deleteFrom<TotalsTable>(table)
    .where('shop_id', '=', actor.shop)
    .where('month', 'in', [...new Set(empty)])
    .where('count', '=', 0)
    .$if(table === 'status_totals', (rows) => rows.where(sql.ref('durum'), '<>', LOCK_ROW.durum))
    .execute()
}

const upsertTotals = compiled((db, rows: { shop_id: number }[], { table }: { table: TotalsTable }) => {
  const { keys, sums } = TOTALS[table]
  return (
    db
      // Kysely's types take one table.
      .insertInto(table as 'make_totals')
      .values(rows as DB['make_totals'][])
      .onConflict((conflict) =>
        conflict
          .columns(['shop_id', 'month', ...(keys as readonly 'arac_marka'[])])
          .doUpdateSet((eb) =>
            Object.fromEntries(
              sums.map((sum) => [
                sum,
                eb(sql.ref<number>(`${table}.${sum}`), '+', sql.ref<number>(`excluded.${sum}`)),
              ]),
            ),
          ),
      )
      .returning(['month', ...(keys as readonly 'arac_marka'[]), ...(sums as readonly 'count'[])])
  )
})
