import { type Kysely, sql } from 'kysely'

import { type ShopCtx, ownRows, inSameShop } from '#server/platform/core/own-rows.ts'
import { recordChange } from '#server/platform/core/changes.ts'
import { inTransaction, requireConfirmed, type UserCtx, requireRight } from '#server/platform/core/context.ts'
import { purgeInBatches, restorableSince } from '#server/platform/core/purge.ts'
import { lockErasures, lockLinks, rootColumn } from '#server/directory/links.ts'
import { retry } from '#server/platform/core/retry.ts'
import { withSnapshot } from '#server/platform/core/snapshot.ts'
import { countRows } from '#server/platform/db/row-counts.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { fieldChanges } from '#shared/change/rules.ts'
import { todayInIstanbul } from '#shared/date.ts'
import { ANONYMISE_YEARS, CHANGE_MONTHS, monthsInDays, yearsBefore } from '#shared/personal-data/rules.ts'
import type { Retention, RetentionInput } from '#shared/personal-data/schema.ts'

import { eraseRegistered } from './erase.ts'
import { carsOf, familiesOf, idsIn, lockSubject, isOneOf } from './subject.ts'

const DAY_MS = 86_400_000

/** Returns the moment before which changes are older than that many months. */
const changesBefore = (now: Date, months: number): Date =>
  new Date(now.getTime() - monthsInDays(months) * DAY_MS)

const SETTINGS = ['change_months', 'anonymise_years'] as const

const storedPeriods = ({ db, actor }: UserCtx) =>
  db.selectFrom('shops').where('id', '=', actor.shop).select(SETTINGS)

/** Returns the shop's retention periods, and the rows that each choice would concern today. Throws FORBIDDEN. */
export async function getRetention(ctx: UserCtx): Promise<Retention> {
  requireRight(ctx, 'personal_data')
  return withSnapshot(ctx, async (trx) => {
    const stored = await storedPeriods(trx).executeTakeFirstOrThrow()
    const ofYears = ANONYMISE_YEARS.map(async (years) => {
      const gone = await absentCustomers(trx, ctx.now, years).select('visits').execute()
      return { years, records: gone.reduce((sum, { visits }) => sum + visits, 0) }
    })
    const ofMonths = CHANGE_MONTHS.map(async (months) => {
      const old = ownRows(trx, 'change').where('at', '<', changesBefore(ctx.now, months))
      return { months, changes: await countRows(old) }
    })
    const [old_records, old_changes] = await Promise.all([Promise.all(ofYears), Promise.all(ofMonths)])
    return { ...stored, old_records, old_changes }
  })
}

/** Stores the shop's retention periods. Throws FORBIDDEN, UNCONFIRMED. */
export async function saveRetention(ctx: UserCtx, input: RetentionInput): Promise<Retention> {
  requireConfirmed(requireRight(ctx, 'personal_data'))
  return inTransaction(ctx, async (trx) => {
    const before = await storedPeriods(trx).forNoKeyUpdate().executeTakeFirstOrThrow()
    await trx.db.updateTable('shops').set(input).where('id', '=', ctx.actor.shop).execute()
    const fields = fieldChanges(SETTINGS, before, input)
    if (fields.length > 0)
      await recordChange(trx, { noun: 'settings', id: null, verb: 'update', detail: { fields } })
    return getRetention(trx)
  })
}

/**
 * Returns the query of customers whose last visit, also of those merged into them, is more than that many years ago.
 * A customer with a restorable record is left out, because it may be a newer visit, and so is one with a newer quote or
 * appointment, because the customer is coming back.
 */
const absentCustomers = (shop: ShopCtx, now: Date, years: number) => {
  const before = yearsBefore(todayInIstanbul(now), years)
  const restorable = customersOfRecords(shop).where('kayit.deleted_at', '>=', restorableSince(now))
  const awaited = customersOfRecords(shop)
    .where('kayit.deleted_at', 'is', null)
    .where('kayit.stage', '<>', sql.lit('visit'))
    .where('kayit.day', '>=', before)
  return ownRows(shop, 'customer')
    .where('merged_into', 'is', null)
    .where('last_day', '<', before)
    .where('erased_at', 'is', null)
    .where('id', 'not in', restorable)
    .where('id', 'not in', awaited)
}

/** Returns the query of the ids of records' customers, a merged one as the one that stands for it. */
const customersOfRecords = (shop: ShopCtx) =>
  ownRows(shop, 'kayit')
    .innerJoin('customer as of', (join) =>
      join.onRef('of.shop_id', '=', 'kayit.shop_id').onRef('of.id', '=', 'kayit.customer_id'),
    )
    .select(rootColumn('of').as('id'))

