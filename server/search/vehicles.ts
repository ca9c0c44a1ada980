import type { UserCtx } from '#server/platform/core/context.ts'
import type { SearchMatch } from '#server/list/search-match.ts'
import { hasCarKey } from '#server/directory/car-keys.ts'
import { compiled } from '#server/platform/db/compiled.ts'
import { isOpenWork } from '#shared/kayit/rules.ts'
import { hasCarsFor, newestVehicles, vehicleSearch } from '#server/vehicle/list.ts'
import { newestRecordsOf } from '#server/vehicle/records.ts'
import type { VehicleHit } from '#shared/search/schema.ts'
import { plateKey, vinKey } from '#shared/vehicle.ts'

import { exactFirst, MOST, orSimilar } from './hits.ts'

/** The cars whose plate or chassis number contains `q`, or whose make and model have all its words. */
export async function findVehicles(ctx: UserCtx, q: string): Promise<{ items: VehicleHit[] }> {
  const { items: cars } = await orSimilar(q, async (match) => {
    if (!hasCarsFor(q, match)) return []
    const exactly = match === 'whole' ? byKey(ctx, q) : []
    const [exact, hits] = await Promise.all([exactly, newest(ctx, { q, match })])
    return exactFirst(exact, hits)
  })
  const visits = Map.groupBy(await visitsOf(ctx, cars), ({ root }) => root)
  const items = cars.map((car) => {
    const all = visits.get(car.id) ?? []
    return { ...car, customer: all[0]?.customer ?? '', is_open: all.some(isOpenWork) }
  })
  return { items }
}

async function byKey({ db, actor }: UserCtx, q: string) {
  const [plate_key, vin_key] = [plateKey(q) || undefined, vinKey(q) || undefined]
  if (plate_key === undefined && vin_key === undefined) return []
  return byKeyQuery(db, { shop: actor.shop, plate_key, vin_key })
}

type Keys = { shop: number; plate_key: string | undefined; vin_key: string | undefined }

const byKeyQuery = compiled((db, { shop, plate_key, vin_key }: Keys) =>
  db
    .selectFrom('vehicle')
    .where('shop_id', '=', shop)
    .where('visits', '>', 0)
    .where('merged_into', 'is', null)
    .where(hasCarKey({ plate_key, vin_key }))
    .orderBy('last_day', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST)
    .select(['id', 'plate', 'vin', 'make', 'model', 'last_day'])
    .$narrowType<{ last_day: string }>(),
)

/** Returns the matching cars with the latest visits. */
async function newest(ctx: UserCtx, asked: { q: string; match: SearchMatch }) {
  const cars = await newestVehicles(ctx, { search: await vehicleSearch(ctx, asked), most: MOST })
  return cars.flatMap(({ id, plate, vin, make, model, last_day }) =>
    last_day === null ? [] : [{ id, plate, vin, make, model, last_day }],
  )
}

/** Returns the visits of these cars, with those of merged cars, the newest first. */
async function visitsOf(ctx: UserCtx, cars: readonly { id: number }[]) {
  if (cars.length === 0) return []
  const ids = cars.map(({ id }) => id)
  return newestRecordsOf(ctx, ids).select('musteri_adi_soyadi as customer').execute()
}
