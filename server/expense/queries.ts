import { type Expression, type Kysely, type Selectable, type SelectQueryBuilder, sql } from 'kysely'

import { rederiveRows, type ShopCtx, liveRows, ownRows } from '#server/platform/core/own-rows.ts'
import { cancelOptions } from '#server/platform/core/cancel-options.ts'
import { type UserCtx, today } from '#server/platform/core/context.ts'
import { rowsInOrder } from '#server/list/ordered-rows.ts'
import { limitTo, type SliceInput, sliceInput } from '#server/list/page-slice.ts'
import { contains, hasAllOr } from '#server/list/search.ts'
import { compiled } from '#server/platform/db/compiled.ts'
import type { DB } from '#server/platform/db/schema.ts'
import type { Day } from '#shared/date.ts'
import { AppError } from '#shared/errors.ts'
import { type CategorySum, sortCategorySums } from '#shared/expense/categories.ts'
import type { ExpenseListInput, ExpenseSort } from '#shared/expense/schema.ts'
import { messages } from '#shared/messages.ts'
import { type PeriodFilter, periodRange } from '#shared/period.ts'
import { isBlank } from '#shared/text.ts'
import { foldName, foldPlain, searchPatterns, storedSortKey } from '#shared/turkish.ts'

/** The columns of an expense that a user enters; the other columns are derived from them. */
export const EXPENSE_FIELDS = [
  'title',
  'amount_kurus',
  'spend_date',
  'spread_date',
  'note',
  'method',
  'category',
  'vat_rate',
] as const satisfies (keyof DB['expense'])[]

export type ExpenseFields = Pick<Selectable<DB['expense']>, (typeof EXPENSE_FIELDS)[number]>

/** Returns the row of an expense, including the shop and every derived column. */
export const expenseRow = (shop: number, fields: ExpenseFields) => ({
  shop_id: shop,
  ...fields,
  ...derivedColumns(fields),
})

export const derivedColumns = ({ title, note }: Pick<ExpenseFields, 'title' | 'note'>) => ({
  search_text: searchText(title, note, foldName),
  search_plain: searchText(title, note, foldPlain),
  title_sort_key: storedSortKey(title),
})

/** Recomputes the shop's expenses as `rederiveKayitlar` does; returns the number of changed rows. */
export const rederiveExpenses = (shop: ShopCtx, stop?: AbortSignal): Promise<number> =>
  rederiveRows(shop, 'expense', { expected: async (rows) => rows.map(derivedColumns), stop })

/** The two spaces between keep a hit from spanning title and note: no folded text has two spaces in a row. */
const searchText = (title: string, note: string, fold: (text: string) => string): string =>
  `${fold(title)}  ${fold(note)}`

type Filter = PeriodFilter &
  Pick<ExpenseListInput, 'q' | 'category'> & {
    /** Finds texts without their Turkish marks, where the search itself finds nothing (decisions: search). */
    similar?: boolean
  }
type Order = Pick<ExpenseListInput, 'sort' | 'dir'>

export const LIST_COLUMNS = ['id', ...EXPENSE_FIELDS, 'version'] as const

/** The expression of each sort key; the shown day is written as in its index. */
const sortExpressions = {
  spend_date: sql`coalesce(spread_date, spend_date)`,
  title: sql.ref('title_sort_key'),
  amount: sql.ref('amount_kurus'),
} as const satisfies Record<ExpenseSort, Expression<unknown>>

/** The conditions of a list, as the input of compiled statements; `undefined` is no condition. */
type Conditions = {
  shop: number
  range: { from: Day; until: Day } | undefined
  search: { words: { text: string }[]; similar: boolean } | undefined
  category: string | undefined
}

function conditionsOf(ctx: UserCtx, filter: Filter): Conditions {
  const { q, category, similar = false } = filter
  const { words, plainWords } = searchPatterns(q)
  const terms = (similar ? plainWords : words).map((text) => ({ text }))
  return {
    shop: ctx.actor.shop,
    range: periodRange(filter, today(ctx)) ?? undefined,
    search: words.length === 0 ? undefined : { words: terms, similar },
    category,
  }
}

