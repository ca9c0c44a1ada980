import type { UserCtx } from '#server/platform/core/context.ts'
import { liveRows, ownRows } from '#server/platform/core/own-rows.ts'
import { rootColumn } from '#server/directory/links.ts'
import { idsOf, linkedNotFound } from '#server/directory/merge.ts'
import { redactFor } from '#server/platform/core/prices.ts'
import { withSnapshot } from '#server/platform/core/snapshot.ts'
import { type Day, daysBetween } from '#shared/date.ts'
import { plateKey } from '#shared/vehicle.ts'
import type { VehicleDetail } from '#shared/vehicle/schema.ts'

import { lastSeen } from './last-seen.ts'
import { factsOf } from './visits.ts'

/** A car with what its records know of it; also by the id of one that was merged into it. Throws NOT_FOUND. */
export async function getVehicle(ctx: UserCtx, { id }: { id: number }): Promise<VehicleDetail> {
  const found = await withSnapshot(ctx.db, async (db) => {
    const trx = { ...ctx, db }
    const ids = await idsOf(trx, 'vehicle', id)
    const cars = await carsOf(trx, ids)
    const root = cars.find((one) => one.id === ids[0])
    if (root === undefined) throw linkedNotFound('vehicle')
    const { plate_key, ...car } = root
    const plates = await platesOf(trx, ids)
    return {
      ...car,
      ...(await factsOf(trx, { name: 'vehicle', ids })),
      ...(await kilometresOf(trx, ids)),
      customers: await customersOf(trx, ids),
      earlier_plates: latestOfEach(plates.filter(({ plate }) => !['', plate_key].includes(plateKey(plate)))),
      merged: cars.filter((one) => one.id !== ids[0]).map(({ id, plate, vin }) => ({ id, plate, vin })),
    }
  })
  return redactFor(ctx, found)
}

const carsOf = (ctx: UserCtx, ids: readonly number[]) =>
  ownRows(ctx, 'vehicle')
    .where('id', 'in', [...ids])
    .orderBy('id')
    .select(['id', 'plate', 'plate_key', 'vin', 'make', 'model', 'model_year', 'engine_no'])
    .execute()

const recordsOf = (ctx: UserCtx, ids: readonly number[]) =>
  liveRows(ctx, 'kayit').where('vehicle_id', 'in', [...ids])

const platesOf = (ctx: UserCtx, ids: readonly number[]) =>
  recordsOf(ctx, ids)
    .where('plaka', '<>', '')
    .groupBy('plaka')
    .select((eb) => ['plaka as plate', eb.fn.max('day').as('last_day')])
    .execute()

type SeenPlate = { plate: string; last_day: Day }

/** Each plate once, however it was written; the last one first. */
function latestOfEach(plates: readonly SeenPlate[]): SeenPlate[] {
  const sorted = plates.toSorted((a, b) => (a.last_day < b.last_day ? 1 : -1))
  return [...Map.groupBy(sorted, ({ plate }) => plateKey(plate)).values()].flatMap((same) => same.slice(0, 1))
}

/** Less tells nothing of a year. */
const LEAST_DAYS = 180

async function kilometresOf(ctx: UserCtx, ids: readonly number[]) {
  const read = recordsOf(ctx, ids).where('km_bilgisi', 'is not', null).select(['km_bilgisi', 'day']).limit(1)
  const last = await read.orderBy('day', 'desc').orderBy('id', 'desc').executeTakeFirst()
  const first = await read.orderBy('day').orderBy('id').executeTakeFirst()
  const km = last?.km_bilgisi ?? null
  const days = first === undefined || last === undefined ? 0 : daysBetween(first.day, last.day)
  const driven = km === null ? 0 : km - (first?.km_bilgisi ?? km)
  const isKnown = days >= LEAST_DAYS && driven > 0
  return { km, km_per_year: isKnown ? Math.round((driven / days) * 365) : null }
}

/** More than a car ever has; a hire car's are cut. */
const MOST_CUSTOMERS = 20

async function customersOf(ctx: UserCtx, ids: readonly number[]): Promise<VehicleDetail['customers']> {
  const seen = await recordsOf(ctx, ids)
    .innerJoin('customer', (join) =>
      join.onRef('customer.shop_id', '=', 'kayit.shop_id').onRef('customer.id', '=', 'kayit.customer_id'),
    )
    .groupBy(rootColumn('customer'))
    .select((eb) => [rootColumn('customer').as('id'), eb.fn.max('day').as('last_day')])
    .execute()
  return lastSeen(seen, MOST_CUSTOMERS, (last) =>
    ownRows(ctx, 'customer').where('id', 'in', last).select(['id', 'name', 'phone']).execute(),
  )
}
