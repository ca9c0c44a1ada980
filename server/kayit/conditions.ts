import type { Kysely } from 'kysely'

import { acrossOf, candidatesOf, isHit, type Search, termsIn } from '#server/list/search.ts'
import { type SearchMatch, vehicleTerms } from '#server/list/search-match.ts'
import { termsOf } from '#server/list/search-terms.ts'
import type { ListRows } from '#server/list/fence.ts'
import { type UserCtx, today } from '#server/platform/core/context.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { isSharded } from '#server/platform/db/shop-rows.ts'
import { isOpen } from '#server/stats/open-work.ts'
import type { Day } from '#shared/date.ts'
import type { KayitListInput } from '#shared/kayit/schema.ts'
import { type PeriodFilter, periodRange } from '#shared/period.ts'
import { searchPatterns, storedSortKey } from '#shared/turkish.ts'

export type Filter = PeriodFilter &
  Partial<Pick<KayitListInput, 'q' | 'durum' | 'open'>> & {
    /** How the search compares, by default as a whole. */
    match?: SearchMatch
    /** The search finds so many records that they are tested in their order until the page is full. */
    unselective?: boolean
  }

type RecordSearch = Search & { unselective: boolean }

/** The conditions of a list, as the input of compiled statements; `undefined` is no condition. */
export type Conditions = {
  shop: number
  range: { from: Day; until: Day } | undefined
  /** The sort key of a status: every spelling that differs in case only has it. */
  durum: string | undefined
  open: boolean
  search: RecordSearch | undefined
  /** Whether the search of the index must also name the shop. */
  sharded: boolean
}

export function conditionsOf(ctx: UserCtx, filter: Filter): Conditions {
  const { open = false } = filter
  const durum = filter.durum === undefined ? undefined : storedSortKey(filter.durum)
  const range = periodRange(filter, today(ctx)) ?? undefined
  const sharded = isSharded(ctx.db)
  return { shop: ctx.actor.shop, range, durum, open, search: searchOf(filter), sharded }
}

function searchOf({
  q = '',
  match = 'whole',
  unselective = false,
  month,
  open,
}: Filter): RecordSearch | undefined {
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
    // A month and the open work have few records.
    unselective: unselective || typeof month === 'number' || open === true,
  }
}

export type Records = ListRows<'kayit'>

/** The shop's records under these conditions, which are not deleted. */
export function matching(db: Kysely<DB>, conditions: Conditions): Records {
  const { shop, search, sharded } = conditions
  const all =
    search === undefined || search.unselective
      ? db.selectFrom('kayit')
      : candidatesOf(db, 'kayit', { shop, search, sharded })
  return narrowed(all.where('kayit.shop_id', '=', shop).where('deleted_at', 'is', null), conditions)
}

type Narrowing = Partial<Pick<Conditions, 'range' | 'durum' | 'open' | 'search'>>

/** Returns the live records that meet these conditions too. */
export function narrowed(records: Records, { range, durum, open, search }: Narrowing): Records {
  let query = records
  if (range !== undefined) query = query.where('day', '>=', range.from).where('day', '<', range.until)
  if (durum !== undefined) query = query.where('status_sort_key', '=', durum)
  if (open === true) query = query.where(isOpen)
  return search === undefined ? query : query.where(isHit('kayit', search))
}

/** The records of the newest days first. */
export const newestFirst = (records: Records): Records =>
  records.orderBy('day', 'desc').orderBy('kayit.id', 'desc')

/** The shop's records under a filter and a search; without either, all of them. */
export const filtered = (ctx: UserCtx, filter: Filter): Records => matching(ctx.db, conditionsOf(ctx, filter))
