import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'

import { cancelledBy } from '#server/core/cancel.ts'
import { type UserCtx, today } from '#server/core/context.ts'
import { contains } from '#server/db/expressions.ts'
import { kept } from '#server/db/kept.ts'
import type { DB } from '#server/db/schema.ts'
import { isOpen } from '#server/stats/open-work.ts'
import { recordsByStatus } from '#server/stats/queries.ts'
import type { Day } from '#shared/date.ts'
import type { KayitListInput, KayitSort } from '#shared/kayit/schema.ts'
import { type PeriodFilter, periodRange } from '#shared/period.ts'
import { type SearchPatterns, searchPatterns } from '#shared/turkish.ts'

type Filter = PeriodFilter &
  Partial<Pick<KayitListInput, 'q' | 'durum' | 'open'>> & {
    /** Finds names without their Turkish marks, where the search itself finds nothing (decisions: search). */
    similar?: boolean
  }
type Order = Pick<KayitListInput, 'sort' | 'dir'>

export const LIST_COLUMNS = [
  'kayit.id as kayit_id',
  'musteri_adi_soyadi',
  'musteri_tel',
  'sasi_no',
  'plaka',
  'arac_marka',
  'arac_model',
  'islem_sayisi',
  'toplam_kurus',
  'giris_tarihi',
  'cikis_tarihi',
  'kayit_tarihi',
  'durum',
  'version',
] as const

/** The column of each sort key; `empty` marks columns that can be NULL. */
const sortColumns = {
  musteri_adi_soyadi: { column: 'musteri_sira', empty: false },
  sasi_no: { column: 'sasi_sira', empty: false },
  plaka: { column: 'plaka_sira', empty: false },
  islem_sayisi: { column: 'islem_sayisi', empty: false },
  giris_tarihi: { column: 'giris_tarihi', empty: true },
  cikis_tarihi: { column: 'cikis_tarihi', empty: true },
  durum: { column: 'durum_sira', empty: false },
} as const satisfies Record<KayitSort, { column: keyof DB['kayit']; empty: boolean }>

/** The conditions of a list. */
type Conditions = {
  shop: number
  range: { from: Day; until: Day } | null
  durum: string | undefined
  open: boolean
  search: (SearchPatterns & { similar: boolean }) | null
}

function conditionsOf(ctx: UserCtx, filter: Filter): Conditions {
  const { q = '', durum, open = false, similar = false } = filter
  const patterns = searchPatterns(q)
  return {
    shop: ctx.actor.shop,
    range: periodRange(filter, today(ctx)),
    durum,
    open,
    search: patterns.words.length === 0 ? null : { ...patterns, similar },
  }
}

function matching(db: Kysely<DB>, { shop, range, durum, open, search }: Conditions) {
  let query = db.selectFrom('kayit').where('kayit.user_id', '=', shop).where('deleted_at', 'is', null)
  if (range !== null) query = query.where('gun', '>=', range.from).where('gun', '<', range.until)
  if (durum !== undefined) query = query.where('durum', '=', durum)
  if (open) query = query.where(isOpen)
  if (search === null) return query
  const { words, plainWords, vehicle, phone, similar } = search
  return query.where((eb) => {
    const hasAll = (column: 'ara_ad' | 'ara_yalin', needles: readonly string[]) =>
      eb.and(needles.map((needle) => contains(column, needle)))
    if (similar) return hasAll('ara_yalin', plainWords)
    return eb.or([
      hasAll('ara_ad', words),
      ...(vehicle === '' ? [] : [contains('ara_arac', vehicle)]),
      ...(phone === '' ? [] : [contains('ara_tel', phone)]),
    ])
  })
}

/** The shop's records under a filter and a search; without either, all of them. */
export const filtered = (ctx: UserCtx, filter: Filter) => matching(ctx.db, conditionsOf(ctx, filter))

/**
 * Sorts by a column of `kayit`, then by id. Ascending order begins with empty dates; descending order is the
 * reverse, except that equal rows stay in the order of their ids.
 */
export function sorted<D, T extends keyof D, O>(
  query: SelectQueryBuilder<D, T, O>,
  { sort, dir }: Order,
): SelectQueryBuilder<D, T, O> {
  const { column, empty } = sortColumns[sort]
  return query
    .orderBy(sql.ref(`kayit.${column}`), (order) => {
      // For columns without NULL, the plain order is the index's order.
      if (dir === 'asc') return empty ? order.asc().nullsFirst() : order.asc()
      return empty ? order.desc().nullsLast() : order.desc()
    })
    .orderBy(sql.ref('kayit.id'))
}

/**
 * The ids of all records of a list in its order, and how many items each has; `signal` cancels the statement, which
 * may take seconds.
 */
export function orderedKayit(ctx: UserCtx, input: Filter & Order, signal?: AbortSignal) {
  return sorted(filtered(ctx, input).select(['kayit.id', 'islem_sayisi']), input).execute(cancelledBy(signal))
}

