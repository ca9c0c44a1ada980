import { type Expression, type ExpressionBuilder, type Kysely, type SqlBool, sql } from 'kysely'

import { purgeInBatches } from '#server/platform/core/purge.ts'
import { compiled } from '#server/platform/db/compiled.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { nextId } from '#server/platform/db/reserved-ids.ts'
import { eraseChangesOf } from '#server/platform/core/changes.ts'
import { moveReminders } from './reminders.ts'
import { compiledOwn, ownRows, type ShopCtx, inSameShop } from '#server/platform/core/own-rows.ts'

/** The tables that records are linked to, by `kayit.vehicle_id` and `kayit.customer_id`. */
export const LINK_NAMES = ['vehicle', 'customer'] as const
export type LinkName = (typeof LINK_NAMES)[number]

/** Beside the numbers of other advisory locks. */
const LINKS = 20_261_122
const ERASURES = 20_261_125

/**
 * Lets only this transaction store cars and customers of the shop until it ends: otherwise two concurrent records of a
 * new car would each store it, and batches could deadlock with saves.
 */
export const lockLinks = (shop: ShopCtx): Promise<unknown> => lockQuery(shop, { number: LINKS })

/** Waits for the saves that hold off the shop's erasures, and makes later saves wait until the transaction ends. */
export const lockErasures = (shop: ShopCtx): Promise<unknown> => lockQuery(shop, { number: ERASURES })

const lockQuery = compiledOwn((db, { number, shop }: { number: number; shop: number }) =>
  db.selectNoFrom(sql`pg_advisory_xact_lock(${number}::int, ${shop}::int)`.as('locked')),
)

export type ReservedIds = { kayit_id: number; vehicle_id: number; customer_id: number }

type LocksOfSave = { holdsErasures: boolean; isAlone: boolean }

/**
 * Locks the shop's links and reserves ids for a new record, car and customer. `holdsErasures` first holds off erasures,
 * which could otherwise deadlock with the save or erase the linked customer. With `identities` a record waits only for
 * exclusive locks of the links and for new records with an equal identity, locked in the order of their texts.
 */
export async function lockLinksForSave(
  { db, actor }: ShopCtx,
  { identities, holdsErasures }: { identities: readonly string[] | null; holdsErasures: boolean },
): Promise<ReservedIds> {
  const input = { shop: actor.shop, identities: (identities ?? []).toSorted().map((text) => ({ text })) }
  const [ids] = await lockAndReserveQuery(db, input, { holdsErasures, isAlone: identities === null })
  if (ids === undefined) throw new Error('No ids were reserved.')
  return ids
}

type Identities = { shop: number; identities: readonly { text: string }[] }

