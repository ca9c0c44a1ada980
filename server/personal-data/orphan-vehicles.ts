import type { Kysely } from 'kysely'

import type { Shop } from '#server/platform/core/batches.ts'
import { lockErasures, lockLinks } from '#server/directory/links.ts'
import { repeated } from '#server/platform/core/repeat.ts'
import type { DB } from '#server/platform/db/schema.ts'

import { BY_ITSELF, erase, register } from './erase.ts'
import { carsOf, idsIn } from './subject.ts'

/** Cars in a transaction, which reads the shop's change log once. */
const BATCH = 100

/**
 * Erases the numbers of cars with only erased customers left, in every shop: other customers were removed, or their records
 * moved. Returns how many. Each batch is a row of the register.
 */
export async function eraseOrphanVehicles(db: Kysely<DB>, now: Date, stop?: AbortSignal): Promise<number> {
  const found = await db
    .selectFrom('customer')
    .innerJoin('kayit', (join) =>
      join.onRef('kayit.shop_id', '=', 'customer.shop_id').onRef('kayit.customer_id', '=', 'customer.id'),
    )
    .innerJoin('vehicle', (join) =>
      join.onRef('vehicle.shop_id', '=', 'kayit.shop_id').onRef('vehicle.id', '=', 'kayit.vehicle_id'),
    )
    .where('customer.erased_at', 'is not', null)
    .where('vehicle.erased_at', 'is', null)
    .select(['vehicle.shop_id', 'vehicle.id'])
    .distinct()
    .execute()
  let erased = 0
  for (const [shop_id, cars] of Map.groupBy(found, (car) => car.shop_id)) {
    const shop = { db, actor: { shop: shop_id } }
    const { vehicles } = await carsOf(shop, { customers: [], seen: idsIn(cars) })
    for (let at = 0; at < vehicles.length; at += BATCH) {
      if (stop?.aborted === true) return erased
      const seen = vehicles.slice(at, at + BATCH)
      const work = (trx: Kysely<DB>) => eraseBatch({ ...shop, db: trx }, seen, now)
      erased += await repeated(() => db.transaction().execute(work))
    }
  }
  return erased
}

async function eraseBatch(shop: Shop, seen: readonly number[], now: Date): Promise<number> {
  await lockErasures(shop)
  await lockLinks(shop)
  // Somebody may have come with one meanwhile.
  const { vehicles } = await carsOf(shop, { customers: [], seen })
  if (vehicles.length === 0) return 0
  const nobodys = { customers: [], records: [], deleted: [], shared: [] }
  const counts = await erase(shop, { ...nobodys, vehicles }, now)
  await register(shop, { ...BY_ITSELF, at: now, reason: 'ended', counts })
  return vehicles.length
}
