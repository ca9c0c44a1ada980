import type { Kysely } from 'kysely'

import type { Shop } from '#server/platform/core/batches.ts'
import { forgetChanges, recordChange } from '#server/platform/core/changes.ts'
import { type UserCtx, inTransaction } from '#server/platform/core/context.ts'
import { restorableSince, purgeInBatches } from '#server/platform/core/deleted.ts'
import { redactFor } from '#server/platform/core/prices.ts'
import { requireRight } from '#server/platform/core/rights.ts'
import { firstMatch } from '#server/list/search-match.ts'
import { withSnapshot } from '#server/platform/core/snapshot.ts'
import type { DB } from '#server/platform/db/schema.ts'
import type { MonthFilter } from '#shared/fields.ts'
import type { KayitDetail, KayitListInput, KayitListItem, KayitPage } from '#shared/kayit/schema.ts'

import { kayitTitle } from './changes.ts'
import { itemsOf } from './items.ts'
import { kayitBatches, orderedKayit } from './list.ts'
import { pageWith } from './page.ts'
import { findBelgeler, findIslemler, kayitNotFound, requireKayit } from './queries.ts'
import { applyRecordChange, COUNTED } from './record-change.ts'

const NAMED = ['plaka', 'musteri_adi_soyadi'] as const

/**
 * Returns one page of the shop's records, the size of the whole list, and the statuses in it. Where a search finds
 * nothing, its words may be in different fields, and then without Turkish marks (decisions: search).
 */
export async function listKayit(ctx: UserCtx, input: KayitListInput): Promise<KayitPage> {
  // Rows and number are of one moment; a far page is found from the list's end, whose distance must not change.
  const found = await withSnapshot(ctx.db, async (db) => {
    const one = { ...ctx, db }
    const { found: page, isSimilar } = await firstMatch(
      input.q,
      (match) => pageWith(one, { ...input, match }),
      ({ statuses }) => statuses.length > 0,
    )
    return isSimilar ? { ...page, similar: true as const } : page
  })
  return redactFor(ctx, found)
}

/**
 * All records of a month, of a year, or of all time, in the list's default order (specification §9): batch by batch
 * through `reply`, so that other requests are served between two of them.
 */
export function listAllKayit<T>(
  ctx: UserCtx,
  filter: MonthFilter,
  reply: (batch: KayitListItem[]) => T,
): Promise<T[]> {
  return withSnapshot(ctx.db, async (db) => {
    const one = { ...ctx, db }
    const found = await orderedKayit(one, { ...filter, sort: 'cikis_tarihi', dir: 'asc' })
    const ids = found.map(({ id }) => id)
    return Array.fromAsync(kayitBatches(one, ids), (batch) => reply(redactFor(ctx, batch)))
  })
}

/** A record with its items and documents. Throws NOT_FOUND, also for another shop's or a deleted record. */
export async function getKayit(ctx: UserCtx, input: { kayit_id: number }): Promise<KayitDetail> {
  return redactFor(ctx, await readKayit(ctx, input))
}

function readKayit(ctx: UserCtx, input: { kayit_id: number }): Promise<KayitDetail> {
  return withSnapshot(ctx.db, async (db) => {
    const trx = { ...ctx, db }
    const [found, islemler, belgeler] = await Promise.all([
      requireKayit(trx, input.kayit_id),
      findIslemler(trx, input.kayit_id),
      findBelgeler(trx, input.kayit_id),
    ])
    const { version, updated_at, ...kayit } = found
    return { kayit, islemler, belgeler, version, updated_at: updated_at.toISOString() }
  })
}

/** Marks a record as deleted. Throws NOT_FOUND. */
export async function deleteKayit(ctx: UserCtx, input: { kayit_id: number }): Promise<void> {
  requireRight(ctx, 'remove')
  await inTransaction(ctx, async (trx) => {
    const deleted = await trx.db
      .updateTable('kayit')
      .set({ deleted_at: ctx.now })
      .where('shop_id', '=', ctx.actor.shop)
      .where('id', '=', input.kayit_id)
      .where('deleted_at', 'is', null)
      .returning([...COUNTED, ...NAMED])
      .executeTakeFirst()
    if (deleted === undefined) throw kayitNotFound()
    const id = input.kayit_id
    const before = { ...deleted, islemler: await itemsOf(trx, id) }
    await recordChange(trx, { noun: 'kayit', id, verb: 'delete', title: kayitTitle(deleted) })
    await applyRecordChange(trx, [{ id, before, after: null }])
  })
}

/** Restores a record within 30 days after its deletion; one that is not deleted stays as it is. Throws NOT_FOUND. */
export async function restoreKayit(ctx: UserCtx, input: { kayit_id: number }): Promise<void> {
  requireRight(ctx, 'remove')
  await inTransaction(ctx, async (trx) => {
    const restored = await trx.db
      .updateTable('kayit')
      .set({ deleted_at: null })
      .where('shop_id', '=', ctx.actor.shop)
      .where('id', '=', input.kayit_id)
      .where('deleted_at', '>=', restorableSince(ctx.now))
      .returning([...COUNTED, ...NAMED])
      .executeTakeFirst()
    if (restored === undefined) {
      await requireKayit(trx, input.kayit_id)
      return
    }
    const id = input.kayit_id
    const after = { ...restored, islemler: await itemsOf(trx, id) }
    await recordChange(trx, { noun: 'kayit', id, verb: 'restore', title: kayitTitle(restored) })
    await applyRecordChange(trx, [{ id, before: null, after }])
  })
}

/**
 * Removes every shop's records that were deleted more than 30 days before `now`, with what the change log tells of them;
 * returns how many. Shop by shop: one statement cannot lock rows of several nodes.
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
async function purgeBatch(shop: Shop, before: Date, limit: number): Promise<number> {
  const { db, actor } = shop
  const found = await db
    .selectFrom('kayit')
    .where('shop_id', '=', actor.shop)
    .where('deleted_at', '<', before)
    .select('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  const ids = found.map(({ id }) => id)
  if (ids.length === 0) return 0
  await forgetChanges(shop, 'kayit', ids)
  await db.deleteFrom('kayit').where('shop_id', '=', actor.shop).where('id', 'in', ids).execute()
  return ids.length
}
