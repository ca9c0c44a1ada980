import { type UserCtx, redactFor } from '#server/platform/core/context.ts'
import { ownRows } from '#server/platform/core/own-rows.ts'
import { idsOf } from '#server/directory/merge.ts'
import { withSnapshot } from '#server/platform/core/snapshot.ts'
import { type Day, daysBetween } from '#shared/date.ts'
import { plateKey } from '#shared/vehicle.ts'
import type { CustomerDetail } from '#shared/customer/schema.ts'
import type { VehicleDetail } from '#shared/vehicle/schema.ts'

import { readVisitFacts, lastSeenLinks, recordsOf, rootAndMerged, type LinkedIds } from './visits.ts'

/** More than a car ever has; a hire car's are cut. */
const MOST_CUSTOMERS = 20

/** Returns a car with the facts of its records, also by the id of a car merged into it. Throws NOT_FOUND. */
export async function getVehicle(ctx: UserCtx, { id }: { id: number }): Promise<VehicleDetail> {
  const found = await withSnapshot(ctx, async (trx) => {
    const target = { name: 'vehicle' as const, ids: await idsOf(trx, 'vehicle', id) }
    const rows = ownRows(trx, 'vehicle').where('id', 'in', target.ids).orderBy('id')
    const { root, merged } = rootAndMerged(
      target,
      await rows
        .select(['id', 'plate', 'plate_key', 'vin', 'make', 'model', 'model_year', 'engine_no'])
        .execute(),
    )
    const { plate_key, ...car } = root
    const plates = await recordsOf(trx, target)
      .where('plaka', '<>', '')
      .groupBy('plaka')
      .select((eb) => ['plaka as plate', eb.fn.max('day').as('last_day')])
      .execute()
    return {
      ...car,
      ...(await readVisitFacts(trx, target)),
      ...(await kilometresOf(trx, target)),
      customers: await ownRows(trx, 'customer')
        .innerJoin(lastSeenLinks(trx, target, MOST_CUSTOMERS), 'seen.id', 'customer.id')
        .orderBy('seen.last_day', 'desc')
        .orderBy('customer.id')
        .select(['customer.id', 'name', 'phone', 'seen.last_day'])
        .execute(),
      earlier_plates: latestOfEach(plates.filter(({ plate }) => !['', plate_key].includes(plateKey(plate)))),
      merged: merged.map(({ id, plate, vin }) => ({ id, plate, vin })),
    }
  })
  return redactFor(ctx, found)
}

type SeenPlate = { plate: string; last_day: Day }

/** Each plate once, however it was written; the last one first. */
function latestOfEach(plates: readonly SeenPlate[]): SeenPlate[] {
  const sorted = plates.toSorted((a, b) => (a.last_day < b.last_day ? 1 : -1))
  return [...Map.groupBy(sorted, ({ plate }) => plateKey(plate)).values()].flatMap((same) => same.slice(0, 1))
}

/** Less tells nothing of a year. */
const LEAST_DAYS = 180

async function kilometresOf(ctx: UserCtx, target: LinkedIds) {
  const read = recordsOf(ctx, target)
    .where('km_bilgisi', 'is not', null)
    .select(['km_bilgisi', 'day'])
    .limit(1)
  const last = await read.orderBy('day', 'desc').orderBy('id', 'desc').executeTakeFirst()
  const first = await read.orderBy('day').orderBy('id').executeTakeFirst()
  const km = last?.km_bilgisi ?? null
  const days = first === undefined || last === undefined ? 0 : daysBetween(first.day, last.day)
  const driven = km === null ? 0 : km - (first?.km_bilgisi ?? km)
  const isKnown = days >= LEAST_DAYS && driven > 0
  return { km, km_per_year: isKnown ? Math.round((driven / days) * 365) : null }
}

/** A fleet's are cut. */
const MOST_CARS = 100

/** Returns a customer with the facts of the records, also by the id of a customer merged into it. Throws NOT_FOUND. */
export async function getCustomer(ctx: UserCtx, { id }: { id: number }): Promise<CustomerDetail> {
  const found = await withSnapshot(ctx, async (trx) => {
    const target = { name: 'customer' as const, ids: await idsOf(trx, 'customer', id) }
    const rows = ownRows(trx, 'customer').where('id', 'in', target.ids)
    const { root, merged } = rootAndMerged(
      target,
      await rows.orderBy('id').select(['id', 'name', 'phone', 'tax_no']).execute(),
    )
    return {
      ...root,
      ...(await readVisitFacts(trx, target)),
      cars: await ownRows(trx, 'vehicle')
        .innerJoin(lastSeenLinks(trx, target, MOST_CARS), 'seen.id', 'vehicle.id')
        .orderBy('seen.last_day', 'desc')
        .orderBy('vehicle.id')
        .select(['vehicle.id', 'plate', 'vin', 'make', 'model', 'model_year', 'seen.visits', 'seen.last_day'])
        .execute(),
      merged: merged.map(({ id, name, phone }) => ({ id, name, phone })),
    }
  })
  return redactFor(ctx, found)
}
