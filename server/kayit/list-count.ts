import type { Kysely } from 'kysely'

import { type UserCtx, today } from '#server/platform/core/context.ts'
import { isCommonTerm, SAMPLE } from '#server/list/first-rows.ts'
import { boundInput, boundOf, type ListCount } from '#server/list/page-slice.ts'
import { looksThroughStatus } from '#server/list/scan-plan.ts'
import { optimizationFence } from '#server/list/fence.ts'
import { compiled, type Literal } from '#server/platform/db/compiled.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { statusTotals } from '#server/stats/queries.ts'
import { statusOf } from '#shared/kayit/rules.ts'
import { MAX_COUNTED } from '#shared/options.ts'
import { periodRange } from '#shared/period.ts'
import { storedSortKey } from '#shared/turkish.ts'

import { type Conditions, conditionsOf, type Filter, matching, narrowed, newestFirst } from './conditions.ts'

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

type StatusCount = { durum: string; count: number }

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

/** How many records these are together. */
export const sumOf = (counts: readonly Pick<StatusCount, 'count'>[]) =>
  counts.reduce((sum, { count }) => sum + count, 0)

/** The statuses, each in one spelling however often it was written in another case. */
function statusesIn(counts: readonly StatusCount[]): string[] {
  const byKey = Map.groupBy(
    counts.map(({ durum }) => statusOf(durum)),
    storedSortKey,
  )
  return [...byKey.values()].flatMap(([first]) => first ?? [])
}

/** Counts at least one more than `most`, where there are so many; of an unselective search in the newest ones. */
async function countByStatus(ctx: UserCtx, filter: Filter, most: number | undefined): Promise<StatusCount[]> {
  const conditions = conditionsOf(ctx, filter)
  const isNgram = conditions.search?.unselective === false
  const counted = { ...conditions, limit: most === undefined ? undefined : boundInput(most + 1, isNgram) }
  return countQuery(ctx.db, counted, filter.unselective === true ? { way: 'newest' } : {})
}

/**
 * Counts at least one record more than `MAX_COUNTED` of those that have letters which are common in the shop, the newest
 * first: that ends before the index has been read. `null` where they are not.
 */
export async function countCommonTerm(ctx: UserCtx, conditions: Conditions): Promise<StatusCount[] | null> {
  const { search } = conditions
  if (search === undefined || search.unselective) return null
  const sample = async () => sumOf(await sampleQuery(ctx.db, conditions))
  if (!(await isCommonTerm(search.names, sample))) return null
  return countQuery(ctx.db, { ...conditions, limit: boundInput(MAX_COUNTED + 1) }, { way: 'newest' })
}

function newest(db: Kysely<DB>, conditions: Conditions) {
  const records = matching(db, { ...conditions, search: undefined })
  return conditions.range === undefined ? records.orderBy('kayit.id', 'desc') : newestFirst(records)
}

const sampleQuery = compiled((db, conditions: Conditions) =>
  db
    .selectFrom(
      narrowed(optimizationFence(db, 'kayit', newest(db, conditions).limit(SAMPLE)), {
        search: conditions.search,
      })
        .select('kayit.id')
        .as('kayit'),
    )
    .select((eb) => eb.fn.countAll<number>().as('count')),
)

const statusesOfPeriod = (ctx: UserCtx, filter: Filter) => statusTotals(ctx, periodRange(filter, today(ctx)))

type Counted = Conditions & { limit: number | Literal | undefined }

const countQuery = compiled((db, { limit, ...conditions }: Counted, { way }: { way?: 'newest' }) => {
  const found =
    way === 'newest'
      ? narrowed(optimizationFence(db, 'kayit', newest(db, conditions)), { search: conditions.search })
      : matching(db, conditions)
  const records = found.select('durum')
  return db
    .selectFrom((limit === undefined ? records : records.limit(boundOf(limit))).as('kayit'))
    .groupBy('durum')
    .select((eb) => ['durum', eb.fn.countAll<number>().as('count')])
})

/** Whether a search finds nothing, whatever status is selected: then it compares in another way (decisions: search). */
export const isWithoutHit = async (ctx: UserCtx, input: Filter): Promise<boolean> =>
  (input.q ?? '').trim() !== '' && (await countList(ctx, { ...input, durum: undefined })).total === 0
