import { type UserCtx, requireRight } from '#server/platform/core/context.ts'
import { ownRows } from '#server/platform/core/own-rows.ts'
import type { UnpricedItems } from '#shared/kayit/schema.ts'

/** As many are named. */
const NAMED = 10

/**
 * The items without a price in these records; other shops' and deleted records count nothing. Throws FORBIDDEN for a
 * caller who sees no prices: a price of 0 is one.
 */
export async function unpricedItems(
  ctx: UserCtx,
  { kayit_ids }: { kayit_ids: readonly number[] },
): Promise<UnpricedItems> {
  const unpriced = await ownRows(requireRight(ctx, 'prices'), 'islem')
    .innerJoin('kayit', (join) =>
      join.onRef('kayit.shop_id', '=', 'islem.shop_id').onRef('kayit.id', '=', 'islem.kayit_id'),
    )
    .where('islem.kayit_id', 'in', [...kayit_ids])
    .where('islem.fiyat_kurus', '=', 0)
    .where('kayit.deleted_at', 'is', null)
    .orderBy('islem.kayit_id')
    .orderBy('islem.position')
    .select('islem.islem_adi')
    .execute()
  const names = unpriced.slice(0, NAMED).map(({ islem_adi }) => islem_adi)
  return { count: unpriced.length, names }
}
