import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'

import { candidatesOf, isHit, type Search } from '#server/list/search.ts'
import { chooseScan, type ScanPlan } from '#server/list/scan-plan.ts'
import { optimizationFence } from '#server/list/fence.ts'
import { compiled, type Literal } from '#server/platform/db/compiled.ts'
import { isSharded } from '#server/platform/db/shop-rows.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { MAX_COUNTED, MAX_LISTED } from '#shared/options.ts'

import type { Shop } from '#server/platform/core/batches.ts'
import { isCommonTerm, FIRST_ROWS, firstHits, type Reach, SAMPLE } from '#server/list/first-rows.ts'
import type { Linked } from './links.ts'
import {
  boundInput,
  boundOf,
  type ListCount,
  limitTo,
  type SliceInput,
  sliceInput,
  sliceOf,
} from '#server/list/page-slice.ts'

/** A search among the shop's cars or customers; `undefined`: all of them. */
export type DirectorySearch = Search | undefined

/** Counts a list, up to a bound unless `exact`. */
async function countList(
  { db, actor }: Shop,
  { table, search, exact = false }: { table: Linked; search: DirectorySearch; exact?: boolean | undefined },
): Promise<ListCount> {
  const most = search === undefined ? MAX_LISTED : MAX_COUNTED
  const searched = { shop: actor.shop, search, sharded: isSharded(db) }
  const isFound = search === undefined || exact || !(await isCommonIn(db, table, searched))
  const limit = exact ? undefined : boundInput(most + 1, search !== undefined && isFound)
  const [found] = await countQuery(db, { ...searched, limit }, { table, plan: isFound ? 'ngram' : 'ordered' })
  const { total } = found ?? { total: 0 }
  return exact ? { total, isMore: false } : { total: Math.min(total, most), isMore: total > most }
}

/** `sharded`: the search's index has to be asked for the shop's rows as such. */
type Searched = { shop: number; search: DirectorySearch; sharded: boolean }
type Counted = Searched & { limit: number | Literal | undefined }

/** Those that came last are often companies, whose names are alike: not a sample, as the newest rows are. */
const BY_AGE = { column: 'id', dir: 'desc', reversed: false } as const

/** Whether what is searched for is common among the newest (first-rows.ts). */
async function isCommonIn(db: Kysely<DB>, table: Linked, searched: Searched): Promise<boolean> {
  const { search } = searched
  if (search === undefined || search.known !== undefined) return false
  return isCommonTerm(search.names, async () => {
    const [sample] = await sampleQuery(db, searched, { table })
    return sample?.total ?? 0
  })
}

const sampleQuery = compiled((db, { shop, search }: Searched, { table }: { table: Linked }) => {
  const newest = inOrderOf(db, table, { shop, order: BY_AGE, most: SAMPLE })
  return counted(db, matching(newest, table, search))
})

type Counting = { table: Linked; plan: ScanPlan }

const countQuery = compiled((db, { limit, ...searched }: Counted, { table, plan }: Counting) => {
  const { shop, search } = searched
  const rows =
    plan === 'ngram' ? candidates(db, table, searched) : inOrderOf(db, table, { shop, order: BY_AGE })
  const found = matching(rows, table, search)
  return counted(db, limit === undefined ? found : found.limit(boundOf(limit)))
})

const counted = (db: Kysely<DB>, rows: Rows) =>
  db.selectFrom(rows.select('id').as('found')).select((eb) => eb.fn.countAll<number>().as('total'))

/** A page, of a list with this count; `column` sorts it, equal rows by their ids. */
type PageOrder = { column: string; dir: 'asc' | 'desc'; plan: ScanPlan; reversed: boolean }
type Page = Searched & SliceInput

/** What a page's statement depends on: the input, which is `undefined` behind the last row, and the variant. */
function pageOf(
  { db, actor }: Shop,
  { search, page, size }: { search: DirectorySearch; page: number; size: number },
  count: ListCount,
): { input: Page | undefined; reading: Pick<PageOrder, 'plan' | 'reversed'> } {
  // Without a search every row is a hit.
  const found = search === undefined || count.isMore ? 'unselective' : 'selective'
  const plan = chooseScan({ search: found, hasPeriod: false, order: 'distinct', page, size }, count)
  const { reversed, ...slice } = sliceOf({ page, size }, count)
  const rows = sliceInput(slice, plan === 'ngram')
  const input = { shop: actor.shop, search, sharded: isSharded(db), ...rows }
  return { input: plan === 'totals-empty' ? undefined : input, reading: { plan, reversed } }
}

/** By their last visits, the newest first. */
const NEWEST = { column: 'last_day', dir: 'desc', reversed: false } as const

type Newest = { search: DirectorySearch; most: number }

