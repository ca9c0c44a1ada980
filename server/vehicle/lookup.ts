import type { UserCtx } from '#server/core/context.ts'
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
 * visits. A car of which only deleted records are left is missing.
 */
export async function lookupVehicles(ctx: UserCtx, { q }: { q: string }): Promise<VehicleMatches> {
  const key = vehicleKey(q)
  if (key.length < LEAST) return { vehicles: [] }
  const cars = await carsFrom(ctx, key)
  const visits = Map.groupBy(await visitsOf(ctx, cars), ({ vehicle_id }) => vehicle_id)
  const matches = cars.flatMap(({ plate_key, vin_key, ...car }) => {
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
    return [{ match, isExact: plate_key === key || vin_key === key }]
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
const carsFrom = ({ db, actor }: UserCtx, key: string) =>
  db
    .selectFrom('vehicle')
    .where('user_id', '=', actor.shop)
    .where((eb) => eb.or([eb('plate_key', 'like', `${key}%`), eb('vin_key', 'like', `${key}%`)]))
    .orderBy('id', 'desc')
    .limit(COMPARED)
    .select(['id', 'plate', 'plate_key', 'vin', 'vin_key', 'make', 'model', 'model_year', 'engine_no'])
    .execute()

/** The visits of these cars with their customers, the newest first. */
async function visitsOf({ db, actor }: UserCtx, cars: readonly { id: number }[]) {
  if (cars.length === 0) return []
  const ids = cars.map(({ id }) => id)
  return db
    .selectFrom('kayit')
    .innerJoin('customer', (join) =>
      join.onRef('customer.user_id', '=', 'kayit.user_id').onRef('customer.id', '=', 'kayit.customer_id'),
    )
    .where('kayit.user_id', '=', actor.shop)
    .where('kayit.vehicle_id', 'in', ids)
    .where('kayit.deleted_at', 'is', null)
    .orderBy('kayit.gun', 'desc')
    .orderBy('kayit.id', 'desc')
    .select(['kayit.id', 'vehicle_id', 'gun', 'km_bilgisi', 'durum', 'cikis_tarihi'])
    .select(['customer.name', 'customer.phone', 'customer.tax_no'])
    .execute()
}
