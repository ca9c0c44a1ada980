import type { Insertable, Kysely, Selectable } from 'kysely'

import { diffFields, type ShopCtx, liveRows, ownRows, updateOwn } from '#server/platform/core/own-rows.ts'
import { recordChange } from '#server/platform/core/changes.ts'
import { type UserCtx, inTransaction, requireRight } from '#server/platform/core/context.ts'
import { createPurge, restorableSince } from '#server/platform/core/purge.ts'
import { idempotentCreate, idempotentUpdate } from '#server/platform/core/idempotency.ts'
import { lockShop, requireBelowLimit } from '#server/platform/core/row-limit.ts'
import { requireVersion } from '#server/platform/core/version.ts'
import { isUniqueViolation } from '#server/platform/db/errors.ts'
import { countRows } from '#server/platform/db/row-counts.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { fieldChanges } from '#shared/change/rules.ts'
import { AppError } from '#shared/errors.ts'
import { itemKey, itemSearchText } from '#shared/item/rules.ts'
import { messages } from '#shared/messages.ts'
import { MAX_PACKAGES, MAX_PRICES } from '#shared/options.ts'
import { storedSortKey } from '#shared/turkish.ts'

/** The tables whose rows a shop finds by name: the price list and the ready packages. */
export type NamedTable = 'item_price' | 'item_package'

/** The noun of each table in the change log, and its refusals. */
const NAMED = {
  item_price: {
    noun: 'price',
    missing: messages.priceNotFound,
    nameTaken: messages.priceNameTaken,
    tooMany: messages.tooManyPrices,
    max: MAX_PRICES,
  },
  item_package: {
    noun: 'package',
    missing: messages.packageNotFound,
    nameTaken: messages.packageNameTaken,
    tooMany: messages.tooManyPackages,
    max: MAX_PACKAGES,
  },
} as const

type Saved = { id: number; version: number; name: string }
type Input = { id: number; name: string; version?: number | undefined; key?: string | undefined }

/** The description of how the rows of a table are stored and shown. */
export type NamedKind<Sent extends Input, Row extends Saved> = {
  table: NamedTable
  /** The columns beside those of the name. */
  columnsOf: (input: Sent) => object
  /** The columns of a row as it is shown, and those that are derived from them. */
  columns: readonly string[]
  shown: (stored: never) => Row
  /** The fields that the change log compares. */
  logged: (of: Sent | Row) => Record<string, string | number>
}

export const derivedColumns = (name: string) => ({
  name,
  name_key: itemKey(name),
  name_sort_key: storedSortKey(name),
})

/**
 * Stores a new row or changes one, once for a key; returns it. Throws FORBIDDEN, INVALID when the name is taken or the shop
 * has too many, NOT_FOUND, and CONFLICT (decisions: two people on one record).
 */
export async function saveNamed<Sent extends Input, Row extends Saved>(
  ctx: UserCtx,
  kind: NamedKind<Sent, Row>,
  input: Sent,
): Promise<Row> {
  requireRight(ctx, 'prices')
  const { table } = kind
  const store = async (trx: UserCtx): Promise<Row> => {
    const repeat = ({ id }: { id: number }) => requireNamed(trx, kind, { id, lock: true })
    const change = ({ id }: { id: number }) => changeNamed(trx, kind, { ...input, id })
    const call = { operation: table, key: input.key, input }
    if (input.id !== 0) return idempotentUpdate<Row>(trx, call, { change: () => change(input), repeat })
    return idempotentCreate<Row>(trx, call, { create: () => createNamed(trx, kind, input), change, repeat })
  }
  return refuseTakenName(table, () => inTransaction(ctx, store))
}

async function createNamed<Sent extends Input, Row extends Saved>(
  trx: UserCtx,
  { table, columnsOf, columns, shown }: NamedKind<Sent, Row>,
  input: Sent,
): Promise<Row> {
  await requireRoomIn(trx, table)
  const stored = await trx.db
    // Kysely's types take one table.
    .insertInto(table as 'item_price')
    .values({
      ...({ ...derivedColumns(input.name), ...columnsOf(input) } as Insertable<DB['item_price']>),
      shop_id: trx.actor.shop,
      created_at: trx.now,
    })
    .returning(columns as readonly 'id'[])
    .executeTakeFirstOrThrow()
  const row = shown(stored as never)
  await recordChange(trx, { noun: NAMED[table].noun, id: row.id, verb: 'create', title: row.name })
  return row
}

async function changeNamed<Sent extends Input, Row extends Saved>(
  trx: UserCtx,
  kind: NamedKind<Sent, Row>,
  input: Sent,
): Promise<Row> {
  const { table, columnsOf, columns, shown, logged } = kind
  const { id, name } = input
  const before = await requireNamed(trx, kind, { id, lock: true })
  requireVersion(before.version, input.version)
  const after = logged(input)
  const fields = fieldChanges(Object.keys(after), logged(before), after)
  if (fields.length > 0)
    await recordChange(trx, { noun: NAMED[table].noun, id, verb: 'update', title: name, detail: { fields } })
  const stored = await updateOwn(trx, table as 'item_price')
    .set({ ...derivedColumns(name), ...columnsOf(input), version: before.version + 1 })
    .where('id', '=', id)
    .returning(columns as readonly 'id'[])
    .executeTakeFirstOrThrow()
  return shown(stored as never)
}