/** Erases customers who stayed away for as long as their shop chose; returns how many. Each batch is registered. */
export async function eraseAbsentCustomers(db: Kysely<DB>, now: Date, stop?: AbortSignal): Promise<number> {
  const shops = await db
    .selectFrom('shops')
    .where('anonymise_years', 'is not', null)
    .where('closed_at', 'is', null)
    .select(['id', 'anonymise_years'])
    .$narrowType<{ anonymise_years: number }>()
    .execute()
  let erased = 0
  for (const { id, anonymise_years: years } of shops) {
    if (stop?.aborted === true) break
    const shop = { db, actor: { shop: id } }
    const gone = await absentCustomers(shop, now, years).orderBy('id').select('id').execute()
    erased += await eraseBatches(shop, idsIn(gone), {
      stop,
      // Customers may have come meanwhile; the second look runs when no save can run beside it.
      eraseBatch: async (trx, chosen) => {
        const stillGone = async () => {
          const rows = absentCustomers(trx, now, years).where(isOneOf('id', chosen))
          return idsIn(await rows.orderBy('id').select('id').execute())
        }
        const subject = await lockSubject(trx, async () => familiesOf(trx, await stillGone()))
        const left = await stillGone()
        if (left.length > 0) await eraseRegistered(trx, subject, { at: now, reason: 'retention' })
        return left.length
      },
    })
  }
  return erased
}

/**
 * Erases the numbers of cars that have only erased customers left, in every shop: other customers were removed, or
 * their records moved. Returns how many. Each batch is a row of the register.
 */
export async function eraseOrphanVehicles(db: Kysely<DB>, now: Date, stop?: AbortSignal): Promise<number> {
  const found = await db
    .selectFrom('customer')
    .innerJoin('kayit', inSameShop('kayit.customer_id', 'customer.id'))
    .innerJoin('vehicle', inSameShop('vehicle.id', 'kayit.vehicle_id'))
    .where('customer.erased_at', 'is not', null)
    .where('vehicle.erased_at', 'is', null)
    .select(['vehicle.shop_id', 'vehicle.id'])
    .distinct()
    .execute()
  let erased = 0
  for (const [shop_id, cars] of Map.groupBy(found, (car) => car.shop_id)) {
    if (stop?.aborted === true) break
    const shop = { db, actor: { shop: shop_id } }
    const { vehicles: orphans } = await carsOf(shop, { customers: [], seen: idsIn(cars) })
    erased += await eraseBatches(shop, orphans, {
      stop,
      eraseBatch: async (trx, seen) => {
        await lockErasures(trx)
        await lockLinks(trx)
        // A customer may have come with one of these cars meanwhile.
        const { vehicles } = await carsOf(trx, { customers: [], seen })
        const subject = { customers: [], records: [], deleted: [], vehicles, shared: [] }
        if (vehicles.length > 0) await eraseRegistered(trx, subject, { at: now, reason: 'ended' })
        return vehicles.length
      },
    })
  }
  return erased
}

/** Customers or cars per transaction, which keeps records locked and reads the shop's change log once. */
const BATCH = 100

type Batch = { stop?: AbortSignal | undefined; eraseBatch: (trx: ShopCtx, ids: number[]) => Promise<number> }

/** Runs `eraseBatch`, which returns how many it erased, in a transaction for each batch, until `stop`; returns the sum. */
async function eraseBatches(
  shop: ShopCtx,
  ids: readonly number[],
  { stop, eraseBatch }: Batch,
): Promise<number> {
  let erased = 0
  for (let at = 0; at < ids.length; at += BATCH) {
    if (stop?.aborted === true) break
    const batch = ids.slice(at, at + BATCH)
    erased += await retry(() => shop.db.transaction().execute((db) => eraseBatch({ ...shop, db }, batch)))
  }
  return erased
}

/** Removes the changes that are older than their shop's retention period; returns how many. */
export async function purgeChanges(db: Kysely<DB>, now: Date, stop?: AbortSignal): Promise<number> {
  let purged = 0
  for (const months of CHANGE_MONTHS) {
    const before = changesBefore(now, months)
    const shops = db.selectFrom('shops').where('change_months', '=', months).select('id')
    purged += await purgeInBatches(async (limit) => {
      const found = db.selectFrom('change').where('at', '<', before).where('shop_id', 'in', shops)
      const ids = idsIn(await found.select('id').limit(limit).execute())
      if (ids.length > 0)
        await db.deleteFrom('change').where('at', '<', before).where('id', 'in', ids).execute()
      return ids.length
    }, stop)
  }
  return purged
}
