import type { UserCtx } from '#server/platform/core/context.ts'
import { ownRows } from '#server/platform/core/own-rows.ts'
import { hasCarKey } from '#server/directory/links.ts'
import { isOpenWork } from '#shared/kayit/rules.ts'
import { plateKey, vehicleKey, vinKey, vinKeyPart } from '#shared/vehicle.ts'
import type { VehicleMatch, VehicleMatches } from '#shared/vehicle/schema.ts'

import { newestRecordsOf } from './list.ts'

/** Shorter texts find nothing. */
const MIN_LENGTH = 2
const MOST = 8

/**
 * The shop's cars whose plate or chassis number begins with `q`: at most eight, an exact one first, then by their last
 * visits. Cars that have only deleted records are left out, and cars whose customers were all erased.
 */
export async function lookupVehicles(ctx: UserCtx, { q }: { q: string }): Promise<VehicleMatches> {
  const key = vehicleKey(q)
  if (key.length < MIN_LENGTH) return { vehicles: [] }
  const exact = await carsAt(ctx, q)
  const known = new Set(exact.map(({ id }) => id))
  const others = (await carsFrom(ctx, key)).filter(({ id }) => !known.has(id))
  const visits = await visitsOf(ctx, [...exact, ...others])
  const matches = (cars: readonly Car[]) =>
    cars.flatMap((car) => matchOf(car, visits.get(car.id) ?? []) ?? []).sort(newerFirst)
  return { vehicles: [...matches(exact), ...matches(others)].slice(0, MOST) }
}

function matchOf(car: Car, visits: readonly Visit[]): VehicleMatch | undefined {
  const [last] = visits
  const known = visits.find(({ erased_at }) => erased_at === null)
  if (last === undefined || known === undefined) return undefined
  const { customer_id, name, phone, tax_no } = known
  return {
    ...car,
    customer: { id: customer_id, name, phone, tax_no },
    last: {
      kayit_id: last.id,
      day: last.day,
      km: visits.find(({ km_bilgisi }) => km_bilgisi !== null)?.km_bilgisi ?? null,
    },
    open_kayit_id: visits.find(isOpenWork)?.id ?? null,
  }
}

const newerFirst = ({ last: a }: VehicleMatch, { last: b }: VehicleMatch) =>
  a.day === b.day ? b.kayit_id - a.kayit_id : a.day < b.day ? 1 : -1

/** Includes cars that were merged into another: users still type their plates. */
const carsAt = (ctx: UserCtx, q: string) =>
  carsOf(ctx)
    .where(hasCarKey({ plate_key: plateKey(q), vin_key: vinKey(q) }))
    .execute()

/** A key has only letters and digits, so it is its own pattern. The partial indexes hold no empty key. */
function carsFrom(ctx: UserCtx, key: string) {
  const beginnings = { plate_key: `${key}%`, vin_key: `${vinKeyPart(key)}%` }
  return carsOf(ctx)
    .where('visits', '>', 0)
    .where('merged_into', 'is', null)
    .where((eb) =>
      eb.or(
        (['plate_key', 'vin_key'] as const).map((name) =>
          eb.and([eb(name, '<>', ''), eb(name, 'like', beginnings[name])]),
        ),
      ),
    )
    .execute()
}

/** The newest by their last visits. */
const carsOf = (ctx: UserCtx) =>
  ownRows(ctx, 'vehicle')
    .where('erased_at', 'is', null)
    .orderBy('last_day', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST)
    .select(['id', 'plate', 'vin', 'make', 'model', 'model_year', 'engine_no'])

type Car = Awaited<ReturnType<typeof carsAt>>[number]
type Visit = Awaited<ReturnType<ReturnType<typeof withCustomer>['execute']>>[number]

/** The visits of each of these cars with their customers, the newest first; with those of what was merged into it. */
async function visitsOf(ctx: UserCtx, cars: readonly Car[]): Promise<Map<number, Visit[]>> {
  const visits = new Map(cars.map(({ id }) => [id, new Array<Visit>()]))
  if (cars.length === 0) return visits
  for (const record of await withCustomer(ctx, [...visits.keys()]).execute()) {
    visits.get(record.vehicle_id)?.push(record)
    visits.get(record.merged_into ?? 0)?.push(record)
  }
  return visits
}

const withCustomer = (ctx: UserCtx, ids: readonly number[]) =>
  newestRecordsOf(ctx, ids)
    .innerJoin('customer', (join) =>
      join.onRef('customer.shop_id', '=', 'kayit.shop_id').onRef('customer.id', '=', 'kayit.customer_id'),
    )
    .select(['vehicle.id as vehicle_id', 'vehicle.merged_into', 'km_bilgisi'])
    .select(['customer.id as customer_id', 'customer.name', 'customer.phone', 'customer.tax_no'])
    .select('customer.erased_at')
