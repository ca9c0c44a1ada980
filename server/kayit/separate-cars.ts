import { lockLinks } from '#server/directory/links.ts'
import type { Shop } from '#server/platform/core/batches.ts'
import { ownRows } from '#server/platform/core/own-rows.ts'

import { KAYIT_FIELDS } from './derived.ts'
import { otherCarOf } from './links.ts'
import { updateKayit } from './queries.ts'
import { applyRecordChange } from './record-change.ts'

/** Records in one transaction: the shop's saves wait for it. */
const BATCH = 200

/**
 * Gives each record its own car where a car has neither plate nor chassis number: an older version took 'PLAKASIZ' for a
 * plate and made one car of strangers (decisions: domain). The newest record keeps the car. Returns the number of moved
 * records. May run alongside saves. Throws the reason of `stop`.
 */
export async function separateUnnumberedCars(shop: Shop, stop?: AbortSignal): Promise<number> {
  const cars = await ownRows(shop, 'vehicle')
    .where('plate_key', '=', '')
    .where('vin_key', '=', '')
    .where('erased_at', 'is', null)
    .where('visits', '>', 1)
    .orderBy('id')
    .select('id')
    .execute()
  let moved = 0
  for (const { id } of cars)
    for (let rows = BATCH; rows === BATCH; moved += rows) {
      stop?.throwIfAborted()
      rows = await shop.db.transaction().execute((trx) => separateOldest({ ...shop, db: trx }, id))
    }
  return moved
}

/** Moves the oldest records of a car to cars of their own; returns how many, which is less than `BATCH` at the end. */
async function separateOldest(shop: Shop, id: number): Promise<number> {
  const rows = await ownRows(shop, 'kayit')
    .where('vehicle_id', '=', id)
    .orderBy('id')
    .limit(BATCH + 1)
    .select(['id', 'vehicle_id', 'customer_id', 'day', 'toplam_kurus', 'deleted_at', ...KAYIT_FIELDS])
    .forNoKeyUpdate()
    .execute()
  await lockLinks(shop)
  const changes = []
  for (const record of rows.slice(0, -1)) {
    const vehicle_id = await otherCarOf(shop, record, [id])
    await updateKayit(shop, record.id, { vehicle_id })
    const before = { ...record, islemler: [] }
    if (record.deleted_at === null) changes.push({ id: record.id, before, after: { ...before, vehicle_id } })
  }
  await applyRecordChange(shop, changes)
  return Math.max(0, rows.length - 1)
}
