import { sql } from 'kysely'

import { acrossOf, type Search, termsIn, termsOf } from '#server/list/search.ts'
import { type SearchMatch, vehicleTerms } from '#server/list/search-match.ts'
import { ListQueries, type ListFilter, type ListRows } from '#server/list/rows.ts'
import { type DebtFilter, isDebt } from '#server/payment/due.ts'
import { type UserCtx, today } from '#server/platform/core/context.ts'
import { isSharded } from '#server/platform/db/shop-scope.ts'
import { isOpenWorkRow } from '#server/stats/queries.ts'
import type { Day } from '#shared/date.ts'
import type { KayitListInput } from '#shared/kayit/schema.ts'
import type { EarlyStage } from '#shared/kayit/stage.ts'
import { type PeriodFilter, periodRange } from '#shared/period.ts'
import { searchPatterns, storedSortKey } from '#shared/turkish.ts'

export type Filter = PeriodFilter &
  Partial<Pick<KayitListInput, 'q' | 'durum' | 'open' | 'stage'>> & {
    /** The comparison of the search, by default as a whole. */
    match?: SearchMatch
    /** Only records that customers owe for. */
    debts?: DebtFilter | undefined
    /** Whether all records before their visit are listed, of any stage; otherwise the visits, or those of `stage`. */
    isEarly?: boolean
    /** Whether records are tested one after the other, and not found through the n-gram index (scan-plan.ts). */
    testsRows?: boolean
  }

/** The conditions of a list, as the input of compiled statements; `undefined` is no condition. */
export type Conditions = ListFilter & {
  range: { from: Day; until: Day } | undefined
  /** The sort key of a status, which all spellings share that differ only in case. */
  durum: string | undefined
  open: boolean
  debts: DebtFilter | undefined
  isVisit: boolean
  /** The stage of records that are no visits; `undefined` for any. */
  stage: EarlyStage | undefined
}

export function conditionsOf(ctx: UserCtx, filter: Filter): Conditions {
  const { open = false, debts, stage, isEarly = false } = filter
  const isVisit = stage === undefined && !isEarly
  const durum = filter.durum === undefined ? undefined : storedSortKey(filter.durum)
  const range = periodRange(filter, today(ctx)) ?? undefined
  const sharded = isSharded(ctx.db)
  const search = searchOf(filter, isVisit)
  return { shop: ctx.actor.shop, range, durum, open, debts, isVisit, stage, search, sharded }
}

function searchOf(
  { q = '', match = 'whole', testsRows = false, month, open, debts }: Filter,
  isVisit: boolean,
): Search | undefined {
  if (q === '') return undefined
  const { words, plainWords, similarVin, phone } = searchPatterns(q)
  if (words.length === 0) return undefined
  const plain = match === 'similar'
  return {
    names: termsOf(plain ? plainWords : words),
    others: plain
      ? { car: termsIn([similarVin]), phone: [] }
      : { car: termsIn(vehicleTerms(q, match)), phone: termsIn([phone]) },
    across: acrossOf(q, match, ['car', 'phone']),
    plain,
    // A month, the open work, the debts and the quotes have few records.
    testsRows: testsRows || typeof month === 'number' || open === true || debts !== undefined || !isVisit,
  }
}

export type Records = ListRows<'kayit'>

export const newestFirst = (records: Records): Records =>
  records.orderBy('day', 'desc').orderBy('kayit.id', 'desc')

export const inRange = (rows: Records, range: Conditions['range']): Records =>
  range === undefined ? rows : rows.where('day', '>=', range.from).where('day', '<', range.until)

/** The number and amounts of records with a status, in one of its spellings. */
export type StatusCount = { durum: string; count: number; toplam_kurus: number }

/** The lists of the shop's records that are not deleted. The literals let plans use the indexes of the stages. */
export const recordList = new ListQueries<'kayit', Conditions, StatusCount>({
  table: 'kayit',
  narrowed: (all, { shop, range, durum, open, debts, isVisit, stage }) => {
    let rows = inRange(all.where('kayit.shop_id', '=', shop).where('deleted_at', 'is', null), range)
    rows = rows.where('stage', isVisit ? '=' : '<>', sql.lit('visit'))
    // A quote that was added to its visit is done.
    if (!isVisit) rows = rows.where('added_at', 'is', null)
    if (stage !== undefined) rows = rows.where('stage', '=', stage)
    if (durum !== undefined) rows = rows.where('status_sort_key', '=', durum)
    if (debts !== undefined) rows = rows.where(isDebt(debts))
    return open ? rows.where(isOpenWorkRow) : rows
  },
  byNewest: (rows, { range }) => (range === undefined ? rows.orderBy('kayit.id', 'desc') : newestFirst(rows)),
  countsBy: 'durum',
})

/** Returns the shop's records that match a filter and a search; without either, all of them. */
export const filterRecords = (ctx: UserCtx, filter: Filter): Records =>
  recordList.matching(ctx.db, conditionsOf(ctx, filter))
