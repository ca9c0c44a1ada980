import { type SelectQueryBuilder, sql } from 'kysely'

import { cancelledBy } from '#server/core/cancel.ts'
import { type UserCtx, today } from '#server/core/context.ts'
import { contains } from '#server/db/expressions.ts'
import type { DB } from '#server/db/schema.ts'
import { isOpen } from '#server/stats/open-work.ts'
import { recordsByStatus } from '#server/stats/queries.ts'
import { AppError } from '#shared/errors.ts'
import type { KayitListInput, KayitSort } from '#shared/kayit/schema.ts'
import { messages } from '#shared/messages.ts'
import { type PeriodFilter, periodRange } from '#shared/period.ts'
import { searchPatterns } from '#shared/turkish.ts'

import { KAYIT_FIELDS } from './derived.ts'

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

/** The shop's records under a filter and a search; without either, all of them. */
export function filtered(ctx: UserCtx, filter: Filter) {
  const range = periodRange(filter, today(ctx))
  let query = ctx.db
    .selectFrom('kayit')
    .where('kayit.user_id', '=', ctx.actor.shop)
    .where('deleted_at', 'is', null)
  if (range !== null) query = query.where('gun', '>=', range.from).where('gun', '<', range.until)
  if (filter.durum !== undefined) query = query.where('durum', '=', filter.durum)
  if (filter.open === true) query = query.where(isOpen)
  const { words, plainWords, vehicle, phone } = searchPatterns(filter.q ?? '')
  if (words.length === 0) return query
  return query.where((eb) => {
    const hasAll = (column: 'ara_ad' | 'ara_yalin', needles: readonly string[]) =>
      eb.and(needles.map((needle) => contains(column, needle)))
    if (filter.similar === true) return hasAll('ara_yalin', plainWords)
    return eb.or([
      hasAll('ara_ad', words),
      ...(vehicle === '' ? [] : [contains('ara_arac', vehicle)]),
      ...(phone === '' ? [] : [contains('ara_tel', phone)]),
    ])
  })
}

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

/** One page. The ids are found first, so that the rows before the page are skipped inside an index. */
export function pageOf(ctx: UserCtx, input: KayitListInput & Filter) {
  const hits = filtered(ctx, input)
  const isPeriod = input.month != null || input.year != null
  // OFFSET 0 has PostgreSQL read the period and sort it. Otherwise it scans the order's index up to the period, in
  // the worst case through the whole shop: 18 ms instead of 1 at 100,000 records.
  const found = isPeriod
    ? ctx.db.selectFrom(hits.select(['kayit.id', sortColumns[input.sort].column]).offset(0).as('kayit'))
    : hits
  const ids = sorted(found.select('kayit.id'), input)
    .limit(input.size)
    .offset((input.page - 1) * input.size)
  const rows = ctx.db
    .selectFrom(ids.as('sayfa'))
    .innerJoin('kayit', (join) =>
      join.onRef('kayit.id', '=', 'sayfa.id').on('kayit.user_id', '=', ctx.actor.shop),
    )
    .select(LIST_COLUMNS)
  return sorted(rows, input).execute()
}

/** The name of each record's first item, by the record's id; records without items are missing. */
export async function firstItems(ctx: UserCtx, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.db
    .selectFrom('islem')
    .where('user_id', '=', ctx.actor.shop)
    .where('kayit_id', 'in', ids)
    .where('sira', '=', 0)
    .select(['kayit_id', 'islem_adi'])
    .execute()
  return new Map(rows.map(({ kayit_id, islem_adi }) => [kayit_id, islem_adi]))
}

/** The number of records of each status under the same filter and search, whatever status is selected. */
export function countByStatus(
  ctx: UserCtx,
  { month, year, q = '', open, similar = false }: Filter,
): Promise<{ durum: string; adet: number }[]> {
  // Counting a large shop's records takes longer than the page itself; for a period alone there are totals.
  if (q.trim() === '' && open !== true) return recordsByStatus(ctx, periodRange({ month, year }, today(ctx)))
  return filtered(ctx, { month, year, q, open, similar })
    .groupBy('durum')
    .select((eb) => ['durum', eb.fn.countAll<number>().as('adet')])
    .execute()
}

/** Whether a search finds nothing, whatever status is selected: then similar records are shown (decisions: search). */
export const isWithoutHit = async (ctx: UserCtx, input: Filter): Promise<boolean> =>
  (input.q ?? '').trim() !== '' && (await countByStatus(ctx, input)).length === 0

/** The record's row. Throws NOT_FOUND, without telling whether it never existed, is deleted, or is another shop's. */
export async function requireKayit(ctx: UserCtx, id: number) {
  const row = await liveKayit(ctx).where('id', '=', id).select('updated_at').executeTakeFirst()
  if (row === undefined) throw kayitNotFound()
  return row
}

/**
 * The same with the columns that the statistics count; locks the row until the end of the transaction. Throws
 * NOT_FOUND.
 */
export async function lockKayit(ctx: UserCtx, id: number): Promise<LockedKayit> {
  const [row] = await lockKayitlar(ctx, [id])
  if (row === undefined) throw kayitNotFound()
  return row
}

export type LockedKayit = Awaited<ReturnType<typeof lockKayitlar>>[number]

/**
 * Locks several rows in the order of their ids, so that concurrent calls wait for each other and never deadlock.
 * Throws NOT_FOUND when one of them is missing.
 */
export async function lockKayitlar(ctx: UserCtx, ids: readonly number[]) {
  const rows = await liveKayit(ctx)
    .where('id', 'in', ids)
    .select(['gun', 'toplam_kurus', 'vehicle_id', 'customer_id'])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  if (rows.length < ids.length) throw kayitNotFound()
  return rows
}

const liveKayit = ({ db, actor }: UserCtx) =>
  db
    .selectFrom('kayit')
    .where('user_id', '=', actor.shop)
    .where('deleted_at', 'is', null)
    .select(['id', ...KAYIT_FIELDS, 'user_id', 'version'])

export const kayitNotFound = () => new AppError('NOT_FOUND', messages.kayitNotFound)

/** The items of a record in their order. */
export function findIslemler(ctx: UserCtx, kayitId: number) {
  return ctx.db
    .selectFrom('islem')
    .where('user_id', '=', ctx.actor.shop)
    .where('kayit_id', '=', kayitId)
    .orderBy('sira')
    .select(['id', 'islem_adi', 'islem_adet', 'fiyat_kurus'])
    .execute()
}

/** The items of these records, each record's in their order. */
export function findItemsOf(ctx: UserCtx, ids: number[]) {
  return ctx.db
    .selectFrom('islem')
    .where('user_id', '=', ctx.actor.shop)
    .where((eb) => eb('kayit_id', '=', eb.fn.any(eb.val(ids))))
    .orderBy('kayit_id')
    .orderBy('sira')
    .select(['kayit_id', 'islem_adi', 'islem_adet', 'fiyat_kurus'])
    .execute()
}

/** The documents stored with a record. */
export function findBelgeler(ctx: UserCtx, kayitId: number) {
  return ctx.db
    .selectFrom('belge')
    .where('user_id', '=', ctx.actor.shop)
    .where('kayit_id', '=', kayitId)
    .orderBy('id')
    .select(['id', 'ad', 'tur', 'boyut', 'url'])
    .execute()
}
