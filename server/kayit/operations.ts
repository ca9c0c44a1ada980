import type { Kysely } from 'kysely'

import { eraseChangesOf, recordChange } from '#server/platform/core/changes.ts'
import { type UserCtx, inTransaction, redactFor, requireRight, today } from '#server/platform/core/context.ts'
import { restorableSince, purgeInBatches } from '#server/platform/core/purge.ts'
import { ownRows, type ShopCtx, updateOwn, inSameShop } from '#server/platform/core/own-rows.ts'
import { debtsSince, keepPayments } from '#server/payment/queries.ts'
import { firstMatch } from '#server/list/search-match.ts'
import { withSnapshot } from '#server/platform/core/snapshot.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { monthOf } from '#shared/date.ts'
import { kayitTitle } from '#shared/kayit/rules.ts'
import type { MonthFilter } from '#shared/fields.ts'
import type { UnpricedItems } from '#shared/kayit/ids.ts'
import type {
  BookCounts,
  KayitDetail,
  KayitListInput,
  KayitListItem,
  KayitPage,
} from '#shared/kayit/schema.ts'

import { countDebts, debtFilterOf, withRests } from './debts.ts'
import { unlinkQuotes } from './extra-work.ts'
import { itemsOf } from './items.ts'
import { countList, kayitBatches, orderedKayit } from './list.ts'
import { readPage } from './page.ts'
import { kayitNotFound, requireDetail } from './queries.ts'
import { applyRecordChange, COUNTED } from './record-change.ts'

/**
 * Returns one page of the shop's records, the size of the whole list, and the statuses in it. Where a search finds
 * nothing, its words may be in different fields, and then without Turkish marks (decisions: search). Throws FORBIDDEN for
 * a filter by debts without the right `payments`, and for quotes without the right `quotes`.
 */
export async function listKayit(ctx: UserCtx, input: KayitListInput): Promise<KayitPage> {
  if (input.stage !== undefined) requireRight(ctx, 'quotes')
  // Rows and count are of one snapshot, because a far page is counted from the list's end.
  const found = await withSnapshot(ctx, async (one) => {
    const debts = input.owed === undefined ? undefined : await debtFilterOf(one, input.owed)
    const [{ result, isSimilar }, since] = await Promise.all([
      firstMatch(
        input.q,
        (match) => readPage(one, { ...input, match, debts }),
        ({ statuses }) => statuses.length > 0,
      ),
      debtsSince(one),
    ])
    const page = withRests(result, since)
    return isSimilar ? { ...page, similar: true as const } : page
  })
  return redactFor(ctx, found)
}

/** Returns the sizes of the whole book, for the buttons above the list. */
export function countBook(ctx: UserCtx): Promise<BookCounts> {
  return withSnapshot(ctx, async (one) => {
    const seesQuotes = ctx.actor.rights.includes('quotes')
    const [{ total, statuses }, open, month, debts, quotes] = await Promise.all([
      countList(one, {}),
      countList(one, { open: true }),
      countList(one, monthOf(today(one))),
      countDebts(one),
      seesQuotes ? countList(one, { stage: 'quote' }) : undefined,
    ])
    const counts = { total, open: open.total, month: month.total, statuses, ...debts }
    return quotes === undefined ? counts : { ...counts, quotes: quotes.total }
  })
}

/** Returns a period's records in the list's order (specification §9), in batches that let other requests in. */
export function listAllKayit<T>(
  ctx: UserCtx,
  filter: MonthFilter,
  reply: (batch: KayitListItem[]) => T,
): Promise<T[]> {
  return withSnapshot(ctx, async (one) => {
    const found = await orderedKayit(one, { ...filter, sort: 'cikis_tarihi', dir: 'asc' })
    const ids = found.map(({ id }) => id)
    return Array.fromAsync(kayitBatches(one, ids), (batch) => reply(redactFor(ctx, batch)))
  })
}

/** Returns a record with its items and documents. Throws NOT_FOUND, also for another shop's or a deleted record. */
export async function getKayit(ctx: UserCtx, { kayit_id: id }: { kayit_id: number }): Promise<KayitDetail> {
  return redactFor(ctx, await requireDetail(ctx, id))
}

