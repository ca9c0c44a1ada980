import { type Selectable, sql } from 'kysely'

import type { Shop } from '#server/platform/core/batches.ts'
import { pipelineWrites } from '#server/platform/core/pipeline-writes.ts'
import { compiled } from '#server/platform/db/compiled.ts'
import type {
  DayTotalsTable,
  DB,
  ExpenseTable,
  IslemTable,
  KayitTable,
  MakeTotalsTable,
  OperationTotalsTable,
  StatusTotalsTable,
} from '#server/platform/db/schema.ts'
import { firstOfMonth } from '#shared/date.ts'
import { hasIncome } from '#shared/kayit/rules.ts'
import type { Kurus } from '#shared/money.ts'
import { sortKey } from '#shared/turkish.ts'

import { Tally } from './tally.ts'

type DayTotals = Omit<DayTotalsTable, 'shop_id'>
type OperationTotals = Omit<OperationTotalsTable, 'shop_id' | 'name_sort_key'>
type StatusTotals = Omit<StatusTotalsTable, 'shop_id'>
type MakeTotals = Omit<MakeTotalsTable, 'shop_id'>

/** The columns of a record and its items that the statistics count. */
export type CountedKayit = Pick<Selectable<KayitTable>, 'day' | 'durum' | 'arac_marka' | 'toplam_kurus'> & {
  islemler: readonly Pick<Selectable<IslemTable>, 'islem_adi_upper' | 'islem_adet' | 'fiyat_kurus'>[]
}

type CountedExpense = Pick<Selectable<ExpenseTable>, 'spend_date' | 'amount_kurus'>

/**
 * Updates the shop's totals after changes of records, added up first: each total is written once; `null` when there was or
 * is no record. Writes nothing when no total changes. Nothing that waits for a lock may follow in its transaction.
 */
export async function countRecords(
  ctx: Shop,
  changes: readonly { before: CountedKayit | null; after: CountedKayit | null }[],
): Promise<void> {
  const change = totalsChange(changes)
  const [days, operations, makes] = [
    change.days.changes(),
    change.operations.changes(),
    change.makes.changes(),
  ]
  const changed = [...days, ...operations, ...makes, ...change.statuses.changes()]
  const months = new Set(changed.map(({ month }) => month))
  const statuses = change.statuses.rows().filter(({ month }) => months.has(month))
  const named = operations.map((row) => ({ ...row, name_sort_key: sortKey(row.islem_adi_upper) }))
  // New records only add, and their commit may be on its way.
  const add = changes.every(({ before }) => before === null) ? upsertOwn : addTotals
  await pipelineWrites(ctx, (one) => [
    add(one, 'status_totals', statuses),
    add(one, 'day_totals', days),
    add(one, 'operation_totals', named),
    add(one, 'make_totals', makes),
  ])
}

/** The same for an expense, which counts by its spend date (decisions: expense). */
export async function countExpense(
  ctx: Shop,
  before: CountedExpense | null,
  after: CountedExpense | null,
): Promise<void> {
  const { statuses } = noChange()
  if (before !== null) statuses.add(spentIn(before), -1)
  if (after !== null) statuses.add(spentIn(after), 1)
  await addTotals(ctx, 'status_totals', statuses.changes())
}

const spentIn = ({ spend_date, amount_kurus }: CountedExpense): StatusTotals => ({
  ...LOCK,
  month: firstOfMonth(spend_date),
  spent_kurus: amount_kurus,
})

/** The differences of the totals after changes of records. */
export function totalsChange(
  changes: readonly { before: CountedKayit | null; after: CountedKayit | null }[],
): Change {
  const change = noChange()
  for (const { before, after } of changes) {
    if (before !== null) addKayit(change, before, -1)
    if (after !== null) addKayit(change, after, 1)
  }
  return change
}

type Change = ReturnType<typeof noChange>

