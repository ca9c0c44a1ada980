import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'

import {
  boundInput,
  type ListCount,
  limitTo,
  type SliceInput,
  sliceInput,
  sliceOf,
} from '#server/list/page-slice.ts'
import { FIRST_ROWS, firstHits, ListQueries, type ListFilter, sumGroups } from '#server/list/rows.ts'
import { chooseScan, type ScanPlan } from '#server/list/scan-plan.ts'
import type { Search } from '#server/list/search.ts'
import { firstMatch, type SearchMatch } from '#server/list/search-match.ts'
import { type UserCtx, redactFor, allowedOrder } from '#server/platform/core/context.ts'
import { withSnapshot } from '#server/platform/core/snapshot.ts'
import { compiled } from '#server/platform/db/compiled.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { isSharded } from '#server/platform/db/shop-scope.ts'
import { MAX_COUNTED, MAX_LISTED } from '#shared/options.ts'

import type { LinkName } from './links.ts'

/** The order of a page and the plan to read it; `column` sorts it, ties by id. */
type PageOrder = { column: string; dir: 'asc' | 'desc'; plan: ScanPlan; reversed: boolean }
type PageConditions = ListFilter & SliceInput

/** The order by last visit, the newest first. */
const NEWEST = { column: 'last_day', dir: 'desc', reversed: false } as const

/** Shorter parts of a phone are not in the n-gram index. */
const LEAST_INDEXED = 3
const hasShortNumber = ({ begins = false, others }: Search): boolean =>
  begins && others.phone.some(({ key }) => key.length < LEAST_INDEXED)

type ListRequest<Sort> = {
  q: string
  sort: Sort
  dir: 'asc' | 'desc'
  page: number
  size: number
  exact?: boolean | undefined
}

/** The differences between the lists of cars and of customers. */
type Description<Row, Item, Sort extends string> = {
  table: LinkName
  columns: readonly string[]
  orders: Readonly<Record<Sort, string>>
  /** Returns `undefined` for all rows, `null` if no row can match. */
  searchOf: (ctx: UserCtx, asked: { q: string; match: SearchMatch }) => Promise<Search | null | undefined>
  /** Adds the values from other tables. */
  itemsOf: (ctx: UserCtx, rows: Row[]) => Promise<Item[]>
}

type DirectoryPage<Item> = { items: Item[]; total: number; more?: true; similar?: true }

/** Reads the lists of cars and of customers. */
export class DirectoryReader<Row, Item, Sort extends string> {
  readonly #description: Description<Row, Item, Sort>
  readonly #list: ListQueries<LinkName, ListFilter>