/** Marks a record as deleted. Throws NOT_FOUND. */
export const deleteKayit = (ctx: UserCtx, { kayit_id }: { kayit_id: number }): Promise<void> =>
  setDeleted(ctx, kayit_id, 'delete')

/** Restores a record within 30 days after its deletion; one that is not deleted stays as it is. Throws NOT_FOUND. */
export const restoreKayit = (ctx: UserCtx, { kayit_id }: { kayit_id: number }): Promise<void> =>
  setDeleted(ctx, kayit_id, 'restore')

async function setDeleted(ctx: UserCtx, id: number, verb: 'delete' | 'restore'): Promise<void> {
  requireRight(ctx, 'remove')
  const isDeletion = verb === 'delete'
  await inTransaction(ctx, async (trx) => {
    const row = await updateOwn(trx, 'kayit')
      .set({ deleted_at: isDeletion ? ctx.now : null })
      .where('id', '=', id)
      .$if(isDeletion, (rows) => rows.where('deleted_at', 'is', null))
      .$if(!isDeletion, (rows) => rows.where('deleted_at', '>=', restorableSince(ctx.now)))
      .returning([...COUNTED, 'plaka', 'musteri_adi_soyadi'])
      .executeTakeFirst()
    if (row === undefined) {
      // The record was in the trash. If another call has restored it since, it is still not deleted.
      if (isDeletion) throw kayitNotFound()
      await requireDetail(trx, id)
      return
    }
    const { customer_id } = row
    await recordChange(trx, { noun: 'kayit', id, verb, title: kayitTitle(row), customer_id })
    const counted = { ...row, islemler: await itemsOf(trx, { id }) }
    const [before, after] = isDeletion ? [counted, null] : [null, counted]
    await applyRecordChange(trx, [{ id, before, after }])
  })
}

/**
 * Removes every shop's records that were deleted more than 30 days before `now`, with their entries in the change log;
 * returns how many. It goes shop by shop, because one statement cannot lock rows of several nodes.
 */
export async function purgeDeleted(db: Kysely<DB>, now: Date, stop?: AbortSignal): Promise<number> {
  const before = restorableSince(now)
  const due = db.selectFrom('kayit').where('deleted_at', '<', before)
  let purged = 0
  for (const { shop_id } of await due.select('shop_id').distinct().execute()) {
    if (stop?.aborted === true) break
    const actor = { shop: shop_id }
    const work = (limit: number) =>
      db.transaction().execute((trx) => purgeBatch({ db: trx, actor }, before, limit))
    purged += await purgeInBatches(work, stop)
  }
  return purged
}

/** A record that is being restored or erased is left for the next day. */
async function purgeBatch(shop: ShopCtx, before: Date, limit: number): Promise<number> {
  const { db, actor } = shop
  const found = await ownRows(shop, 'kayit')
    .where('deleted_at', '<', before)
    .select('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  const ids = found.map(({ id }) => id)
  if (ids.length === 0) return 0
  await keepPayments(shop, ids)
  await eraseChangesOf(shop, 'kayit', ids)
  // A quote's number stays, but not the hash of its texts.
  await updateOwn(shop, 'quote').set({ terms_hash: null }).where('kayit_id', 'in', ids).execute()
  await unlinkQuotes(shop, ids)
  await db.deleteFrom('kayit').where('shop_id', '=', actor.shop).where('id', 'in', ids).execute()
  return ids.length
}

/** Items that are listed by name. */
const NAMED = 10

/** Returns the shop's items without a price in these records. Throws FORBIDDEN for a caller without prices. */
export async function unpricedItems(
  ctx: UserCtx,
  { kayit_ids }: { kayit_ids: readonly number[] },
): Promise<UnpricedItems> {
  const unpriced = await ownRows(requireRight(ctx, 'prices'), 'islem')
    .innerJoin('kayit', inSameShop('kayit.id', 'islem.kayit_id'))
    .where('islem.kayit_id', 'in', [...kayit_ids])
    .where('islem.fiyat_kurus', '=', 0)
    .where('kayit.deleted_at', 'is', null)
    .orderBy('islem.kayit_id')
    .orderBy('islem.position')
    .select('islem.islem_adi')
    .execute()
  const names = unpriced.slice(0, NAMED).map(({ islem_adi }) => islem_adi)
  return { count: unpriced.length, names }
}