function matching(db: Kysely<DB>, { shop, range, search, category }: Conditions) {
  let query = db.selectFrom('expense').where('shop_id', '=', shop).where('deleted_at', 'is', null)
  if (range !== undefined)
    query = query.where('spend_date', '>=', range.from).where('spend_date', '<', range.until)
  if (category !== undefined) query = query.where('category', '=', category)
  if (search === undefined) return query
  const column = search.similar ? 'search_plain' : 'search_text'
  const terms = search.words.map(({ text }) => contains(column, text))
  return query.where(hasAllOr(terms, []))
}

/** Sorts by a key, then by id in both directions. */
const sorted = <O>(query: SelectQueryBuilder<DB, 'expense', O>, { sort, dir }: Order) =>
  query.orderBy(sortExpressions[sort], dir).orderBy('id')

/** Returns the ids of all expenses of a list in its order; `signal` cancels the statement. */
export async function orderedExpenses(
  ctx: UserCtx,
  input: Filter & Order,
  signal?: AbortSignal,
): Promise<number[]> {
  const found = matching(ctx.db, conditionsOf(ctx, input)).select('id')
  const rows = await sorted(found, input).execute(cancelOptions(signal))
  if (rows.length === 0 && hasSimilar(input)) return orderedExpenses(ctx, { ...input, similar: true }, signal)
  return rows.map(({ id }) => id)
}

/** Returns whether a list without hits compares again without Turkish marks. */
export const hasSimilar = ({ q, similar = false }: Filter): boolean => !isBlank(q) && !similar

export const expenseBatches = (ctx: UserCtx, ids: readonly number[]) =>
  rowsInOrder(
    ids,
    (batch) =>
      ownRows(ctx, 'expense')
        .where((eb) => eb('id', '=', eb.fn.any(eb.val(batch))))
        .select(LIST_COLUMNS)
        .execute(),
    ({ id }) => id,
  )

export function readPage(ctx: UserCtx, input: Filter & Order & Pick<ExpenseListInput, 'page' | 'size'>) {
  const { sort, dir, size, page } = input
  const slice = sliceInput({ size, skip: (page - 1) * size })
  return pageQuery(ctx.db, { ...conditionsOf(ctx, input), ...slice }, { sort, dir })
}

const pageQuery = compiled((db, { size, skip, ...conditions }: Conditions & SliceInput, order: Order) =>
  limitTo(sorted(matching(db, conditions).select(LIST_COLUMNS), order), { size, skip }),
)

/** Returns the sums by category of the expenses that match a filter and a search, whatever category it names. */
export const sumsByCategory = async (ctx: UserCtx, filter: Filter): Promise<CategorySum[]> =>
  sortCategorySums(await sumsQuery(ctx.db, { ...conditionsOf(ctx, filter), category: undefined }))

const sumsQuery = compiled((db, conditions: Conditions) =>
  matching(db, conditions)
    .groupBy('category')
    .select((eb) => [
      'category',
      eb.fn.countAll<number>().as('count'),
      eb.fn.sum<number>('amount_kurus').as('amount_kurus'),
    ]),
)

/** Returns the titles of the shop's newest expenses, with what an expense of the same title is proposed. */
export const recentTitles = (ctx: UserCtx) => {
  const newest = sorted(liveRows(ctx, 'expense'), { sort: 'spend_date', dir: 'desc' }).limit(1_000)
  return newest.select(['title', 'spend_date', 'method', 'category', 'vat_rate']).execute()
}

// The screen calls an expense an entry ('Kayıt silinemedi.', specification §8), so the refusal does, too.
export const expenseNotFound = () => new AppError('NOT_FOUND', messages.kayitNotFound)

/** Returns the expense, with `lock` locked. Throws the same NOT_FOUND for deleted and foreign expenses. */
export async function requireExpense(ctx: UserCtx, id: number, { lock = false } = {}) {
  const row = await liveRows(ctx, 'expense')
    .where('id', '=', id)
    .select(LIST_COLUMNS)
    .$if(lock, (query) => query.forNoKeyUpdate())
    .executeTakeFirst()
  if (row === undefined) throw expenseNotFound()
  return row
}
