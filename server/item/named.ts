import type { Kysely } from 'kysely'

import { type Change, recordChange } from '#server/platform/core/changes.ts'
import { type UserCtx, inTransaction } from '#server/platform/core/context.ts'
import { purgeDeletedOf, restorableSince } from '#server/platform/core/deleted.ts'
import { idempotentCreate, idempotentUpdate } from '#server/platform/core/idempotency.ts'
import { requireRight } from '#server/platform/core/rights.ts'
import { lockShop, requireRoom } from '#server/platform/core/room.ts'
import { isUniqueViolation } from '#server/platform/db/errors.ts'
import type { DB } from '#server/platform/db/schema.ts'
import type { FieldChange } from '#shared/change/schema.ts'
import { AppError } from '#shared/errors.ts'
import { itemKey } from '#shared/item/rules.ts'
import { messages } from '#shared/messages.ts'
import { MAX_PACKAGES, MAX_PRICES } from '#shared/options.ts'
import { storedSortKey } from '#shared/turkish.ts'

/** The tables whose rows a shop finds by name: the price list and the ready packages. */
export type NamedTable = 'item_price' | 'item_package'

const NOUNS = { item_price: 'price', item_package: 'package' } as const satisfies Record<
  NamedTable,
  Change['noun']
>

const REFUSALS = {
  item_price: {
    missing: messages.priceNotFound,
    taken: messages.priceNameTaken,
    tooMany: messages.tooManyPrices,
    most: MAX_PRICES,
  },
  item_package: {
    missing: messages.packageNotFound,
    taken: messages.packageNameTaken,
    tooMany: messages.tooManyPackages,
    most: MAX_PACKAGES,
  },
} as const satisfies Record<NamedTable, object>

type Saved = { id: number; version: number; name: string }
type Input = { id: number; key?: string | undefined }

/** The columns that follow from the name. */
export const nameColumns = (name: string) => ({
  name,
  name_key: itemKey(name),
  name_sort_key: storedSortKey(name),
})

export const notFound = (table: NamedTable) => new AppError('NOT_FOUND', REFUSALS[table].missing)

/**
 * Stores a new row or changes one, once for a key; returns it. Throws INVALID when the name is taken or the shop has
 * too many, NOT_FOUND, and CONFLICT (decisions: two people on one record).
 */
export async function saveNamed<Row extends Saved>(
  ctx: UserCtx,
  input: Input,
  work: {
    table: NamedTable
    create: (ctx: UserCtx) => Promise<Row>
    change: (ctx: UserCtx, id: number) => Promise<Row>
    get: (ctx: UserCtx, id: number) => Promise<Row>
  },
): Promise<Row> {
  const { table, create, change, get } = work
  const store = async (trx: UserCtx): Promise<Row> => {
    const repeat = ({ id }: { id: number }) => get(trx, id)
    const claim = { operation: table, key: input.key, input }
    if (input.id !== 0)
      return idempotentUpdate<Row>(trx, claim, { change: () => change(trx, input.id), repeat })
    const insert = async () => {
      await requireRoomIn(trx, table)
      const row = await create(trx)
      await recordChange(trx, { noun: NOUNS[table], id: row.id, verb: 'create', title: row.name })
      return row
    }
    return idempotentCreate<Row>(trx, claim, { create: insert, change: ({ id }) => change(trx, id), repeat })
  }
  return refusingTaken(table, () => inTransaction(ctx, store))
}

/** Throws INVALID when the shop has as many as it may. */
function requireRoomIn(trx: UserCtx, table: NamedTable): Promise<void> {
  const { most, tooMany } = REFUSALS[table]
  return requireRoom(trx, {
    most,
    lock: () => lockShop(trx),
    count: () => countNamed(trx, table),
    refusal: () => new AppError('INVALID', tooMany),
  })
}

async function countNamed({ db, actor }: UserCtx, table: NamedTable): Promise<number> {
  const { total } = await db
    .selectFrom(table)
    .where('shop_id', '=', actor.shop)
    .where('deleted_at', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

async function refusingTaken<T>(table: NamedTable, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isUniqueViolation(error, 'name_key', `${table}_name`)) throw error
    throw new AppError('INVALID', REFUSALS[table].taken, { field: 'name' })
  }
}

/** Logs the change of a row in its transaction, if a field differs. */
export async function recordNamedUpdate(
  ctx: UserCtx,
  table: NamedTable,
  { id, name, fields }: { id: number; name: string; fields: FieldChange[] },
): Promise<void> {
  if (fields.length > 0)
    await recordChange(ctx, { noun: NOUNS[table], id, verb: 'update', title: name, detail: { fields } })
}

/** Marks a row as deleted. Throws NOT_FOUND. */
export async function deleteNamed(ctx: UserCtx, table: NamedTable, id: number): Promise<void> {
  requireRight(ctx, 'remove')
  await inTransaction(ctx, async (trx) => {
    const deleted = await trx.db
      .updateTable(table)
      .set({ deleted_at: ctx.now })
      .where('shop_id', '=', ctx.actor.shop)
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .returning('name')
      .executeTakeFirst()
    if (deleted === undefined) throw notFound(table)
    await recordChange(trx, { noun: NOUNS[table], id, verb: 'delete', title: deleted.name })
  })
}

/**
 * Restores a row within 30 days after its deletion; one that is not deleted stays as it is. Throws NOT_FOUND, and
 * INVALID when its name is taken by now or the shop has as many as it may.
 */
export async function restoreNamed(ctx: UserCtx, table: NamedTable, id: number): Promise<void> {
  requireRight(ctx, 'remove')
  await refusingTaken(table, () => inTransaction(ctx, (trx) => restore(trx, table, id)))
}

async function restore(ctx: UserCtx, table: NamedTable, id: number): Promise<void> {
  const { db, now, actor } = ctx
  // Before the row is read: of two calls at once the second finds it restored, and needs no room.
  await lockShop(ctx)
  const stored = await db
    .selectFrom(table)
    .where('shop_id', '=', actor.shop)
    .where('id', '=', id)
    .where((eb) => eb.or([eb('deleted_at', 'is', null), eb('deleted_at', '>=', restorableSince(now))]))
    .select(['name', 'deleted_at'])
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (stored === undefined) throw notFound(table)
  if (stored.deleted_at === null) return
  await requireRoomIn(ctx, table)
  await db
    .updateTable(table)
    .set({ deleted_at: null })
    .where('shop_id', '=', actor.shop)
    .where('id', '=', id)
    .execute()
  await recordChange(ctx, { noun: NOUNS[table], id, verb: 'restore', title: stored.name })
}

const [purgePrices, purgePackages] = [purgeDeletedOf('item_price'), purgeDeletedOf('item_package')]

/** Removes every shop's rows that were deleted more than 30 days before `now`; returns how many. */
export const purgeDeletedNamed = async (db: Kysely<DB>, now: Date, stop?: AbortSignal): Promise<number> =>
  (await purgePrices(db, now, stop)) + (await purgePackages(db, now, stop))