/** Returns a row as it is now, with `lock` locked until the end of the transaction. Throws NOT_FOUND. */
export async function requireNamed<Row extends Saved>(
  ctx: UserCtx,
  { table, columns, shown }: Pick<NamedKind<never, Row>, 'table' | 'columns' | 'shown'>,
  { id, lock = false }: { id: number; lock?: boolean },
): Promise<Row> {
  const row = await liveRows(ctx, table as 'item_price')
    .where('id', '=', id)
    .select(columns as readonly 'id'[])
    .$if(lock, (query) => query.forNoKeyUpdate())
    .executeTakeFirst()
  if (row === undefined) throw notFound(table)
  return shown(row as never)
}

const notFound = (table: NamedTable) => new AppError('NOT_FOUND', NAMED[table].missing)

/** Throws INVALID when the shop has as many as it may. */
function requireRoomIn(trx: UserCtx, table: NamedTable): Promise<void> {
  const { max, tooMany } = NAMED[table]
  return requireBelowLimit(trx, {
    max,
    lock: () => lockShop(trx),
    count: () => countRows(liveRows(trx, table)),
    refusal: () => new AppError('INVALID', tooMany),
  })
}

async function refuseTakenName<T>(table: NamedTable, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isUniqueViolation(error, 'name_key', `${table}_name`)) throw error
    throw new AppError('INVALID', NAMED[table].nameTaken, { field: 'name' })
  }
}

/** Returns the operation that marks a row as deleted. It throws FORBIDDEN and NOT_FOUND. */
export const deleteNamed =
  (table: NamedTable) =>
  async (ctx: UserCtx, { id }: { id: number }): Promise<void> => {
    requireRight(ctx, 'remove')
    await inTransaction(ctx, async (trx) => {
      const deleted = await updateOwn(trx, table)
        .set({ deleted_at: ctx.now })
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .returning('name')
        .executeTakeFirst()
      if (deleted === undefined) throw notFound(table)
      await recordChange(trx, { noun: NAMED[table].noun, id, verb: 'delete', title: deleted.name })
    })
  }

/**
 * Returns the operation that restores a row within 30 days after its deletion; one that is not deleted stays as it is. It
 * throws FORBIDDEN, NOT_FOUND, and INVALID when the name is taken by now or the shop has as many as it may.
 */
export const restoreNamed =
  (table: NamedTable) =>
  async (ctx: UserCtx, { id }: { id: number }): Promise<void> => {
    requireRight(ctx, 'remove')
    await refuseTakenName(table, () => inTransaction(ctx, (trx) => restore(trx, table, id)))
  }

async function restore(ctx: UserCtx, table: NamedTable, id: number): Promise<void> {
  // The lock precedes the read, so that the second of two calls finds the row restored and does not check the limit.
  await lockShop(ctx)
  const stored = await ownRows(ctx, table)
    .where('id', '=', id)
    .where((eb) => eb.or([eb('deleted_at', 'is', null), eb('deleted_at', '>=', restorableSince(ctx.now))]))
    .select(['name', 'deleted_at'])
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (stored === undefined) throw notFound(table)
  if (stored.deleted_at === null) return
  await requireRoomIn(ctx, table)
  await updateOwn(ctx, table).set({ deleted_at: null }).where('id', '=', id).execute()
  await recordChange(ctx, { noun: NAMED[table].noun, id, verb: 'restore', title: stored.name })
}

const [purgePrices, purgePackages] = [createPurge('item_price'), createPurge('item_package')]

/** Removes every shop's rows that were deleted more than 30 days before `now`; returns how many. */
export const purgeDeletedNamed = async (db: Kysely<DB>, now: Date, stop?: AbortSignal): Promise<number> =>
  (await purgePrices(db, now, stop)) + (await purgePackages(db, now, stop))

/**
 * Recomputes the keys of the shop's price list and packages and returns how many rows it changed. If two entries now
 * have the same key, the second keeps its old one. May run alongside saves.
 */
export async function rederiveNamed(shop: ShopCtx): Promise<number> {
  return (await rederiveTable(shop, 'item_price')) + (await rederiveTable(shop, 'item_package'))
}

type Keys = Pick<Selectable<DB['item_price']>, 'name' | 'name_key' | 'name_sort_key' | 'search_text'>

const rederiveTable = ({ db, actor }: ShopCtx, table: NamedTable): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const rows = await trx
      // Kysely's types take one table.
      .selectFrom(table as 'item_price')
      .where('shop_id', '=', actor.shop)
      .orderBy('id')
      .selectAll()
      .forNoKeyUpdate()
      .execute()
    const keys = new Set(rows.filter(isLive).map(({ name_key }) => name_key))
    let changed = 0
    for (const row of rows) {
      const { name_key, ...columns } = derivedColumns(row.name)
      const isTaken = isLive(row) && name_key !== row.name_key && keys.has(name_key)
      const change = diffFields<Keys>(row, {
        ...columns,
        ...(!isTaken && { name_key }),
        ...(table === 'item_price' && { search_text: itemSearchText(row.name) }),
      })
      if (change === null) continue
      keys.add(name_key)
      changed += 1
      await updateOwn({ db: trx, actor }, table as 'item_price')
        .set(change)
        .where('id', '=', row.id)
        .execute()
    }
    return changed
  })

const isLive = ({ deleted_at }: { deleted_at: Date | null }) => deleted_at === null