const noChange = () => ({
  statuses: new Tally<StatusTotals, 'count' | 'toplam_kurus' | 'spent_kurus'>(
    ['count', 'toplam_kurus', 'spent_kurus'],
    ({ month, durum }) => `${month} ${durum}`,
  ),
  days: new Tally<DayTotals, 'count' | 'priced_count' | 'toplam_kurus'>(
    ['count', 'priced_count', 'toplam_kurus'],
    ({ day, durum }) => `${day} ${durum}`,
  ),
  operations: new Tally<OperationTotals, 'count' | 'gelir_kurus'>(
    ['count', 'gelir_kurus'],
    ({ month, islem_adi_upper }) => `${month} ${islem_adi_upper}`,
  ),
  makes: new Tally<MakeTotals, 'count' | 'gelir_kurus'>(
    ['count', 'gelir_kurus'],
    ({ month, arac_marka }) => `${month} ${arac_marka}`,
  ),
})

/**
 * The row without a status is the lock of all totals of its month, and has the month's expenses. It is there even if it
 * counts nothing, and comes first.
 * Months are locked in order, so parallel saves wait for each other and never deadlock.
 */
export const LOCK = { durum: '', count: 0, toplam_kurus: 0, spent_kurus: 0 }

function addKayit({ statuses, days, operations, makes }: Change, kayit: CountedKayit, sign: 1 | -1): void {
  const { day, durum, arac_marka, toplam_kurus, islemler } = kayit
  const month = firstOfMonth(day)
  const incomeOf = (kurus: Kurus) => (hasIncome(kayit) ? kurus : 0)
  statuses.add({ month, ...LOCK }, sign)
  statuses.add({ month, durum, count: 1, toplam_kurus, spent_kurus: 0 }, sign)
  days.add({ month, day, durum, count: 1, priced_count: toplam_kurus > 0 ? 1 : 0, toplam_kurus }, sign)
  makes.add({ month, arac_marka, count: 1, gelir_kurus: incomeOf(toplam_kurus) }, sign)
  for (const { islem_adi_upper, islem_adet, fiyat_kurus } of islemler) {
    const gelir_kurus = incomeOf(islem_adet * fiyat_kurus)
    operations.add({ month, islem_adi_upper, count: islem_adet, gelir_kurus }, sign)
  }
}

/** The tables of totals: the columns that name a row of a month, and those that add up. */
const TOTALS = {
  status_totals: { keys: ['durum'], sums: ['count', 'toplam_kurus', 'spent_kurus'] },
  day_totals: { keys: ['day', 'durum'], sums: ['count', 'priced_count', 'toplam_kurus'] },
  operation_totals: { keys: ['islem_adi_upper'], sums: ['count', 'gelir_kurus'] },
  make_totals: { keys: ['arac_marka'], sums: ['count', 'gelir_kurus'] },
} as const satisfies { [Table in keyof DB]?: Record<'keys' | 'sums', readonly (keyof DB[Table])[]> }

type TotalsTable = keyof typeof TOTALS

/** Adds to a table's rows and returns them. */
async function upsertOwn<Table extends TotalsTable>(
  { db, actor }: Shop,
  table: Table,
  rows: readonly Omit<DB[Table], 'shop_id'>[],
) {
  const owned = rows.map((row) => ({ ...row, shop_id: actor.shop }))
  return rows.length === 0 ? [] : upsertTotals(db, owned, { table })
}

/** The same; deletes rows that no longer count anything. Throws RangeError for a total below zero. */
async function addTotals<Table extends TotalsTable>(
  shop: Shop,
  table: Table,
  rows: readonly Omit<DB[Table], 'shop_id'>[],
): Promise<void> {
  const { db, actor } = shop
  const stored = await upsertOwn(shop, table, rows)
  const isLock = (row: object) => table === 'status_totals' && 'durum' in row && row.durum === LOCK.durum
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
    .$if(table === 'status_totals', (rows) => rows.where(sql.ref('durum'), '<>', LOCK.durum))
    .execute()
}

const upsertTotals = compiled((db, rows: { shop_id: number }[], { table }: { table: TotalsTable }) => {
  const { keys, sums } = TOTALS[table]
  return (
    db
      // The types of Kysely take one table.
      .insertInto(table as 'make_totals')
      .values(rows as MakeTotalsTable[])
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
