import { sql } from 'kysely'

import { rootColumn } from '#server/directory/links.ts'
import { readItems } from '#server/kayit/queries.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import { inSameShop, visitRows } from '#server/platform/core/own-rows.ts'
import { addDays, type Day, todayInIstanbul } from '#shared/date.ts'
import { addMonths } from '#shared/intake/warranty.ts'
import { hasIncome } from '#shared/kayit/rules.ts'

/** The last day of a warranty of a car, and what it covers: 'Fren balatası'. */
export type WarrantyEnd = { vehicle_id: number; day: Day; work: string }

type Asked = { from: Day; to: Day; vehicles?: readonly number[] }

/** More would hide what matters. */
const MOST = 500

/**
 * Returns the warranties that end in a period, the earliest first, by the cars that stand for them. The only reader of
 * warranties here: their end is computed from the delivery and stored nowhere.
 */
export async function warrantyEnds(ctx: UserCtx, { from, to, vehicles }: Asked): Promise<WarrantyEnd[]> {
  const end = sql<Date>`delivery.created_at + make_interval(months => delivery.warranty_months::int)`
  const rows = await visitRows(ctx)
    .innerJoin('delivery', inSameShop('delivery.kayit_id', 'kayit.id'))
    .innerJoin('vehicle', inSameShop('vehicle.id', 'kayit.vehicle_id'))
    .where('delivery.warranty_months', 'is not', null)
    // A month without the day and the time of the day move the end by some days at most.
    .where(end, '>=', new Date(`${addDays(from, -4)}T00:00:00Z`))
    .where(end, '<=', new Date(`${addDays(to, 4)}T00:00:00Z`))
    .$if(vehicles !== undefined, (query) => query.where('kayit.vehicle_id', 'in', [...(vehicles ?? [])]))
    .orderBy(end)
    .orderBy('kayit.id')
    .limit(MOST)
    .select(['kayit.id', 'durum', 'delivery.created_at', 'delivery.warranty_months'])
    .select(rootColumn('vehicle').as('vehicle_id'))
    .$narrowType<{ warranty_months: number }>()
    .execute()
  const found = rows.filter(hasIncome).flatMap((row) => {
    const day = addMonths(todayInIstanbul(row.created_at), row.warranty_months)
    return day >= from && day <= to ? [{ ...row, day }] : []
  })
  if (found.length === 0) return []
  const itemsOf = await readItems(
    ctx,
    found.map(({ id }) => id),
  )
  return found.map(({ id, vehicle_id, day }) => {
    const [first, ...others] = itemsOf(id).filter(({ fiyat_kurus }) => fiyat_kurus >= 0)
    const more = others.length === 0 ? '' : ` ve ${others.length} iş`
    return { vehicle_id, day, work: `${first?.islem_adi ?? ''}${more}` }
  })
}
