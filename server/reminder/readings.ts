import { sql } from 'kysely'

import { visitsOfCars } from '#server/vehicle/list.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import { kmPerDay, lastReading, MOST_READINGS, type Reading } from '#shared/reminder/kilometres.ts'

/**
 * Returns the newest known kilometres of each car, also from the visits of cars merged into it. Some more are read than are
 * used, because several visits of a day count as one.
 */
export async function readingsOf(ctx: UserCtx, roots: readonly number[]): Promise<Map<number, Reading[]>> {
  if (roots.length === 0) return new Map()
  const all = visitsOfCars(ctx)
    .where((eb) => {
      const given = eb.fn.any(eb.val([...roots]))
      return eb.or([eb('vehicle.id', '=', given), eb('vehicle.merged_into', '=', given)])
    })
    .where('km_bilgisi', 'is not', null)
    .select('km_bilgisi as km')
    .select(
      sql<number>`row_number() over (partition by coalesce(vehicle.merged_into, vehicle.id)
        order by kayit.day desc, kayit.id desc)`.as('place'),
    )
    .$narrowType<{ km: number }>()
  const rows = await ctx.db
    .selectFrom(all.as('reading'))
    .where('place', '<=', 2 * MOST_READINGS)
    .select(['root', 'day', 'km'])
    .execute()
  return Map.groupBy(rows, ({ root }) => root)
}

/** Returns what a page shows of a car's kilometres. */
export function drivenOf(readings: readonly Reading[]) {
  const last = lastReading(readings)
  const rate = kmPerDay(readings)
  return {
    km: last?.km ?? null,
    km_day: last?.day ?? null,
    km_per_day: rate === null ? null : Math.round(rate),
  }
}
