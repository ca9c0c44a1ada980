import type { UserCtx } from '#server/platform/core/context.ts'
import { requireRight } from '#server/platform/core/rights.ts'
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
  const { db, actor } = requireRight(ctx, 'prices')
  const unpriced = db
    .selectFrom('islem')
    .innerJoin('kayit', (join) =>
      join.onRef('kayit.shop_id', '=', 'islem.shop_id').onRef('kayit.id', '=', 'islem.kayit_id'),
    )
    .where('islem.shop_id', '=', actor.shop)
    .where('islem.kayit_id', 'in', [...kayit_ids])
    .where('islem.fiyat_kurus', '=', 0)
    .where('kayit.deleted_at', 'is', null)
  const { count } = await unpriced
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count === 0) return { count, names: [] }
  const named = await unpriced
    .orderBy('islem.kayit_id')
    .orderBy('islem.position')
    .limit(NAMED)
    .select('islem.islem_adi')
    .execute()
  return { count, names: named.map(({ islem_adi }) => islem_adi) }
}
