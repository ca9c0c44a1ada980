import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'

import { cancelOptions } from '#server/platform/core/cancel-options.ts'
import { today, type UserCtx } from '#server/platform/core/context.ts'
import { compiledOwn, ownRows, type ShopCtx } from '#server/platform/core/own-rows.ts'
import { rowsInOrder } from '#server/list/ordered-rows.ts'
import { type ListCount, limitTo, type SliceInput, sliceInput, sliceOf } from '#server/list/page-slice.ts'
import { chooseScan, looksThroughStatus, type ScanFilter, type ScanPlan } from '#server/list/scan-plan.ts'
import { optimizationFence, sumGroups } from '#server/list/rows.ts'
import { compiled } from '#server/platform/db/compiled.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { incomeOf, statusTotals } from '#server/stats/queries.ts'
import { statusOf } from '#shared/kayit/rules.ts'
import type { KayitListInput, KayitListItem, KayitPage, KayitSort } from '#shared/kayit/schema.ts'
import type { EarlyStage } from '#shared/kayit/stage.ts'
import type { Kurus } from '#shared/money.ts'
import { MAX_COUNTED } from '#shared/options.ts'
import { periodRange } from '#shared/period.ts'
import { storedSortKey } from '#shared/turkish.ts'

import {
  type Conditions,
  conditionsOf,
  type Filter,
  filterRecords,
  inRange,
  newestFirst,
  type Records,
  recordList,
  type StatusCount,
} from './conditions.ts'

export type Order = Pick<KayitListInput, 'sort' | 'dir'> & { stage?: EarlyStage | undefined }

export const LIST_COLUMNS = [
  'kayit.id as kayit_id',
  'musteri_adi_soyadi',
  'musteri_tel',
  'sasi_no',
  'plaka',
  'arac_marka',
  'arac_model',
  'islem_sayisi',
  'toplam_kurus',
  'giris_tarihi',
  'cikis_tarihi',
  'kayit_tarihi',
  'durum',
  'version',
] as const

/** The columns of a page's row, with those that decide what the customer owes. */
export const PAGE_COLUMNS = [...LIST_COLUMNS, 'paid_kurus'] as const
const EARLY_PAGE_COLUMNS = [...PAGE_COLUMNS, 'quote_valid_until'] as const

export type PageRow = KayitListItem & { toplam_kurus: Kurus; paid_kurus: Kurus }

/** A page before the payments of its records are replaced by the rests. */
export type StoredPage = Omit<KayitPage, 'items'> & { items: PageRow[] }

/** The column of each sort key; `empty` marks columns that can be NULL. */
export const sortColumns = {
  musteri_adi_soyadi: { column: 'customer_sort_key', empty: false },
  sasi_no: { column: 'vin_sort_key', empty: false },
  plaka: { column: 'plate_sort_key', empty: false },
  islem_sayisi: { column: 'islem_sayisi', empty: false },
  giris_tarihi: { column: 'giris_tarihi', empty: true },
  cikis_tarihi: { column: 'cikis_tarihi', empty: true },
  durum: { column: 'status_sort_key', empty: false },
} as const satisfies Record<KayitSort, { column: keyof DB['kayit']; empty: boolean }>

/** A record before its visit has no days of a visit, and shows its own day and the last day of its prices. */
const EARLY_COLUMNS = {
  ...sortColumns,
  giris_tarihi: { column: 'day', empty: false },
  cikis_tarihi: { column: 'quote_valid_until', empty: true },
} as const satisfies Record<KayitSort, { column: keyof DB['kayit']; empty: boolean }>

const columnOf = ({ sort, stage }: Pick<Order, 'sort' | 'stage'>) =>
  (stage === undefined ? sortColumns : EARLY_COLUMNS)[sort]

/**
 * Sorts by a column of `kayit`, then by id. Ascending order begins with empty dates; descending order is the
 * reverse, except that equal rows stay in the order of their ids. `reversed` is that order from its end.
 */
export function sortRecords<D, T extends keyof D, O>(
  query: SelectQueryBuilder<D, T, O>,
  { dir, reversed = false, ...of }: Order & { reversed?: boolean },
): SelectQueryBuilder<D, T, O> {
  const { column, empty } = columnOf(of)
  const isAscending = (dir === 'asc') !== reversed
  return query
    .orderBy(sql.ref(`kayit.${column}`), (order) => {
      // For columns without NULL, the plain order is the index's order.
      if (isAscending) return empty ? order.asc().nullsFirst() : order.asc()
      return empty ? order.desc().nullsLast() : order.desc()
    })
    .orderBy(sql.ref('kayit.id'), reversed ? 'desc' : 'asc')
}

/** Returns the ids of a list's records in order, with their numbers of items; `signal` cancels the statement. */
export function orderedKayit(ctx: UserCtx, input: Filter & Order, signal?: AbortSignal) {
  const rows = sortRecords(filterRecords(ctx, input).select(['kayit.id', 'islem_sayisi']), input)
  return rows.execute(cancelOptions(signal))
}

