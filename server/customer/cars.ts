import type { UserCtx } from '#server/platform/core/context.ts'
import { ownRows } from '#server/platform/core/own-rows.ts'
import { rootColumn } from '#server/directory/links.ts'

/** Cars that a customer is shown with. */
const SHOWN = 3

/**
 * Returns the function that gives a customer's last cars, the last one first, and how many cars came; also those of whom
 * was merged into the customer.
 */
export async function lastCarsOf(ctx: UserCtx, customers: readonly { id: number }[]) {
  const visits = Map.groupBy(await visitsOf(ctx, customers), (one) => one.merged_into ?? one.customer_id)
  const carsOf = new Map(
    [...visits].map(([id, own]) => [id, [...new Set(own.map(({ vehicle_id }) => vehicle_id))]]),
  )
  const ids = [...carsOf.values()].flatMap((all) => all.slice(0, SHOWN))
  const details = ownRows(ctx, 'vehicle')
    .where('id', 'in', ids)
    .select(['id', 'plate', 'vin', 'make', 'model', 'model_year', 'engine_no'])
  const cars = new Map(ids.length === 0 ? [] : (await details.execute()).map((car) => [car.id, car]))
  return (id: number) => {
    const all = carsOf.get(id) ?? []
    return { cars: all.slice(0, SHOWN).flatMap((car) => cars.get(car) ?? []), count: all.length }
  }
}

/** Each customer's cars, the last one first. */
async function visitsOf(ctx: UserCtx, customers: readonly { id: number }[]) {
  if (customers.length === 0) return []
  const ids = customers.map(({ id }) => id)
  return ownRows(ctx, 'customer')
    .innerJoin('kayit', (join) =>
      join.onRef('kayit.shop_id', '=', 'customer.shop_id').onRef('kayit.customer_id', '=', 'customer.id'),
    )
    .innerJoin('vehicle', (join) =>
      join.onRef('vehicle.shop_id', '=', 'kayit.shop_id').onRef('vehicle.id', '=', 'kayit.vehicle_id'),
    )
    .where((eb) => eb.or([eb('customer.id', 'in', ids), eb('customer.merged_into', 'in', ids)]))
    .where('kayit.deleted_at', 'is', null)
    .groupBy(['kayit.customer_id', 'customer.merged_into', rootColumn('vehicle')])
    .select(['kayit.customer_id', 'customer.merged_into', rootColumn('vehicle').as('vehicle_id')])
    .select((eb) => eb.fn.max('kayit.day').as('day'))
    .orderBy('day', 'desc')
    .orderBy('vehicle_id', 'desc')
    .execute()
}