/** The list's rows of these records, in no order. */
export function rowsOf(ctx: UserCtx, ids: number[]) {
  return ctx.db
    .selectFrom('kayit')
    .where('user_id', '=', ctx.actor.shop)
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
    .select(LIST_COLUMNS)
    .execute()
}

/** The values and the shape of a list without a search; its statements are kept. */
type ListValues = { shop: number; from: Day; until: Day; durum: string }
type ListShape = { hasPeriod: boolean; hasStatus: boolean; open: boolean }

const keptConditions = (
  { shop, from, until, durum }: ListValues,
  { hasPeriod, hasStatus, open }: ListShape,
): Conditions => ({
  shop,
  range: hasPeriod ? { from, until } : null,
  durum: hasStatus ? durum : undefined,
  open,
  search: null,
})

const valuesOf = ({ shop, range, durum = '' }: Conditions): ListValues => ({
  shop,
  from: range?.from ?? '',
  until: range?.until ?? '',
  durum,
})

const shapeOf = ({ range, durum, open }: Conditions): ListShape => ({
  hasPeriod: range !== null,
  hasStatus: durum !== undefined,
  open,
})

type Window = { size: number; skip: number }

/** One page. The ids are found first, so that the rows before the page are skipped inside an index. */
export async function pageOf(ctx: UserCtx, input: KayitListInput & Filter) {
  const { sort, dir, size } = input
  const conditions = conditionsOf(ctx, input)
  const window = { size, skip: (input.page - 1) * size }
  if (conditions.search !== null) return pageQuery(ctx.db, conditions, { sort, dir, ...window }).execute()
  return keptPage(ctx.db, { ...valuesOf(conditions), ...window }, { ...shapeOf(conditions), sort, dir })
}

const keptPage = kept((db, values: ListValues & Window, shape: ListShape & Order) => {
  const { sort, dir } = shape
  return pageQuery(db, keptConditions(values, shape), { sort, dir, size: values.size, skip: values.skip })
})

function pageQuery(db: Kysely<DB>, conditions: Conditions, { sort, dir, size, skip }: Order & Window) {
  const hits = matching(db, conditions)
  // OFFSET 0 has PostgreSQL read the period and sort it. Otherwise it scans the order's index up to the period, in
  // the worst case through the whole shop: 18 ms instead of 1 at 100,000 records.
  const found =
    conditions.range === null
      ? hits
      : db.selectFrom(hits.select(['kayit.id', sortColumns[sort].column]).offset(0).as('kayit'))
  const ids = sorted(found.select('kayit.id'), { sort, dir }).limit(size).offset(skip)
  const rows = db
    .selectFrom(ids.as('sayfa'))
    .innerJoin('kayit', (join) =>
      join.onRef('kayit.id', '=', 'sayfa.id').on('kayit.user_id', '=', conditions.shop),
    )
    .select(LIST_COLUMNS)
  return sorted(rows, { sort, dir })
}

/** The name of each record's first item, by the record's id; records without items are missing. */
export async function firstItems(ctx: UserCtx, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await namesOfFirstItems(ctx.db, { shop: ctx.actor.shop, ids })
  return new Map(rows.map(({ kayit_id, islem_adi }) => [kayit_id, islem_adi]))
}

const namesOfFirstItems = kept((db, { shop, ids }: { shop: number; ids: number[] }) =>
  db
    .selectFrom('islem')
    .where('user_id', '=', shop)
    .where((eb) => eb('kayit_id', '=', eb.fn.any(eb.val(ids))))
    .where('sira', '=', 0)
    .select(['kayit_id', 'islem_adi']),
)

/** The number of records of each status under the same filter and search, whatever status is selected. */
export function countByStatus(
  ctx: UserCtx,
  { month, year, q = '', open = false, similar = false }: Filter,
): Promise<{ durum: string; adet: number }[]> {
  // Counting a large shop's records takes longer than the page itself; for a period alone there are totals.
  if (q.trim() === '' && !open) return recordsByStatus(ctx, periodRange({ month, year }, today(ctx)))
  const conditions = conditionsOf(ctx, { month, year, q, open, similar })
  if (conditions.search !== null) return countQuery(ctx.db, conditions).execute()
  return keptCount(ctx.db, valuesOf(conditions), shapeOf(conditions))
}

const countQuery = (db: Kysely<DB>, conditions: Conditions) =>
  matching(db, conditions)
    .groupBy('durum')
    .select((eb) => ['durum', eb.fn.countAll<number>().as('adet')])

const keptCount = kept((db, values: ListValues, shape: ListShape) =>
  countQuery(db, keptConditions(values, shape)),
)

/** Whether a search finds nothing, whatever status is selected: then similar records are shown (decisions: search). */
export const isWithoutHit = async (ctx: UserCtx, input: Filter): Promise<boolean> =>
  (input.q ?? '').trim() !== '' && (await countByStatus(ctx, input)).length === 0