export const kayitBatches = (ctx: UserCtx, ids: readonly number[]) =>
  rowsInOrder(
    ids,
    (batch) => kayitOf(ctx, batch).select(LIST_COLUMNS).execute(),
    ({ kayit_id }) => kayit_id,
  )

export const kayitOf = (ctx: UserCtx, ids: number[]) =>
  ownRows(ctx, 'kayit').where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))

/** A page that ends later in the list is read from the nearer end, for which the number of rows is needed. */
const FAR = 1_000
/** Returns whether the best plan for a page depends on the length of its list. */
export const needsCount = ({ q, month, year, page, size, durum, owed, stage }: KayitListInput): boolean =>
  q.trim() !== '' ||
  stage !== undefined ||
  durum !== undefined ||
  owed !== undefined ||
  (typeof year === 'number' && typeof month !== 'number') ||
  page * size > FAR

/** Orders with many equal records, which are sorted by id: reading their index would begin in the first year. */
const FEW_VALUES: readonly KayitSort[] = ['islem_sayisi', 'durum']

function scanFilterOf(
  { range, search, debts, isVisit }: Conditions,
  input: KayitListInput,
  count?: RecordListCount,
): ScanFilter {
  const { sort, page, size, durum } = input
  const order =
    sortColumns[sort].empty && isVisit ? 'dates' : FEW_VALUES.includes(sort) ? 'few-values' : 'distinct'
  const found = search === undefined ? 'none' : search.testsRows ? 'tests-rows' : 'reads-index'
  const status = durum === undefined ? undefined : count?.records
  // Debts and quotes are few rows, which PostgreSQL cannot estimate.
  const hasPeriod = range !== undefined || debts !== undefined || !isVisit
  return { search: found, hasPeriod, order, page, size, status }
}

/**
 * Reads one page. It finds the ids first, so that the rows before the page are skipped inside an index. A first page
 * needs none, and without them PostgreSQL keeps one plan for shops of all sizes; a status needs a plan of its own.
 */
export function readPageRows(ctx: UserCtx, input: KayitListInput & Filter, count?: RecordListCount) {
  const { sort, dir, size, page, stage } = input
  const testsRows =
    count !== undefined && (count.isMore || (input.durum !== undefined && looksThroughStatus(count.records)))
  const conditions = conditionsOf(ctx, { ...input, testsRows })
  const plan = chooseScan(scanFilterOf(conditions, input, count), count)
  if (plan === 'no-rows') return []
  const { reversed, ...slice } = sliceOf({ page, size }, count)
  const rows = { ...conditions, ...sliceInput(slice, plan === 'ngram') }
  return pageQuery(ctx.db, rows, { sort, dir, plan, reversed, ...(stage !== undefined && { stage }) })
}

type PageOrder = Order & { plan: ScanPlan; reversed: boolean }

const pageQuery = compiled((db, { size, skip, ...conditions }: Conditions & SliceInput, order: PageOrder) => {
  const page = limitTo(sortRecords(scanRecords(db, conditions, order), order), { size, skip })
  const isFirstPage = order.plan === 'planner' && skip === undefined && !order.reversed
  const columns = order.stage === undefined ? PAGE_COLUMNS : EARLY_PAGE_COLUMNS
  if (isFirstPage && conditions.durum === undefined) return page.select(columns)
  const ids = page.select('kayit.id')
  const rows = db
    .selectFrom(ids.as('page'))
    .innerJoin('kayit', (join) =>
      join.onRef('kayit.id', '=', 'page.id').on('kayit.shop_id', '=', conditions.shop),
    )
    .select(columns)
  return sortRecords(rows, { ...order, reversed: false })
})

function scanRecords(db: Kysely<DB>, conditions: Conditions, order: PageOrder) {
  if (order.plan === 'planner' || order.plan === 'ngram') return recordList.matching(db, conditions)
  if (order.plan === 'filtered')
    return optimizationFence(db, 'kayit', alongDays(recordList.matching(db, conditions), conditions, order))
  const all = recordList.matching(db, { ...conditions, range: undefined, search: undefined })
  const ordered = optimizationFence(db, 'kayit', sortRecords(all, order))
  return recordList.hits(inRange(ordered, conditions.range), conditions)
}

/** Read from the newest day where the newest dates come first, a period's records come almost sorted. */
function alongDays(
  rows: Records,
  { search, isVisit }: Conditions,
  { sort, dir, reversed }: PageOrder,
): Records {
  const isDescending = isVisit && sortColumns[sort].empty && (dir === 'desc') !== reversed
  return search === undefined && isDescending ? newestFirst(rows) : rows
}

/** Returns the name of each record's first item, by the record's id; records without items are missing. */
export async function firstItems(ctx: ShopCtx, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await namesOfFirstItems(ctx, { ids })
  return new Map(rows.map(({ kayit_id, islem_adi }) => [kayit_id, islem_adi]))
}

