import type { ExpressionBuilder, Kysely } from 'kysely'

import { lockLinks } from '#server/directory/links.ts'
import { type Batch, processInBatches, type ShopCtx, ownRows } from '#server/platform/core/own-rows.ts'
import type { DB } from '#server/platform/db/schema.ts'

import { recordDay } from '#shared/kayit/rules.ts'

import { KAYIT_FIELDS } from './derived.ts'
import { linkNew, findOtherLink } from './links.ts'
import { updateKayit } from './queries.ts'
import { applyRecordChange } from './record-change.ts'

/**
 * Links the shop's records that an older version stored, also deleted ones, in the order in which they were stored;
 * returns how many. Versions stay. May run alongside saves.
 */
export async function linkUnlinked(shop: ShopCtx, stop?: AbortSignal): Promise<number> {
  let linked = 0
  const work = async (trx: ShopCtx, { after, limit }: Batch) => {
    const rows = await ownRows(trx, 'kayit')
      .where(isUnlinked)
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .select(['id', 'deleted_at', 'toplam_kurus', 'stage', ...KAYIT_FIELDS])
      .forNoKeyUpdate()
      .execute()
    const counted = []
    for (const { id, deleted_at, toplam_kurus, ...fields } of rows) {
      const links = await linkNew(trx, fields, fields.stage)
      const unlinked = { vehicle_id: null, customer_id: null }
      const before = { ...fields, ...unlinked, toplam_kurus, day: recordDay(fields), islemler: [] }
      if (deleted_at === null) counted.push({ id, before, after: { ...before, ...links } })
      await updateKayit(trx, { id, row: links })
      linked += 1
    }
    await applyRecordChange(trx, counted)
    return rows.map(({ id }) => id)
  }
  await processInBatches(shop, work, stop)
  return linked
}

const isUnlinked = (eb: ExpressionBuilder<DB, 'kayit'>) =>
  eb.or([eb('vehicle_id', 'is', null), eb('customer_id', 'is', null)])

/** Does the same for every shop that has such records. */
export async function fillLinks(db: Kysely<DB>, _now: Date, stop?: AbortSignal): Promise<number> {
  const shops = await db.selectFrom('kayit').where(isUnlinked).select('shop_id').distinct().execute()
  let linked = 0
  for (const { shop_id } of shops) linked += await linkUnlinked({ db, actor: { shop: shop_id } }, stop)
  return linked
}

/** Records in one transaction: the shop's saves wait for it. */
const SEPARATED = 200

/**
 * Gives each record of a car without plate and chassis number its own car: an older version took 'PLAKASIZ' for a plate
 * and made one car of different ones (decisions: domain). The newest record keeps the car. Returns the number of moved
 * records. May run alongside saves. Throws the reason of `stop`.
 */
export async function separateUnnumberedCars(shop: ShopCtx, stop?: AbortSignal): Promise<number> {
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
    for (let rows = SEPARATED; rows === SEPARATED; moved += rows) {
      stop?.throwIfAborted()
      rows = await shop.db.transaction().execute((trx) => separateOldest({ ...shop, db: trx }, id))
    }
  return moved
}

/** Moves the oldest records of a car to cars of their own; returns how many, which is less than `SEPARATED` at the end. */
async function separateOldest(shop: ShopCtx, id: number): Promise<number> {
  const rows = await ownRows(shop, 'kayit')
    .where('vehicle_id', '=', id)
    .orderBy('id')
    .limit(SEPARATED + 1)
    .select([
      'id',
      'vehicle_id',
      'customer_id',
      'day',
      'toplam_kurus',
      'deleted_at',
      'stage',
      ...KAYIT_FIELDS,
    ])
    .forNoKeyUpdate()
    .execute()
  await lockLinks(shop)
  const changes = []
  for (const record of rows.slice(0, -1)) {
    const vehicle_id = await findOtherLink(shop, 'vehicle', {
      fields: record,
      stage: record.stage,
      not: [id],
    })
    await updateKayit(shop, { id: record.id, row: { vehicle_id } })
    const before = { ...record, islemler: [] }
    if (record.deleted_at === null) changes.push({ id: record.id, before, after: { ...before, vehicle_id } })
  }
  await applyRecordChange(shop, changes)
  return Math.max(0, rows.length - 1)
}
