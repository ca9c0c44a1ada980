import { sql } from 'kysely'

import { rootColumn } from '#server/directory/links.ts'
import { readItems } from '#server/kayit/queries.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import { inSameShop, visitRows } from '#server/platform/core/own-rows.ts'
import { addDays, type Day, todayInIstanbul } from '#shared/date.ts'
import { addMonths, parseItemWarranties, worksByTerms } from '#shared/intake/warranty.ts'
import { hasIncome } from '#shared/kayit/rules.ts'

/** The last day of a warranty of a car, and what it covers: 'Fren balatası'. */
export type WarrantyEnd = { vehicle_id: number; day: Day; work: string }

type Asked = { from: Day; to: Day; vehicles?: readonly number[] }

/** More would hide what matters. */
const MOST = 2_000

/**
 * Returns the warranties that end in a period, the earliest first, by the cars that stand for them. The only reader of
 * warranties here: their end is computed from the delivery and stored nowhere.
 */
export async function warrantyEnds(ctx: UserCtx, { from, to, vehicles }: Asked): Promise<WarrantyEnd[]> {
  // A month without the day and the time of the day move the end by some days at most.
  const [first, last] = [addDays(from, -4), addDays(to, 4)].map((day) => new Date(`${day}T00:00:00Z`))
  const isInside = (months: ReturnType<typeof sql.ref>) =>
    sql<boolean>`delivery.created_at + make_interval(months => ${months}::int) between ${first} and ${last}`
  const rows = await visitRows(ctx)
    .innerJoin('delivery', inSameShop('delivery.kayit_id', 'kayit.id'))
    .innerJoin('vehicle', inSameShop('vehicle.id', 'kayit.vehicle_id'))
    .where((eb) =>
      eb.or([
        isInside(sql.ref('delivery.warranty_months')),
        // Single works have terms of their own, in JSON.
        sql<boolean>`exists (
          select from jsonb_to_recordset(nullif(delivery.item_warranties, '')::jsonb) as own(warranty_months int)
          where ${isInside(sql.ref('own.warranty_months'))})`,
      ]),
    )
    .$if(vehicles !== undefined, (query) => query.where('kayit.vehicle_id', 'in', [...(vehicles ?? [])]))
    .orderBy('delivery.id', 'desc')
    .limit(MOST)
    .select(['kayit.id', 'durum', 'delivery.created_at', 'delivery.warranty_months', 'delivery.warranty_km'])
    .select(['delivery.item_warranties', rootColumn('vehicle').as('vehicle_id')])
    .execute()
  const found = rows.filter(hasIncome)
  if (found.length === 0) return []
  const itemsOf = await readItems(
    ctx,
    found.map(({ id }) => id),
  )
  return found
    .flatMap(({ id, vehicle_id, created_at, item_warranties, ...terms }) => {
      const works = itemsOf(id)
        .filter(({ fiyat_kurus }) => fiyat_kurus >= 0)
        .map(({ islem_adi }) => islem_adi)
      const given = todayInIstanbul(created_at)
      return worksByTerms(terms, parseItemWarranties(item_warranties), works).flatMap((group) => {
        const day = group.warranty_months === null ? null : addMonths(given, group.warranty_months)
        const isInside = day !== null && day >= from && day <= to
        return isInside ? [{ vehicle_id, day, work: nameOf(group.works) }] : []
      })
    })
    .sort((a, b) => (a.day === b.day ? a.vehicle_id - b.vehicle_id : a.day < b.day ? -1 : 1))
}

/** Returns the works before the word 'garantisi': 'Balata', 'Balata ve Disk', 'Balata ve 2 işin daha'. */
const nameOf = ([first = '', second, ...others]: readonly string[]): string => {
  if (second === undefined) return first
  return `${first} ve ${others.length === 0 ? second : `${others.length + 1} işin daha`}`
}