  constructor(description: Description<Row, Item, Sort>) {
    this.#description = description
    this.#list = new ListQueries({
      table: description.table,
      narrowed: (rows, { shop }) =>
        rows.where('shop_id', '=', shop).where('visits', '>', 0).where('merged_into', 'is', null),
      // Not the last visits: these are often companies with similar names, which make a poor sample.
      byNewest: (rows) => rows.orderBy('id', 'desc'),
    })
  }

  /** Returns a page with the size of the whole list. */
  async page(ctx: UserCtx, input: ListRequest<Sort>) {
    const asked = allowedOrder(ctx, input)
    // A page may be counted from the list's end, so the count must not change between the statements.
    const page = await withSnapshot(ctx, async (one) => {
      const { result, isSimilar } = await firstMatch(
        asked.q,
        (match) => this.#readPage(one, asked, match),
        ({ total }) => total > 0,
      )
      return isSimilar ? { ...result, similar: true as const } : result
    })
    return redactFor(ctx, page)
  }

  /** Returns at most `most` hits, those with the newest visits first. */
  findNewest(ctx: UserCtx, { search, most }: { search: Search | undefined; most: number }): Promise<Row[]> {
    const everywhere = search === undefined || hasShortNumber(search) ? 'ordered' : 'ngram'
    return firstHits(most, (reach) => {
      const plan = reach === 'everywhere' ? everywhere : reach
      const slice = { size: boundInput(most, plan === 'ngram'), skip: undefined }
      return this.#pageQuery(ctx.db, { ...conditionsOf(ctx, search), ...slice }, { ...NEWEST, plan })
    })
  }

  async #readPage(ctx: UserCtx, asked: ListRequest<Sort>, match: SearchMatch): Promise<DirectoryPage<Item>> {
    const { searchOf, itemsOf } = this.#description
    const search = await searchOf(ctx, { q: asked.q, match })
    if (search === null) return { items: [], total: 0 }
    const count = await this.#countOf(ctx, search, asked.exact)
    const items = await itemsOf(ctx, await this.#rowsOf(ctx, search, { ...asked, count }))
    return { items, total: count.total, ...(count.isMore && { more: true }) }
  }

  async #countOf(ctx: UserCtx, search: Search | undefined, exact = false): Promise<ListCount> {
    const conditions = conditionsOf(ctx, search)
    const scan = !exact && (await this.#list.isCommon(ctx.db, conditions)) ? 'newest' : undefined
    const most = exact ? undefined : search === undefined ? MAX_LISTED : MAX_COUNTED
    const found = sumGroups(await this.#list.count(ctx.db, conditions, { most, scan }))
    return most === undefined || found <= most
      ? { total: found, isMore: false }
      : { total: most, isMore: true }
  }

  async #rowsOf(ctx: UserCtx, search: Search | undefined, asked: ListRequest<Sort> & { count: ListCount }) {
    const { page, size, sort, dir, count } = asked
    // Without a search every row is a hit, so rows are read in order.
    const found = search === undefined || count.isMore ? 'tests-rows' : 'reads-index'
    const plan = chooseScan({ search: found, hasPeriod: false, order: 'distinct', page, size }, count)
    if (plan === 'no-rows') return []
    const { reversed, ...slice } = sliceOf({ page, size }, count)
    const input = { ...conditionsOf(ctx, search), ...sliceInput(slice, plan === 'ngram') }
    const order = { column: this.#description.orders[sort], dir, plan, reversed }
    return this.#pageQuery(ctx.db, input, order)
  }

  readonly #pageQuery = compiled((db, page: PageConditions, order: PageOrder) => {
    // Kysely's types take one table; both tables have the columns that are named here.
    const table = this.#description.table as 'vehicle'
    const rows = db
      .selectFrom(this.#idsOf(db, page, order).as('page'))
      .innerJoin(table, (join) =>
        join.onRef(`${table}.id`, '=', 'page.id').on(`${table}.shop_id`, '=', page.shop),
      )
      .select(this.#description.columns as readonly 'vehicle.id'[])
    return ordered(rows, table, { ...order, reversed: false }).$castTo<Row>()
  })

  #idsOf(db: Kysely<DB>, { size, skip, ...conditions }: PageConditions, order: PageOrder) {
    const { table } = this.#description
    const rows =
      order.plan === 'ngram'
        ? this.#list.matching(db, conditions)
        : this.#list.tested(db, conditions, (all) => {
            const first = ordered(all, table, order)
            return order.plan === 'first-rows' ? first.limit(FIRST_ROWS) : first
          })
    return limitTo(ordered(rows, table, order).select('id'), { size, skip })
  }
}

const conditionsOf = ({ db, actor }: UserCtx, search: Search | undefined): ListFilter => ({
  shop: actor.shop,
  search,
  sharded: isSharded(db),
})

function ordered<D, T extends keyof D, O>(
  query: SelectQueryBuilder<D, T, O>,
  table: LinkName,
  { column, dir, reversed }: Omit<PageOrder, 'plan'>,
): SelectQueryBuilder<D, T, O> {
  const direction = (dir === 'asc') === reversed ? 'desc' : 'asc'
  return query.orderBy(sql.ref(`${table}.${column}`), direction).orderBy(sql.ref(`${table}.id`), direction)
}
