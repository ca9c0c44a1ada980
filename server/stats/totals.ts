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
  MonthTotalsTable,
  OperationTotalsTable,
  StatusTotalsTable,
} from '#server/platform/db/schema.ts'
import { type Day, firstOfMonth } from '#shared/date.ts'
import { hasIncome } from '#shared/kayit/rules.ts'
import type { Kurus } from '#shared/money.ts'
import { sortKey } from '#shared/turkish.ts'

import { Tally } from './tally.ts'

type MonthTotals = Omit<MonthTotalsTable, 'shop_id'>
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
 * Updates the shop's totals after changes of records, added up first: each total is written once, in the order of the
 * months; `null` when there was or is no record. Nothing that waits for a lock may follow in its transaction.
 */
export async function countRecords(
  ctx: Shop,
  changes: readonly { before: CountedKayit | null; after: CountedKayit | null }[],
): Promise<void> {
  await apply(ctx, totalsChange(changes))
}

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

/** The same for an expense, which counts by its spend date (decisions: expense). */
export async function countExpense(
  ctx: Shop,
  before: CountedExpense | null,
  after: CountedExpense | null,
): Promise<void> {
  const change = noChange()
  if (before !== null) addExpense(change, before, -1)
  if (after !== null) addExpense(change, after, 1)
  await apply(ctx, change)
}

type Change = ReturnType<typeof noChange>

const noChange = () => ({
  months: new Tally<MonthTotals, 'kayit_sayisi' | 'gelir_kurus' | 'gider_kurus'>(
    ['kayit_sayisi', 'gelir_kurus', 'gider_kurus'],
    ({ month }) => month,
  ),
  days: new Tally<DayTotals, 'count' | 'priced_count' | 'toplam_kurus'>(
    ['count', 'priced_count', 'toplam_kurus'],
    ({ day, durum }) => `${day} ${durum}`,
  ),
  operations: new Tally<OperationTotals, 'count' | 'gelir_kurus'>(
    ['count', 'gelir_kurus'],
    ({ month, islem_adi_upper }) => `${month} ${islem_adi_upper}`,
  ),
  statuses: new Tally<StatusTotals, 'count'>(['count'], ({ month, durum }) => `${month} ${durum}`),
  makes: new Tally<MakeTotals, 'count' | 'gelir_kurus'>(
    ['count', 'gelir_kurus'],
    ({ month, arac_marka }) => `${month} ${arac_marka}`,
  ),
})

function addKayit(change: Change, kayit: CountedKayit, sign: 1 | -1): void {
  const { months, days, operations, statuses, makes } = change
  const { day, durum, arac_marka, toplam_kurus, islemler } = kayit
  const month = firstOfMonth(day)
  const incomeOf = (kurus: Kurus) => (hasIncome(kayit) ? kurus : 0)
  months.add({ month, kayit_sayisi: 1, gelir_kurus: incomeOf(toplam_kurus), gider_kurus: 0 }, sign)
  days.add({ month, day, durum, count: 1, priced_count: toplam_kurus > 0 ? 1 : 0, toplam_kurus }, sign)
  statuses.add({ month, durum, count: 1 }, sign)
  makes.add({ month, arac_marka, count: 1, gelir_kurus: incomeOf(toplam_kurus) }, sign)
  for (const { islem_adi_upper, islem_adet, fiyat_kurus } of islemler) {
    const gelir_kurus = incomeOf(islem_adet * fiyat_kurus)
    operations.add({ month, islem_adi_upper, count: islem_adet, gelir_kurus }, sign)
  }
}

function addExpense({ months }: Change, { spend_date, amount_kurus }: CountedExpense, sign: 1 | -1): void {
  const month = firstOfMonth(spend_date)
  months.add({ month, kayit_sayisi: 0, gelir_kurus: 0, gider_kurus: amount_kurus }, sign)
}

/**
 * The row of a month is the lock for all totals of that month, and months are locked in order, so parallel saves
 * wait for each other and never deadlock. Writes nothing when no total changes.
 */
async function apply(ctx: Shop, { months, ...others }: Change): Promise<void> {
  const changed = {
    days: others.days.changes(),
    operations: others.operations.changes(),
    statuses: others.statuses.changes(),
    makes: others.makes.changes(),
  }
  const touched = new Set<Day>()
  for (const { month } of [...months.changes(), ...Object.values(changed).flat()]) touched.add(month)
  const locked = months.rows().filter(({ month }) => touched.has(month))
  await pipelineWrites(ctx, (one) => [
    ...locked.map((month) => addMonth(one, month)),
    ...addRows(one, changed),
  ])
}

