import { sql } from 'kysely'

import type { UserCtx } from '#server/platform/core/context.ts'
import { limitTo, type PageSlice } from '#server/list/page-slice.ts'
import { sumGroups } from '#server/list/rows.ts'
import { compiled } from '#server/platform/db/compiled.ts'
import type { KayitListInput } from '#shared/kayit/schema.ts'
import { MAX_COUNTED } from '#shared/options.ts'
import { storedSortKey } from '#shared/turkish.ts'

import { type Conditions, conditionsOf, type Filter, recordList } from './conditions.ts'
import { sumRests } from './debts.ts'
import {
  boundedCount,
  countList,
  firstItems,
  needsCount,
  type Order,
  PAGE_COLUMNS,
  type PageRow,
  readPageRows,
  type RecordListCount,
  sortColumns,
  sortRecords,
  type StoredPage,
} from './list.ts'

type PageInput = KayitListInput & Filter

/** Returns one page of a list, its count, and the statuses in it. */
export async function readPage(ctx: UserCtx, input: PageInput): Promise<StoredPage> {
  // The few quotes are counted completely.
  const isSearch = input.q.trim() !== '' && input.exact !== true && input.stage === undefined
  const { count, rows } = await (isSearch ? searchedPage(ctx, input) : countedPage(ctx, input))
  const { total, isMore, toplam_kurus } = count
  const statuses = count.statuses.map(({ durum }) => durum)
  const items = input.ilk_islem === true ? await withFirstItem(ctx, rows) : rows
  const sum = toplam_kurus !== undefined && { toplam_kurus }
  const rests = input.debts !== undefined && !isMore && { rest_kurus: await sumRests(ctx, input) }
  return { items, total, statuses, ...sum, ...rests, ...(isMore && { more: true }) }
}

async function countedPage(ctx: UserCtx, input: PageInput) {
  const counting = countList(ctx, input)
  const [count, rows] = await Promise.all([
    counting,
    needsCount(input) ? counting.then((known) => readPageRows(ctx, input, known)) : readPageRows(ctx, input),
  ])
  return { count, rows }
}

async function withFirstItem(ctx: UserCtx, rows: PageRow[]): Promise<PageRow[]> {
  const ids = rows.map(({ kayit_id }) => kayit_id)
  const first = await firstItems(ctx, ids)
  return rows.map((row) => ({ ...row, ilk_islem: first.get(row.kayit_id) ?? '' }))
}

/** Returns a page of a search and its count: few hits are read once, many in the list's order (decision 24). */
async function searchedPage(
  ctx: UserCtx,
  input: PageInput,
): Promise<{ count: RecordListCount; rows: PageRow[] }> {
  const all = conditionsOf(ctx, { ...input, durum: undefined })
  const { sort, dir, size, page, durum } = input
  const selected = durum === undefined ? undefined : storedSortKey(durum)
  const slice = { size, skip: (page - 1) * size, selected, limit: MAX_COUNTED + 1 }
  const isCommon = await recordList.isCommon(ctx.db, all)
  const found = isCommon ? [] : await hitsQuery(ctx.db, { ...all, ...slice }, { sort, dir })
  const counts = isCommon
    ? await recordList.count(ctx.db, all, { most: MAX_COUNTED, scan: 'newest' })
    : found.filter(({ count }) => count > 0)
  const count = await boundedCount(ctx, input, { counts, isCommon })
  // The limit cut the hits, so their order is incomplete.
  if (isCommon || sumGroups(counts) > MAX_COUNTED)
    return { count, rows: await readPageRows(ctx, input, count) }
  const ids = found.flatMap(({ id, count }) => (count > 0 ? [] : [id]))
  const rows = ids.length === 0 ? [] : await rowsQuery(ctx.db, { shop: all.shop, ids }, { sort, dir })
  return { count, rows }
}

type Hits = Conditions & PageSlice & { limit: number; selected: string | undefined }

/** Returns the number of hits of each status, then the ids of the page's hits as rows with a count of 0. */
const hitsQuery = compiled((db, { limit, selected, size, skip, ...conditions }: Hits, order: Order) => {
  const found = recordList
    .matching(db, conditions)
    .select([
      'kayit.id',
      'durum',
      'toplam_kurus',
      ...new Set(['status_sort_key', sortColumns[order.sort].column] as const),
    ])
    .limit(limit)
  const counts = db
    .with('hits', () => found)
    .selectFrom('hits')
    .groupBy('durum')
    .select(({ fn }) => [
      'durum',
      fn.countAll<number>().as('count'),
      sql<number>`0`.as('id'),
      fn.sum<number>('toplam_kurus').as('toplam_kurus'),
    ])
  return counts.unionAll((eb) => {
    const hits = eb.selectFrom('hits as kayit')
    const own = selected === undefined ? hits : hits.where('status_sort_key', '=', selected)
    const page = limitTo(sortRecords(own, order).select('kayit.id'), { size, skip })
    return eb
      .selectFrom(page.as('page'))
      .select([
        sql<string>`''`.as('durum'),
        sql<number>`0`.as('count'),
        'id',
        sql<number>`0`.as('toplam_kurus'),
      ])
  })
})

const rowsQuery = compiled((db, { shop, ids }: { shop: number; ids: number[] }, order: Order) => {
  const rows = db
    .selectFrom('kayit')
    .where('shop_id', '=', shop)
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
  return sortRecords(rows, order).select(PAGE_COLUMNS)
})