const namesOfFirstItems = compiledOwn((db, { shop, ids }: { shop: number; ids: number[] }) =>
  db
    .selectFrom('islem')
    .where('shop_id', '=', shop)
    .where((eb) => eb('kayit_id', '=', eb.fn.any(eb.val(ids))))
    .where('position', '=', 0)
    .select(['kayit_id', 'islem_adi']),
)

/** The statuses in a list, whatever status is selected; of more than `MAX_COUNTED`, those of the whole period. */
export type RecordListCount = ListCount & {
  statuses: { durum: string; count: number }[]
  records?: PeriodRecords
  toplam_kurus?: number
}
/** The number of records of a period without a search: with the selected status, and with any. */
type PeriodRecords = { ofStatus: number; ofPeriod: number }

/** Counts the records of a list; of a search at most `MAX_COUNTED`, and whether there are more, unless `exact`. */
export async function countList(
  ctx: UserCtx,
  { exact = false, ...filter }: Filter & { exact?: boolean | undefined },
): Promise<RecordListCount> {
  const isSearch = (filter.q ?? '').trim() !== ''
  if (filter.stage !== undefined)
    return countFrom(await countByStatus(ctx, { ...filter, durum: undefined }, undefined), filter)
  if (!isSearch && filter.open !== true && filter.debts === undefined) {
    const totals = await statusesOfPeriod(ctx, filter)
    return { ...countFrom(totals, filter), records: recordsIn(totals, filter) }
  }
  const most = exact || !isSearch ? undefined : MAX_COUNTED
  const counts = await countByStatus(ctx, { ...filter, durum: undefined }, most)
  return most === undefined ? countFrom(counts, filter) : boundedCount(ctx, filter, { counts })
}

/** The count and the sum of a list that was counted completely. */
const countFrom = (counts: readonly StatusCount[], filter: Filter): RecordListCount => {
  const selected = ofSelected(counts, filter)
  const statuses = statusesIn(counts)
  return { total: sumGroups(selected), toplam_kurus: incomeOf(selected), isMore: false, statuses }
}

/**
 * Returns the count of a search, of which at most `MAX_COUNTED` + 1 records of any status were counted. With `isCommon`
 * they were tested in their order, not found through the n-gram index.
 */
export async function boundedCount(
  ctx: UserCtx,
  filter: Filter,
  { counts, isCommon = false }: { counts: readonly StatusCount[]; isCommon?: boolean },
): Promise<RecordListCount> {
  if (sumGroups(counts) <= MAX_COUNTED) return countFrom(counts, filter)
  const all = await statusesOfPeriod(ctx, filter)
  const count = {
    total: MAX_COUNTED,
    isMore: true,
    statuses: statusesIn(all),
    records: recordsIn(all, filter),
  }
  if (filter.durum === undefined) return count
  const testsRows = isCommon || looksThroughStatus(count.records)
  const found = sumGroups(await countByStatus(ctx, { ...filter, testsRows }, MAX_COUNTED))
  return { ...count, total: Math.min(found, MAX_COUNTED), isMore: found > MAX_COUNTED }
}

const ofSelected = (counts: readonly StatusCount[], { durum: selected }: Filter) =>
  selected === undefined
    ? counts
    : counts.filter(({ durum }) => storedSortKey(durum) === storedSortKey(selected))
const recordsIn = (counts: readonly StatusCount[], filter: Filter): PeriodRecords => ({
  ofStatus: sumGroups(ofSelected(counts, filter)),
  ofPeriod: sumGroups(counts),
})

/** The statuses in Turkish order, each in one spelling however often it was written in another case. */
function statusesIn(counts: readonly StatusCount[]): RecordListCount['statuses'] {
  const byKey = Map.groupBy(counts, ({ durum }) => storedSortKey(statusOf(durum)))
  const groups = [...byKey].sort(([a], [b]) => (a < b ? -1 : 1))
  return groups.map(([, all]) => ({ durum: statusOf(all[0]?.durum ?? ''), count: sumGroups(all) }))
}

/** Counts at least `most` + 1 records, if there are as many; a search that tests rows begins with the newest ones. */
const countByStatus = (ctx: UserCtx, filter: Filter, most: number | undefined): Promise<StatusCount[]> =>
  recordList.count(ctx.db, conditionsOf(ctx, filter), {
    most,
    scan: filter.testsRows === true ? 'newest' : undefined,
  })

const statusesOfPeriod = (ctx: UserCtx, filter: Filter) =>
  statusTotals(ctx, { period: periodRange(filter, today(ctx)) ?? undefined })

/** Returns whether a search has no hit in any status, so that it must compare in another way (decisions: search). */
export const isWithoutHit = async (ctx: UserCtx, input: Filter): Promise<boolean> =>
  (input.q ?? '').trim() !== '' && (await countList(ctx, { ...input, durum: undefined })).total === 0