/** PostgreSQL evaluates a select list in its order, so the locks are taken in this order. */
const lockAndReserveQuery = compiled(
  (db, { shop, identities }: Identities, { holdsErasures, isAlone }: LocksOfSave) => {
    const lock = sql.raw(isAlone ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared')
    return db
      .selectNoFrom([
        ...(holdsErasures
          ? [sql`pg_advisory_xact_lock_shared(${sql.lit(ERASURES)}, ${shop}::int)`.as('held')]
          : []),
        sql`${lock}(${sql.lit(LINKS)}, ${shop}::int)`.as('locked'),
        ...identities.map(({ text }, index) =>
          sql`pg_advisory_xact_lock(hashtextextended(${text}, ${shop}::bigint))`.as(`identity_${index}`),
        ),
      ])
      .select([nextId('kayit'), nextId('vehicle'), nextId('customer')])
  },
)

/** The keys that identify a car; '' and `undefined` are no key. */
type CarKeys = { plate_key?: string | undefined; vin_key?: string | undefined }

/** Returns the condition that a row has the key. A generic plan needs the `<> ''` to use the partial index. */
export const hasKey = <Table extends 'vehicle' | 'customer'>(
  eb: ExpressionBuilder<DB, Table>,
  column: string & keyof DB[Table],
  key: string,
) => eb.and([eb(sql.ref<string>(column), '=', key), eb(sql.ref<string>(column), '<>', sql.lit(''))])

/** Returns the condition that a car has one of the keys; without a key it finds none. */
export const hasCarKey =
  ({ plate_key = '', vin_key = '' }: CarKeys) =>
  (eb: ExpressionBuilder<DB, 'vehicle'>): Expression<SqlBool> =>
    eb.or([
      ...(plate_key === '' ? [] : [hasKey(eb, 'plate_key', plate_key)]),
      ...(vin_key === '' ? [] : [hasKey(eb, 'vin_key', vin_key)]),
    ])

/** Returns the id of the car or customer, or of the one that it was merged into. */
export const rootOf = ({ id, merged_into }: { id: number; merged_into: number | null }): number =>
  merged_into ?? id

/** Returns `rootOf` in SQL, for a row of `table`. */
export const rootColumn = (table: string) =>
  sql<number>`coalesce(${sql.ref(`${table}.merged_into`)}, ${sql.ref(`${table}.id`)})`

/** Returns whether another record than `kayitId` is linked to the car or customer. */
export async function hasOtherRecord(
  shop: ShopCtx,
  name: LinkName,
  record: { id: number; kayitId: number },
): Promise<boolean> {
  return (await otherRecord(shop, record, { name })).length > 0
}

type OtherRecord = { shop: number; id: number; kayitId: number }

const otherRecord = compiledOwn((db, { shop, id, kayitId }: OtherRecord, { name }: { name: LinkName }) =>
  db
    .selectFrom('kayit')
    .where('shop_id', '=', shop)
    .where(`${name}_id`, '=', id)
    .where('id', '<>', kayitId)
    .select('id')
    .limit(1),
)

/**
 * Removes the car or customer with the rows merged into it, also from the change log, unless one of them has a record
 * or an account, or a save is linking one now. A row merged into another stays as long as that one: searches find it,
 * and it can be separated again. The reminders of a car go to `heir`, if its last record has that car now.
 */
export async function removeOrphan(
  ctx: ShopCtx,
  name: LinkName,
  { id, heir }: { id: number; heir?: number | null },
): Promise<void> {
  const family = await ownRows(ctx, name)
    .where((eb) => eb.or([eb('id', '=', id), eb('merged_into', '=', id)]))
    .orderBy('id')
    .select(['id', 'merged_into'])
    .forUpdate()
    .skipLocked()
    .execute()
  const self = family.find((one) => one.id === id)
  if (self === undefined || self.merged_into !== null) return
  for (const one of family) if (await hasOtherRecord(ctx, name, { id: one.id, kayitId: 0 })) return
  if (name === 'customer' && (await haveAccount(ctx, family))) return
  const parts = await ownRows(ctx, name).where('merged_into', '=', id).select('id').execute()
  // A save has locked one of the merged rows to link it.
  if (parts.length >= family.length) return
  const ids = family.map((one) => one.id)
  await eraseChangesOf(ctx, name, ids)
  if (name === 'vehicle' && typeof heir === 'number') await moveReminders(ctx, ids, heir)
  for (const column of ['merged_into', 'id'] as const)
    await ctx.db.deleteFrom(name).where('shop_id', '=', ctx.actor.shop).where(column, '=', id).execute()
}

/** Returns whether these customers have an account of their own, and so stay, because no money is removed. */
async function haveAccount(ctx: ShopCtx, customers: readonly { id: number }[]): Promise<boolean> {
  const ids = customers.map(({ id }) => id)
  const opened = ownRows(ctx, 'customer').where('id', 'in', ids).where('opening_kurus', '<>', 0).select('id')
  if ((await opened.limit(1).execute()).length > 0) return true
  const rows = await ownRows(ctx, 'payment').where('customer_id', 'in', ids).select('id').limit(1).execute()
  return rows.length > 0
}

/** Removes cars and customers whose last record was purged, because their data may not outlive it; counts them. */
export async function purgeOrphans(db: Kysely<DB>, _now: Date, stop?: AbortSignal): Promise<number> {
  let removed = 0
  for (const name of LINK_NAMES.toReversed())
    removed += await purgeInBatches(async (limit) => {
      const unused = await unusedIn(db, name, limit)
      for (const { shop_id, id } of unused)
        await db
          .transaction()
          .execute((trx) => removeOrphan({ db: trx, actor: { shop: shop_id } }, name, { id }))
      return unused.length
    }, stop)
  return removed
}

/** Returns cars or customers without a record or an account of their own or of a row merged into them. */
function unusedIn(db: Kysely<DB>, name: LinkName, limit: number) {
  const counted = db
    .selectFrom(name)
    .leftJoin('kayit', inSameShop(`kayit.${name}_id`, `${name}.id`))
    .leftJoin('payment', (join) =>
      name === 'customer' ? inSameShop('payment.customer_id', 'customer.id')(join) : join.on(sql.lit(false)),
    )
    .groupBy([`${name}.shop_id`, rootColumn(name)])
    .select((eb) => [
      `${name}.shop_id`,
      rootColumn(name).as('id'),
      eb.fn.count<number>('kayit.id').as('records'),
      eb.fn.count<number>('payment.id').as('payments'),
      (name === 'customer' ? sql<number>`max(abs(customer.opening_kurus))` : sql<number>`0`).as('opened'),
    ])
  return db
    .selectFrom(counted.as('counted'))
    .where('records', '=', 0)
    .where('payments', '=', 0)
    .where('opened', '=', 0)
    .select(['shop_id', 'id'])
    .limit(limit)
    .execute()
}
