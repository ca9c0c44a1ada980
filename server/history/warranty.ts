import { idsOf } from '#server/directory/merge.ts'
import { readItems } from '#server/kayit/queries.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import { inSameShop } from '#server/platform/core/own-rows.ts'
import { newestRecordsOf } from '#server/vehicle/list.ts'
import { todayInIstanbul } from '#shared/date.ts'
import { parseItemWarranties, type Warranty, worksByTerms } from '#shared/intake/warranty.ts'
import { hasIncome } from '#shared/kayit/rules.ts'

/** Older warranties are cut. */
const MOST = 20

/** Returns the warranties of a car's delivered visits, the newest first, also those that are over. Throws NOT_FOUND. */
export async function warrantiesOf(ctx: UserCtx, { id }: { id: number }): Promise<Warranty[]> {
  const [root] = await idsOf(ctx, 'vehicle', id)
  const rows = await newestRecordsOf(ctx, [root])
    .innerJoin('delivery', inSameShop('delivery.kayit_id', 'kayit.id'))
    .where((eb) =>
      eb.or([
        eb('delivery.warranty_months', 'is not', null),
        eb('delivery.warranty_km', 'is not', null),
        eb('delivery.item_warranties', '<>', ''),
      ]),
    )
    .select(['delivery.created_at', 'delivery.km', 'delivery.warranty_months', 'delivery.warranty_km'])
    .select('delivery.item_warranties')
    .limit(MOST)
    .execute()
  const found = rows.filter(hasIncome)
  if (found.length === 0) return []
  const itemsOf = await readItems(
    ctx,
    found.map((row) => row.id),
  )
  return found.flatMap(({ id: kayit_id, created_at, km, ...row }) => {
    const works = itemsOf(kayit_id)
      .filter(({ fiyat_kurus }) => fiyat_kurus >= 0)
      .map(({ islem_adi }) => islem_adi)
    const day = todayInIstanbul(created_at)
    return worksByTerms(row, parseItemWarranties(row.item_warranties), works).map((group) => ({
      kayit_id,
      day,
      km,
      ...group,
    }))
  })
}
