import type { UserCtx } from '#server/core/context.ts'
import { rootColumn } from '#server/core/links.ts'
import { isOpenWork } from '#shared/kayit/rules.ts'
import { vehicleKey } from '#shared/vehicle.ts'
import type { VehicleMatch, VehicleMatches } from '#shared/vehicle/schema.ts'

/** From the second character on. */
const LEAST = 2
const MOST = 8
/** The newest cars among which the last visits are compared; a longer text has fewer. */
const COMPARED = 50

/**
 * The shop's cars whose plate or chassis number begins with `q`: at most eight, an exact one first, then by their last
 * visits. A car that was merged into another leads to that one; one of which only deleted records are left is missing.
 */
export async function lookupVehicles(ctx: UserCtx, { q }: { q: string }): Promise<VehicleMatches> {
  const key = vehicleKey(q)
  if (key.length < LEAST) return { vehicles: [] }
  const found = Map.groupBy(await foundBy(ctx, key), ({ root }) => root)
  const cars = await carsOf(ctx, [...found.keys()])
  const visits = Map.groupBy(await visitsOf(ctx, [...found.keys()]), ({ root }) => root)
  const matches = cars.flatMap((car) => {
    const all = visits.get(car.id) ?? []
    const [last] = all
    if (last === undefined) return []
    const { name, phone, tax_no } = last
    const match: VehicleMatch = {
      ...car,
      customer: { name, phone, tax_no },
      last: {
        kayit_id: last.id,
        day: last.gun,
        km: all.find(({ km_bilgisi }) => km_bilgisi !== null)?.km_bilgisi ?? null,
      },
      open_kayit_id: all.find(isOpenWork)?.id ?? null,
    }
    const isExact = found.get(car.id)?.some(({ plate_key, vin_key }) => plate_key === key || vin_key === key)
    return [{ match, isExact: isExact === true }]
  })
  const vehicles = matches
    .sort((a, b) => Number(b.isExact) - Number(a.isExact) || newerFirst(a.match, b.match))
    .slice(0, MOST)
    .map(({ match }) => match)
  return { vehicles }
}

const newerFirst = ({ last: a }: VehicleMatch, { last: b }: VehicleMatch) =>
  a.day === b.day ? b.kayit_id - a.kayit_id : a.day < b.day ? 1 : -1

/** A key has only letters and digits, so it is its own pattern. */
const foundBy = ({ db, actor }: UserCtx, key: string) =>
  db
    .selectFrom('vehicle')
    .where('user_id', '=', actor.shop)
    .where((eb) => eb.or([eb('plate_key', 'like', `${key}%`), eb('vin_key', 'like', `${key}%`)]))
    .orderBy('id', 'desc')
    .limit(COMPARED)
    .select([rootColumn('vehicle').as('root'), 'plate_key', 'vin_key'])
    .execute()

async function carsOf({ db, actor }: UserCtx, ids: readonly number[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('vehicle')
    .where('user_id', '=', actor.shop)
    .where('id', 'in', [...ids])
    .select(['id', 'plate', 'vin', 'make', 'model', 'model_year', 'engine_no'])
    .execute()
}

/** The visits of these cars with their customers, the newest first. */
async function visitsOf({ db, actor }: UserCtx, ids: readonly number[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('vehicle')
    .innerJoin('kayit', (join) =>
      join.onRef('kayit.user_id', '=', 'vehicle.user_id').onRef('kayit.vehicle_id', '=', 'vehicle.id'),
    )
    .innerJoin('customer', (join) =>
      join.onRef('customer.user_id', '=', 'kayit.user_id').onRef('customer.id', '=', 'kayit.customer_id'),
    )
    .where('vehicle.user_id', '=', actor.shop)
    .where((eb) => eb.or([eb('vehicle.id', 'in', [...ids]), eb('vehicle.merged_into', 'in', [...ids])]))
    .where('kayit.deleted_at', 'is', null)
    .orderBy('kayit.gun', 'desc')
    .orderBy('kayit.id', 'desc')
    .select([rootColumn('vehicle').as('root'), 'kayit.id', 'gun', 'km_bilgisi', 'durum', 'cikis_tarihi'])
    .select(['customer.name', 'customer.phone', 'customer.tax_no'])
    .execute()
}
