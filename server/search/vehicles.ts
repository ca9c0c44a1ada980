import type { UserCtx } from '#server/core/context.ts'
import { isOpenWork } from '#shared/kayit/rules.ts'
import { foundVehicles, knownByPlate } from '#server/vehicle/list.ts'
import { newestRecordsOf } from '#server/vehicle/records.ts'
import type { VehicleHit } from '#shared/search/schema.ts'
import { vehicleKey } from '#shared/vehicle.ts'

import { exactFirst, MOST } from './hits.ts'

/** The cars whose plate or chassis number contains `q`, or whose make and model have all its words. */
export async function findVehicles(ctx: UserCtx, q: string): Promise<{ items: VehicleHit[] }> {
  const known = await knownByPlate(ctx, q)
  const [exact, hits] = await Promise.all([byKey(ctx, q), newest(ctx, q, known).execute()])
  const cars = exactFirst(exact, hits)
  const visits = Map.groupBy(await visitsOf(ctx, cars), ({ root }) => root)
  const items = cars.map((car) => {
    const all = visits.get(car.id) ?? []
    return { ...car, customer: all[0]?.customer ?? '', is_open: all.some(isOpenWork) }
  })
  return { items }
}

async function byKey(ctx: UserCtx, q: string) {
  const key = vehicleKey(q)
  if (key === '') return []
  return newest(ctx, '', [])
    .where((eb) => eb.or([eb('plate_key', '=', key), eb('vin_key', '=', key)]))
    .execute()
}

/** The found cars that came last. */
const newest = (ctx: UserCtx, q: string, known: readonly number[]) =>
  foundVehicles(ctx, q, known)
    .orderBy('last_day', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST)
    .select(['id', 'plate', 'vin', 'make', 'model', 'last_day'])
    .$narrowType<{ last_day: string }>()

/** The visits of these cars, and of what was merged into them, the newest first. */
async function visitsOf(ctx: UserCtx, cars: readonly { id: number }[]) {
  if (cars.length === 0) return []
  const ids = cars.map(({ id }) => id)
  return newestRecordsOf(ctx, ids).select('musteri_adi_soyadi as customer').execute()
}
