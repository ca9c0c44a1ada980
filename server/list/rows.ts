import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'

import { compiled, type Literal } from '#server/platform/db/compiled.ts'
import type { DB } from '#server/platform/db/schema.ts'

import { boundInput, boundOf } from './page-slice.ts'
import { isHit, type ListTable, mayBeHit, type Search } from './search.ts'

export type ListRows<T extends ListTable> = SelectQueryBuilder<DB, T, object>

/** Returns the rows behind OFFSET 0: PostgreSQL runs them as written and tests later conditions on the result. */
export const optimizationFence = <T extends ListTable>(
  db: Kysely<DB>,
  table: T,
  rows: ListRows<T>,
): ListRows<T> => db.selectFrom(rows.selectAll(table).offset(0).as(table))

/** Rows that are tested in their order before the n-gram index is read: all rows of a small shop. */
export const FIRST_ROWS = 1_000

/** The rows in which a search looks for its first hits: the first rows of an order, or all. */
export type Reach = 'first-rows' | 'everywhere'

/**
 * Returns the first `most` hits of a search in an order. Frequent terms appear in the first 1,000 rows; rare terms are
 * cheap to find through the index. Neither case needs a count.
 */
export async function firstHits<Row>(most: number, read: (reach: Reach) => Promise<Row[]>): Promise<Row[]> {
  const near = await read('first-rows')
  return near.length === most ? near : read('everywhere')
}

/** The number of newest rows in the sample that shows common terms. */
const SAMPLE = 200
/** Hits in the sample from which counting rows in an order is quicker than reading the n-gram index. */
const COMMON = 0.4 * SAMPLE
/** Characters of a common term; longer terms are in few rows. */
const LONGEST_COMMON = 2

/** The conditions of a list, as the input of compiled statements; `undefined` is no condition. */
export type ListFilter = {
  shop: number
  search: Search | undefined
  /** Whether the search of the index must also name the shop, as a cluster's shards need. */
  sharded: boolean
}

type Group = { count: number }

export const sumGroups = (groups: readonly Group[]): number =>
  groups.reduce((sum, { count }) => sum + count, 0)

type Description<T extends ListTable, Conditions> = {
  table: T
  /** The rows under all conditions but the search. */
  narrowed: (rows: ListRows<T>, conditions: Conditions) => ListRows<T>
  /** The newest rows first. */
  byNewest: (rows: ListRows<T>, conditions: Conditions) => ListRows<T>
  /** The column by which counts are grouped. */
  countsBy?: 'durum'
}

/** `newest` tests the newest rows until there are enough; otherwise a search reads the n-gram index, unless it tests rows. */
type Counting = { most: number | undefined; scan?: 'newest' | undefined }
type Counted<Conditions> = { conditions: Conditions; limit: number | Literal | undefined }

const readsIndex = ({ search }: ListFilter): boolean => search !== undefined && search.testsRows !== true

/** Counts a list of records, cars or customers, and builds the statements of its plans. */
export class ListQueries<T extends ListTable, Conditions extends ListFilter, Count extends Group = Group> {
  readonly #description: Description<T, Conditions>

  constructor(description: Description<T, Conditions>) {
    this.#description = description
  }

  /** Returns all rows of the list; a search reads the n-gram index, unless it tests rows. */
  matching(db: Kysely<DB>, conditions: Conditions): ListRows<T> {
    const rows = readsIndex(conditions) ? this.#candidates(db, conditions) : this.#all(db)
    return this.hits(this.#description.narrowed(rows, conditions), conditions)
  }

  /** Returns the rows of the list in an order, in which each is tested for the search. */
  tested(db: Kysely<DB>, conditions: Conditions, order: (rows: ListRows<T>) => ListRows<T>): ListRows<T> {
    const { table, narrowed } = this.#description
    return this.hits(optimizationFence(db, table, order(narrowed(this.#all(db), conditions))), conditions)
  }

  hits(rows: ListRows<T>, { search }: Pick<ListFilter, 'search'>): ListRows<T> {
    return search === undefined ? rows : rows.where(isHit(this.#description.table, search))
  }

  /** Returns whether the shop's newest rows often match a search, so that counting them ends soon. */
  async isCommon(db: Kysely<DB>, conditions: Conditions): Promise<boolean> {
    const { search } = conditions
    if (search === undefined || !readsIndex(conditions) || search.known !== undefined) return false
    const length = search.names.reduce((sum, { text }) => sum + text.length, 0)
    return length <= LONGEST_COMMON && sumGroups(await this.#sampleQuery(db, conditions)) >= COMMON
  }

  /** Counts the rows; if there are more than `most`, the result is at least `most` + 1. */
  count(db: Kysely<DB>, conditions: Conditions, { most, scan }: Counting): Promise<Count[]> {
    const isNgram = scan !== 'newest' && readsIndex(conditions)
    const limit = most === undefined ? undefined : boundInput(most + 1, isNgram)
    return this.#countQuery(db, { conditions, limit }, scan && { scan })
  }

  readonly #sampleQuery = compiled((db, conditions: Conditions) =>
    this.#counted(
      db,
      this.tested(db, conditions, (rows) => this.#description.byNewest(rows, conditions).limit(SAMPLE)),
    ),
  )

  readonly #countQuery = compiled(
    (db, { conditions, limit }: Counted<Conditions>, { scan }: Pick<Counting, 'scan'>) => {
      const { byNewest, countsBy } = this.#description
      const found =
        scan === 'newest'
          ? this.tested(db, conditions, (rows) => byNewest(rows, conditions))
          : this.matching(db, conditions)
      return this.#counted(db, limit === undefined ? found : found.limit(boundOf(limit)), countsBy)
    },
  )

  #counted(db: Kysely<DB>, rows: ListRows<T>, by?: 'durum') {
    const all = rows as unknown as ListRows<'kayit'>
    const found = all
      .select(by === undefined ? (['id'] as const) : ([by, 'toplam_kurus'] as const))
      .as('found')
    return db
      .selectFrom(found)
      .$if(by !== undefined, (groups) => groups.groupBy('durum').select('durum'))
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .$if(by !== undefined, (groups) => groups.select(({ fn }) => fn.sum('toplam_kurus').as('toplam_kurus')))
      .$castTo<Count>()
  }

  /** Returns all rows of the table; Kysely's types take one table. */
  #all(db: Kysely<DB>): ListRows<T> {
    return db.selectFrom(this.#description.table as 'kayit') as unknown as ListRows<T>
  }

  /**
   * Returns the candidates by the n-gram index alone, because PostgreSQL cannot estimate their number. The index
   * contains the shop; another condition on it would make PostgreSQL read all its rows by the shop's index.
   */
  #candidates(db: Kysely<DB>, { shop, search, sharded }: ListFilter): ListRows<T> {
    if (search === undefined) return this.#all(db)
    const { table } = this.#description
    const rows = this.#all(db)
    const own = sharded ? rows.where(sql.ref<number>(`${table}.shop_id`), '=', shop) : rows
    return optimizationFence(db, table, own.where(mayBeHit(table, shop, search)))
  }
}