/** The cars or customers of a search who came last, at most `most`. */
const newestOf = <Row>(
  { db, actor }: Shop,
  { search, most }: Newest,
  read: (page: Page, order: PageOrder) => Promise<Row[]>,
): Promise<Row[]> => {
  const everywhere = search === undefined || hasShortNumber(search) ? 'ordered' : 'ngram'
  return firstHits(most, (reach: Reach) => {
    const plan = reach === 'everywhere' ? everywhere : reach
    const size = boundInput(most, plan === 'ngram')
    const page = { shop: actor.shop, search, sharded: isSharded(db), size, skip: undefined }
    return read(page, { ...NEWEST, plan })
  })
}

/** Shorter parts of a phone are not in the n-gram index. */
const LEAST_INDEXED = 3
const hasShortNumber = ({ begins = false, others }: Search): boolean =>
  begins && others.phone.some(({ key }) => key.length < LEAST_INDEXED)

/** How the list of cars differs from that of customers. */
type Description<Sort extends string> = {
  table: Linked
  columns: readonly string[]
  /** The column of each order. */
  orders: Readonly<Record<Sort, string>>
}

type Asked<Sort> = {
  search: DirectorySearch
  sort: Sort
  dir: 'asc' | 'desc'
  page: number
  size: number
  exact?: boolean | undefined
}

/** Makes the list of a table: `read` returns a page with its count, `newest` the hits that came last, at most `most`. */
export function directoryList<Row, Sort extends string>({ table, columns, orders }: Description<Sort>) {
  // The types of Kysely take one table: both have the columns that are named here.
  const joined = table as 'vehicle'
  const pageQuery = compiled((db, page: Page, order: PageOrder) => {
    const rows = db
      .selectFrom(idsOf(db, table, { page, order }).as('page'))
      .innerJoin(joined, (join) =>
        join.onRef(`${joined}.id`, '=', 'page.id').on(`${joined}.shop_id`, '=', page.shop),
      )
      .select(columns as readonly 'vehicle.id'[])
    return ordered(rows, table, { ...order, reversed: false }).$castTo<Row>()
  })
  return {
    read: async (ctx: Shop, asked: Asked<Sort>): Promise<{ rows: Row[]; count: ListCount }> => {
      const { search, exact, sort, dir } = asked
      const count = await countList(ctx, { table, search, exact })
      const { input, reading } = pageOf(ctx, asked, count)
      const order = { column: orders[sort], dir, ...reading }
      return { rows: input === undefined ? [] : await pageQuery(ctx.db, input, order), count }
    },
    newest: (ctx: Shop, asked: { search: DirectorySearch; most: number }): Promise<Row[]> =>
      newestOf(ctx, asked, (page, order) => pageQuery(ctx.db, page, order)),
  }
}

/** The ids of a page's rows. */
function idsOf(db: Kysely<DB>, table: Linked, { page, order }: { page: Page; order: PageOrder }) {
  const { shop, search, size, skip } = page
  const most = order.plan === 'first-rows' ? FIRST_ROWS : undefined
  const rows =
    order.plan === 'ngram' ? candidates(db, table, page) : inOrderOf(db, table, { shop, order, most })
  return limitTo(ordered(matching(rows, table, search), table, order).select('id'), { size, skip })
}

/** The rows of a list in its order: by a column, then by id. */
function ordered<D, T extends keyof D, O>(
  query: SelectQueryBuilder<D, T, O>,
  table: Linked,
  { column, dir, reversed }: Omit<PageOrder, 'plan'>,
): SelectQueryBuilder<D, T, O> {
  const way = (dir === 'asc') === reversed ? 'desc' : 'asc'
  return query.orderBy(sql.ref(`${table}.${column}`), way).orderBy(sql.ref(`${table}.id`), way)
}

const rowsIn = (db: Kysely<DB>, table: Linked) => db.selectFrom(table)
type Rows = ReturnType<typeof rowsIn>

const listed = (rows: Rows, shop: number): Rows =>
  rows.where('shop_id', '=', shop).where('visits', '>', 0).where('merged_into', 'is', null)

const all = (db: Kysely<DB>, table: Linked, shop: number): Rows => listed(rowsIn(db, table), shop)

type Ordered = { shop: number; order: Omit<PageOrder, 'plan'>; most?: number | undefined }

/** The shop's rows in an order, all or the first of them. */
function inOrderOf(db: Kysely<DB>, table: Linked, { shop, order, most }: Ordered): Rows {
  const rows = ordered(all(db, table, shop), table, order)
  return optimizationFence(db, table, most === undefined ? rows : rows.limit(most))
}

function candidates(db: Kysely<DB>, table: Linked, { shop, search, sharded }: Searched): Rows {
  if (search === undefined) return all(db, table, shop)
  return listed(candidatesOf(db, table, { shop, search, sharded }), shop)
}

function matching(rows: Rows, table: Linked, search: DirectorySearch): Rows {
  if (search === undefined) return rows
  // A form that takes one over finds none that was erased.
  const usable = search.begins === true ? rows.where('erased_at', 'is', null) : rows
  return usable.where(isHit(table, search))
}
