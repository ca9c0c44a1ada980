import type { UserCtx } from '#server/platform/core/context.ts'
import { idsOf } from '#server/directory/merge.ts'
import { ownRows } from '#server/platform/core/own-rows.ts'
import { redactFor } from '#server/platform/core/prices.ts'
import { withSnapshot } from '#server/platform/core/snapshot.ts'
import type { CustomerDetail } from '#shared/customer/schema.ts'

import { factsOf, lastSeen, rootAndMerged } from './visits.ts'

/** A fleet's are cut. */
const MOST_CARS = 100

/** A customer with what their records know; also by the id of one that was merged into it. Throws NOT_FOUND. */
export async function getCustomer(ctx: UserCtx, { id }: { id: number }): Promise<CustomerDetail> {
  const found = await withSnapshot(ctx.db, async (db) => {
    const trx = { ...ctx, db }
    const target = { name: 'customer' as const, ids: await idsOf(trx, 'customer', id) }
    const rows = ownRows(trx, 'customer').where('id', 'in', target.ids)
    const { root, merged } = rootAndMerged(
      target,
      await rows.orderBy('id').select(['id', 'name', 'phone', 'tax_no']).execute(),
    )
    return {
      ...root,
      ...(await factsOf(trx, target)),
      cars: await ownRows(trx, 'vehicle')
        .innerJoin(lastSeen(trx, target, MOST_CARS), 'seen.id', 'vehicle.id')
        .orderBy('seen.last_day', 'desc')
        .orderBy('vehicle.id')
        .select(['vehicle.id', 'plate', 'vin', 'make', 'model', 'model_year', 'seen.visits', 'seen.last_day'])
        .execute(),
      merged: merged.map(({ id, name, phone }) => ({ id, name, phone })),
    }
  })
  return redactFor(ctx, found)
}
