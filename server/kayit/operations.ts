import type { Kysely } from 'kysely'

import type { Shop } from '#server/platform/core/batches.ts'
import { forgetChanges, recordChange, recordChanges } from '#server/platform/core/changes.ts'
import { type UserCtx, inPipelinedTransaction, inTransaction, today } from '#server/platform/core/context.ts'
import { restorableSince, purgeInBatches } from '#server/platform/core/deleted.ts'
import { idempotentCreate, idempotentUpdate, type StoreResult } from '#server/platform/core/idempotency.ts'
import { inOrder } from '#server/platform/core/in-order.ts'
import { shownTo } from '#server/platform/core/prices.ts'
import { requireRight } from '#server/platform/core/rights.ts'
import { firstMatch } from '#server/platform/core/search-match.ts'
import { inSnapshot } from '#server/platform/core/snapshot.ts'
import { requireVersion } from '#server/platform/core/version.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { AppError } from '#shared/errors.ts'
import type { MonthFilter } from '#shared/fields.ts'
import { kayitProblem } from '#shared/kayit/rules.ts'
import type {
  KayitDetail,
  KayitInput,
  KayitListInput,
  KayitListItem,
  KayitPage,
  SavedKayit,
} from '#shared/kayit/schema.ts'
import { DURUM_DEVAM } from '#shared/options.ts'

import { kayitTitle, kayitUpdate } from './changes.ts'
import { countRecord } from './count.ts'
import { EMPTY_KAYIT, KAYIT_FIELDS, type KayitFields, kayitRow } from './derived.ts'
import { insertRows, itemsOf, itemsSavedBefore, newRows, replaceItems, savedItems } from './items.ts'
import { pricedItems } from './kept-prices.ts'
import { kayitBatches, orderedKayit } from './list.ts'
import { pageWith } from './page.ts'
import { findBelgeler, findIslemler, kayitNotFound, lockKayit, requireKayit } from './queries.ts'
import { linkChanged, linkNew, removeUnlinked } from './links.ts'
import { enteredIn, insertKayit, writeKayit } from './write.ts'

const KEY_OPERATION = 'kayit'

/** The columns that the statistics, the car and the customer count. */
const COUNTED = ['gun', 'durum', 'arac_marka', 'toplam_kurus', 'vehicle_id', 'customer_id'] as const
const NAMED = ['plaka', 'musteri_adi_soyadi'] as const

/** The result of a save; the idempotency key stores its id and version. */
type Stored = Omit<SavedKayit, 'created'> & { id: number }

/**
 * Returns one page of the shop's records, the size of the whole list, and the statuses in it. Where a search finds
 * nothing, its words may be in different fields, and then without Turkish marks (decisions: search).
 */
export async function listKayit(ctx: UserCtx, input: KayitListInput): Promise<KayitPage> {
  // Rows and number are of one moment; a far page is found from the list's end, whose distance must not change.
  const found = await inSnapshot(ctx.db, async (db) => {
    const one = { ...ctx, db }
    const { found: page, isSimilar } = await firstMatch(
      input.q,
      (match) => pageWith(one, { ...input, match }),
      ({ statuses }) => statuses.length > 0,
    )
    return isSimilar ? { ...page, similar: true as const } : page
  })
  return shownTo(ctx, found)
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
  return inSnapshot(ctx.db, async (db) => {
    const one = { ...ctx, db }
    const found = await orderedKayit(one, { ...filter, sort: 'cikis_tarihi', dir: 'asc' })
    const ids = found.map(({ id }) => id)
    return Array.fromAsync(kayitBatches(one, ids), (batch) => reply(shownTo(ctx, batch)))
  })
}

/** A record with its items and documents. Throws NOT_FOUND, also for another shop's or a deleted record. */
export async function getKayit(ctx: UserCtx, input: { kayit_id: number }): Promise<KayitDetail> {
  return shownTo(ctx, await readKayit(ctx, input))
}