const isGrowth = ({ kayit_sayisi, gelir_kurus, gider_kurus }: MonthTotals): boolean =>
  Math.min(kayit_sayisi, gelir_kurus, gider_kurus) >= 0

/** A sum below zero cannot be proposed as a new row: the row that it is taken from exists. */
async function addMonth({ db, actor }: Shop, change: MonthTotals): Promise<void> {
  const row = { shop_id: actor.shop, ...change }
  if (isGrowth(change)) await upsertMonth(db, [row])
  else if ((await updateMonth(db, row)).length === 0) await upsertMonth(db, [row])
}

const upsertMonth = compiled((db, rows: MonthTotalsTable[]) =>
  db
    .insertInto('month_totals')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['shop_id', 'month']).doUpdateSet((eb) => ({
        kayit_sayisi: eb('month_totals.kayit_sayisi', '+', eb.ref('excluded.kayit_sayisi')),
        gelir_kurus: eb('month_totals.gelir_kurus', '+', eb.ref('excluded.gelir_kurus')),
        gider_kurus: eb('month_totals.gider_kurus', '+', eb.ref('excluded.gider_kurus')),
      })),
    ),
)

const updateMonth = compiled((db, change: MonthTotalsTable) =>
  db
    .updateTable('month_totals')
    .set((eb) => ({
      kayit_sayisi: eb('kayit_sayisi', '+', change.kayit_sayisi),
      gelir_kurus: eb('gelir_kurus', '+', change.gelir_kurus),
      gider_kurus: eb('gider_kurus', '+', change.gider_kurus),
    }))
    .where('shop_id', '=', change.shop_id)
    .where('month', '=', change.month)
    .returning('month'),
)

/** The tables of counts beside the months: the columns that name a row, and those that add up. */
const COUNTS = {
  day_totals: { keys: ['day', 'durum'], sums: ['count', 'priced_count', 'toplam_kurus'] },
  operation_totals: { keys: ['islem_adi_upper'], sums: ['count', 'gelir_kurus'] },
  status_totals: { keys: ['durum'], sums: ['count'] },
  make_totals: { keys: ['arac_marka'], sums: ['count', 'gelir_kurus'] },
} as const satisfies { [Table in keyof DB]?: Record<'keys' | 'sums', readonly (keyof DB[Table])[]> }

type CountTable = keyof typeof COUNTS
type Count = { month: Day; count: number }

const upsertCounts = compiled(
  (db, rows: (Count & { shop_id: number })[], { table }: { table: CountTable }) => {
    const { keys, sums } = COUNTS[table]
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
        .returning(['month', 'count'])
    )
  },
)

type Changed = {
  days: DayTotals[]
  operations: OperationTotals[]
  statuses: StatusTotals[]
  makes: MakeTotals[]
}

function addRows(ctx: Shop, { days, operations, statuses, makes }: Changed): Promise<void>[] {
  const named = operations.map((row) => ({ ...row, name_sort_key: sortKey(row.islem_adi_upper) }))
  return [
    addCounts(ctx, 'day_totals', days),
    addCounts(ctx, 'operation_totals', named),
    addCounts(ctx, 'status_totals', statuses),
    addCounts(ctx, 'make_totals', makes),
  ]
}

/** Adds to a table's rows, and deletes those that no longer count anything. */
async function addCounts<Table extends CountTable>(
  { db, actor }: Shop,
  table: Table,
  rows: readonly (Omit<DB[Table], 'shop_id'> & Count)[],
): Promise<void> {
  if (rows.length === 0) return
  const owned = rows.map((row) => ({ ...row, shop_id: actor.shop }))
  const empty = emptied(await upsertCounts(db, owned, { table }))
  if (empty.length === 0) return
  await db
    .deleteFrom<CountTable>(table)
    .where('shop_id', '=', actor.shop)
    .where('month', 'in', empty)
    .where('count', '=', 0)
    .execute()
}

/**
 * The months in which a row no longer counts anything. Throws RangeError for a total below zero, which means that
 * rows were written past the operations. A CHECK cannot do that: it would also refuse the negative row that an
 * upsert proposes.
 */
function emptied(totals: { month: Day; count: number }[]): Day[] {
  if (totals.some(({ count }) => count < 0)) throw new RangeError('A total would fall below zero.')
  return [...new Set(totals.filter(({ count }) => count === 0).map(({ month }) => month))]
}
