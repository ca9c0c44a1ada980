import { type Expression, type Kysely, type SelectQueryBuilder, type SqlBool } from 'kysely'

import { type UserCtx, today } from '#server/platform/core/context.ts'
import { type SearchMatch, vehicleNeedles, wordsAcross } from '#server/list/search-match.ts'
import { optimizationFence } from '#server/list/fence.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { has, hasAllOr, hasEachOf, mayContain, type Term, termsOf } from '#server/list/search-terms.ts'
import { isSharded } from '#server/platform/db/shop-rows.ts'
import { isOpen } from '#server/stats/open-work.ts'
import type { Day } from '#shared/date.ts'
import type { KayitListInput } from '#shared/kayit/schema.ts'
import { type PeriodFilter, periodRange } from '#shared/period.ts'
import { foldPlain, searchPatterns, storedSortKey } from '#shared/turkish.ts'

export type Filter = PeriodFilter &
  Partial<Pick<KayitListInput, 'q' | 'durum' | 'open'>> & {
    /** How the search compares, by default as a whole. */
    match?: SearchMatch
    /** The search finds so many records that they are tested in their order until the page is full. */
    unselective?: boolean
  }

type Search = {
  /** Terms that must all occur in the name. */
  names: Term[]
  vehicles: Term[]
  phones: Term[]
  /** The words that may each be in another field; they replace the terms above. */
  across: Across[] | undefined
  similar: boolean
  unselective: boolean
}

type Across = { name: Term; vehicles: Term[]; phones: Term[] }

/** The conditions of a list, as the input of compiled statements; `undefined` is no condition. */
export type Conditions = {
  shop: number
  range: { from: Day; until: Day } | undefined
  /** The sort key of a status: every spelling that differs in case only has it. */
  durum: string | undefined
  open: boolean
  search: Search | undefined
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

function searchOf({ q = '', match = 'whole', unselective = false, month, open }: Filter): Search | undefined {
  const { words, plainWords, similarVin, phone } = searchPatterns(q)
  if (words.length === 0) return undefined
  const similar = match === 'similar'
  const names = termsOf(similar ? plainWords : words)
  const across = wordsAcross(q, match)?.map(({ name, vehicles, phones }) => ({
    name: { text: name, key: foldPlain(name) },
    vehicles: vehicles.map(termOf),
    phones: phones.map(termOf),
  }))
  // A month and the open work have few records.
  const isUnselective = unselective || typeof month === 'number' || open === true
  const [vehicles, phones] = similar ? [[similarVin], []] : [vehicleNeedles(q, match), [phone]]
  const others = { vehicles: termsIn(vehicles), phones: termsIn(phones) }
  return { names, ...others, across, similar, unselective: isUnselective }
}

const termOf = (text: string): Term => ({ text, key: text })
const termsIn = (texts: readonly string[]) => texts.filter((text) => text !== '').map(termOf)

export type Records = SelectQueryBuilder<DB, 'kayit', object>

/** The shop's records under these conditions, which are not deleted. */
export function matching(db: Kysely<DB>, conditions: Conditions): Records {
  const all = candidates(db, conditions)
  return narrowed(
    all.where('kayit.shop_id', '=', conditions.shop).where('deleted_at', 'is', null),
    conditions,
  )
}

type Narrowing = Partial<Pick<Conditions, 'range' | 'durum' | 'open' | 'search'>>

/** Returns the live records that meet these conditions too. */
export function narrowed(records: Records, { range, durum, open, search }: Narrowing): Records {
  let query = records
  if (range !== undefined) query = query.where('gun', '>=', range.from).where('gun', '<', range.until)
  if (durum !== undefined) query = query.where('status_sort_key', '=', durum)
  if (open === true) query = query.where(isOpen)
  return search === undefined ? query : query.where(hits(search))
}

/**
 * The records that may have what is searched for, by the index of letters (migration 20261123T1000) alone: PostgreSQL
 * cannot estimate how many records these are.
 */
function candidates(
  db: Kysely<DB>,
  { shop, search, sharded }: Pick<Conditions, 'shop' | 'search' | 'sharded'>,
): Records {
  const all = db.selectFrom('kayit')
  if (search === undefined || search.unselective) return all
  // The hashes contain the shop. With a condition on it, PostgreSQL would read the index of all its records too.
  const found = (sharded ? all.where('kayit.shop_id', '=', shop) : all).where(
    eachOf(search, {
      name: (term) => mayContain({ table: 'kayit', shop, kind: 'name' }, term.key),
      vehicle: (term) => mayContain({ table: 'kayit', shop, kind: 'car' }, term.key),
      phone: (term) => mayContain({ table: 'kayit', shop, kind: 'phone' }, term.key),
    }),
  )
  return optimizationFence(db, 'kayit', found)
}

/** The records of the newest days first. */
export const newestFirst = (records: Records): Records =>
  records.orderBy('gun', 'desc').orderBy('kayit.id', 'desc')

/** Whether a record has what is searched for. */
const hits = (search: Search) =>
  eachOf(search, {
    name: ({ text }) => has(search.similar ? 'kayit.search_plain' : 'kayit.search_name', text),
    vehicle: ({ text }) => has('kayit.search_vehicle', text),
    phone: ({ text }) => has('kayit.search_phone', text),
  })

type Condition = (term: Term) => Expression<SqlBool>

/** All words in the name, or the whole query in the car's numbers or in the phone; or each word in any of them. */
function eachOf(
  { names, vehicles, phones, across }: Search,
  conditions: Record<'name' | 'vehicle' | 'phone', Condition>,
): Expression<SqlBool> {
  if (across !== undefined)
    return hasEachOf(
      across.map((word) => [
        ...(word.name.key === '' ? [] : [conditions.name(word.name)]),
        ...word.vehicles.map(conditions.vehicle),
        ...word.phones.map(conditions.phone),
      ]),
    )
  return hasAllOr(names.map(conditions.name), [
    ...vehicles.map(conditions.vehicle),
    ...phones.map(conditions.phone),
  ])
}

/** The shop's records under a filter and a search; without either, all of them. */
export const filtered = (ctx: UserCtx, filter: Filter): Records => matching(ctx.db, conditionsOf(ctx, filter))