function readKayit(ctx: UserCtx, input: { kayit_id: number }): Promise<KayitDetail> {
  return inSnapshot(ctx.db, async (db) => {
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

/**
 * Stores a new record, or changes one (decisions: two people on one record), completely or not at all; returns the
 * stored record. It takes no prices from who sees none (kept-prices.ts). Throws INVALID with the field, NOT_FOUND, or CONFLICT when it has changed since `version`.
 */
export function saveKayit(ctx: UserCtx, input: KayitInput): Promise<SavedKayit> {
  return inPipelinedTransaction(ctx, async (trx) => {
    const isNew = input.id === 0
    const { id: _, ...saved } = isNew ? await createKayit(trx, input) : await changeKayitOnce(trx, input)
    return shownTo(ctx, { ...saved, created: isNew })
  })
}

function createKayit(ctx: UserCtx, input: KayitInput): Promise<Stored> {
  const claim = { operation: KEY_OPERATION, key: input.key, input }
  return idempotentCreate<Stored>(ctx, claim, {
    create: (_, storeResult) => insertRecord(ctx, input, storeResult),
    change: (made) => changeKayit(ctx, { ...input, ...made }),
    repeat: (made) => savedBefore(ctx, made, input),
  })
}

async function insertRecord(ctx: UserCtx, input: KayitInput, storeResult: StoreResult): Promise<Stored> {
  const items = await pricedItems(ctx, null, input.islemler ?? [])
  const defaults = { ...EMPTY_KAYIT, durum: DURUM_DEVAM, kayit_tarihi: today(ctx) }
  const fields = accepted({ ...defaults, ...sentFields(input.info) })
  const row = { ...kayitRow(ctx.actor.shop, fields, items), ...(await linkNew(ctx, fields, input)) }
  const { id, version } = await insertKayit(ctx.db, { ...row, created_at: ctx.now, updated_at: ctx.now })
  const rows = newRows({ user_id: ctx.actor.shop, id }, items)
  const [islemler] = await inOrder(ctx, (one) => [
    insertRows(one, rows),
    storeResult(one, { id, version }),
    recordChange(one, { noun: 'kayit', id, verb: 'create', title: kayitTitle(fields) }),
    countRecord(one, id, { before: null, after: { ...row, islemler: rows } }),
  ])
  const kayit = { id, ...fields, user_id: ctx.actor.shop }
  const updated_at = ctx.now.toISOString()
  return { id, kayit, islemler: savedItems(islemler, items), belgeler: [], version, updated_at }
}

function changeKayitOnce(ctx: UserCtx, input: KayitInput): Promise<Stored> {
  const change = { operation: KEY_OPERATION, key: input.key, input }
  return idempotentUpdate<Stored>(ctx, change, {
    change: () => changeKayit(ctx, input),
    repeat: (made) => savedBefore(ctx, made, input),
  })
}

/** The result of a repeated save: the record as it is now. Throws NOT_FOUND. */
async function savedBefore(
  ctx: UserCtx,
  { id, version }: { id: number; version?: number | undefined },
  input: KayitInput,
): Promise<Stored> {
  await lockKayit(ctx, id)
  const { islemler, ...left } = await readKayit(ctx, { kayit_id: id })
  const isUnchanged = left.version === version
  return { id, ...left, islemler: itemsSavedBefore(islemler, input.islemler, { isUnchanged }) }
}

async function changeKayit(ctx: UserCtx, input: KayitInput): Promise<Stored> {
  const locked = await lockKayit(ctx, input.id)
  const { id, user_id, version } = locked
  requireVersion(version, input.version)
  const islemler = input.islemler && (await pricedItems(ctx, id, input.islemler))
  const entered = enteredIn(locked)
  const fields = accepted({ ...entered, ...sentFields(input.info) })
  const links = await linkChanged(ctx, { ...locked, fields: entered }, { fields, taken: input })
  const [{ before, after }, stored, belgeler] = await inOrder(ctx, (one) => [
    writeKayit(one, locked, { fields, islemler, links }),
    itemsOf(one, id),
    findBelgeler(one, id),
  ])
  const rows = islemler === undefined ? stored : await replaceItems(ctx, id, { stored, sent: islemler })
  const changes = kayitUpdate(id, { fields: entered, islemler: stored }, { fields, islemler: rows })
  await inOrder(ctx, (one) => [
    recordChanges(one, changes),
    countRecord(one, id, {
      before: { ...before, islemler: stored },
      after: { ...after, islemler: rows },
    }),
  ])
  // Afterwards: it locks, out of their order, only rows that nobody else has.
  await removeUnlinked(ctx, locked, links)
  const kayit = { id, ...fields, user_id }
  const updated_at = ctx.now.toISOString()
  return { id, kayit, islemler: savedItems(rows, islemler), belgeler, version: version + 1, updated_at }
}

/** The fields that were sent. An empty record date counts as not sent, because every record has one. */
function sentFields(info: KayitInput['info']): Partial<KayitFields> {
  const sent = KAYIT_FIELDS.filter((name) => info[name] !== undefined)
  const fields = Object.fromEntries(sent.map((name) => [name, info[name]]))
  if (fields['kayit_tarihi'] === null) delete fields['kayit_tarihi']
  return fields
}

/** The fields of a valid record. Throws INVALID with the field's name. */
function accepted(fields: KayitFields): KayitFields {
  const problem = kayitProblem(fields)
  if (problem === null) return fields
  throw new AppError('INVALID', problem.message, { field: `info.${problem.field}` })
}

/** Marks a record as deleted. Throws NOT_FOUND. */
export async function deleteKayit(ctx: UserCtx, input: { kayit_id: number }): Promise<void> {
  requireRight(ctx, 'remove')
  await inTransaction(ctx, async (trx) => {
    const deleted = await trx.db
      .updateTable('kayit')
      .set({ deleted_at: ctx.now })
      .where('user_id', '=', ctx.actor.shop)
      .where('id', '=', input.kayit_id)
      .where('deleted_at', 'is', null)
      .returning([...COUNTED, ...NAMED])
      .executeTakeFirst()
    if (deleted === undefined) throw kayitNotFound()
    const id = input.kayit_id
    const before = { ...deleted, islemler: await itemsOf(trx, id) }
    await recordChange(trx, { noun: 'kayit', id, verb: 'delete', title: kayitTitle(deleted) })
    await countRecord(trx, id, { before, after: null })
  })
}

/** Restores a record within 30 days after its deletion; one that is not deleted stays as it is. Throws NOT_FOUND. */
export async function restoreKayit(ctx: UserCtx, input: { kayit_id: number }): Promise<void> {
  requireRight(ctx, 'remove')
  await inTransaction(ctx, async (trx) => {
    const restored = await trx.db
      .updateTable('kayit')
      .set({ deleted_at: null })
      .where('user_id', '=', ctx.actor.shop)
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
    await countRecord(trx, id, { before: null, after })
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
  for (const { user_id } of await due.select('user_id').distinct().execute()) {
    if (stop?.aborted === true) break
    const actor = { shop: user_id }
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
    .where('user_id', '=', actor.shop)
    .where('deleted_at', '<', before)
    .select('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  const ids = found.map(({ id }) => id)
  if (ids.length === 0) return 0
  await forgetChanges(shop, 'kayit', ids)
  await db.deleteFrom('kayit').where('user_id', '=', actor.shop).where('id', 'in', ids).execute()
  return ids.length
}
