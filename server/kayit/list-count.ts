import { type UserCtx, today } from '#server/platform/core/context.ts'
import type { ListCount } from '#server/list/page-slice.ts'
import { sumOf } from '#server/list/rows.ts'
import { looksThroughStatus } from '#server/list/scan-plan.ts'
import { statusTotals } from '#server/stats/queries.ts'
import { statusOf } from '#shared/kayit/rules.ts'
import { MAX_COUNTED } from '#shared/options.ts'
import { periodRange } from '#shared/period.ts'
import { storedSortKey } from '#shared/turkish.ts'

import { conditionsOf, type Filter, records, type StatusCount } from './conditions.ts'

/** The statuses in a list, whatever status is selected; of more than `MAX_COUNTED`, those of the whole period. */
export type RecordListCount = ListCount & { statuses: string[]; records?: PeriodRecords }
/** How many records a period has without a search: of the selected status, and of all. */
type PeriodRecords = { ofStatus: number; ofPeriod: number }

/** How many records a list has. Of a search at most `MAX_COUNTED`, and whether there are more, unless `exact`. */
export async function countList(
  ctx: UserCtx,
  { exact = false, ...filter }: Filter & { exact?: boolean | undefined },
): Promise<RecordListCount> {
  const isSearch = (filter.q ?? '').trim() !== ''
  if (!isSearch && filter.open !== true) return countOfPeriod(await statusesOfPeriod(ctx, filter), filter)
  const most = exact || !isSearch ? undefined : MAX_COUNTED
  const counts = await countByStatus(ctx, { ...filter, durum: undefined }, most)
  return most === undefined ? countFrom(counts, filter) : boundedCount(ctx, filter, { counts })
}

/** The count of a list that was counted completely. */
const countFrom = (counts: readonly StatusCount[], filter: Filter): RecordListCount => ({
  total: sumOf(ofSelected(counts, filter)),
  isMore: false,
  statuses: statusesIn(counts),
})

/** The same of a period without a search, from its totals. */
const countOfPeriod = (counts: readonly StatusCount[], filter: Filter): RecordListCount => ({
  ...countFrom(counts, filter),
  records: recordsIn(counts, filter),
})

/**
 * The count of a search of which at most one record more than `MAX_COUNTED` was counted, whatever its status. `common`:
 * they were looked through, not found through the n-gram index.
 */
export async function boundedCount(
  ctx: UserCtx,
  filter: Filter,
  { counts, common = false }: { counts: readonly StatusCount[]; common?: boolean },
): Promise<RecordListCount> {
  if (sumOf(counts) <= MAX_COUNTED) return countFrom(counts, filter)
  const all = await statusesOfPeriod(ctx, filter)
  const count = {
    total: MAX_COUNTED,
    isMore: true,
    statuses: statusesIn(all),
    records: recordsIn(all, filter),
  }
  if (filter.durum === undefined) return count
  const unselective = common || looksThroughStatus(count.records)
  const found = sumOf(await countByStatus(ctx, { ...filter, unselective }, MAX_COUNTED))
  return { ...count, total: Math.min(found, MAX_COUNTED), isMore: found > MAX_COUNTED }
}

const ofSelected = (counts: readonly StatusCount[], { durum: selected }: Filter) =>
  selected === undefined
    ? counts
    : counts.filter(({ durum }) => storedSortKey(durum) === storedSortKey(selected))
const recordsIn = (counts: readonly StatusCount[], filter: Filter): PeriodRecords => ({
  ofStatus: sumOf(ofSelected(counts, filter)),
  ofPeriod: sumOf(counts),
})

/** The statuses, each in one spelling however often it was written in another case. */
function statusesIn(counts: readonly StatusCount[]): string[] {
  const byKey = Map.groupBy(
    counts.map(({ durum }) => statusOf(durum)),
    storedSortKey,
  )
  return [...byKey.values()].flatMap(([first]) => first ?? [])
}

/** Counts at least one more than `most`, where there are so many; of an unselective search in the newest ones. */
const countByStatus = (ctx: UserCtx, filter: Filter, most: number | undefined): Promise<StatusCount[]> =>
  records.count(ctx.db, conditionsOf(ctx, filter), {
    most,
    way: filter.unselective === true ? 'newest' : undefined,
  })

const statusesOfPeriod = (ctx: UserCtx, filter: Filter) => statusTotals(ctx, periodRange(filter, today(ctx)))

/** Whether a search finds nothing, whatever status is selected: then it compares in another way (decisions: search). */
export const isWithoutHit = async (ctx: UserCtx, input: Filter): Promise<boolean> =>
  (input.q ?? '').trim() !== '' && (await countList(ctx, { ...input, durum: undefined })).total === 0
