import type { UserCtx } from '#server/platform/core/context.ts'
import { liveRows, ownRows } from '#server/platform/core/own-rows.ts'
import { rootColumn } from '#server/directory/links.ts'
import { idsOf, linkedNotFound } from '#server/directory/merge.ts'
import { redactFor } from '#server/platform/core/prices.ts'
import { withSnapshot } from '#server/platform/core/snapshot.ts'
import type { CustomerDetail } from '#shared/customer/schema.ts'

import { lastSeen } from './last-seen.ts'
import { factsOf } from './visits.ts'

/** A customer with what their records know; also by the id of one that was merged into it. Throws NOT_FOUND. */
export async function getCustomer(ctx: UserCtx, { id }: { id: number }): Promise<CustomerDetail> {
  const found = await withSnapshot(ctx.db, async (db) => {
    const trx = { ...ctx, db }
    const ids = await idsOf(trx, 'customer', id)
    const customers = await customersOf(trx, ids)
    const one = customers.find((each) => each.id === ids[0])
    if (one === undefined) throw linkedNotFound('customer')
    return {
      ...one,
      ...(await factsOf(trx, { name: 'customer', ids })),
      cars: await carsOf(trx, ids),
      merged: customers
        .filter((each) => each.id !== ids[0])
        .map(({ id, name, phone }) => ({ id, name, phone })),
    }
  })
  return redactFor(ctx, found)
}

const customersOf = (ctx: UserCtx, ids: readonly number[]) =>
  ownRows(ctx, 'customer')
    .where('id', 'in', [...ids])
    .orderBy('id')
    .select(['id', 'name', 'phone', 'tax_no'])
    .execute()

/** A fleet's are cut. */
const MOST_CARS = 100

async function carsOf(ctx: UserCtx, ids: readonly number[]): Promise<CustomerDetail['cars']> {
  const seen = await liveRows(ctx, 'kayit')
    .innerJoin('vehicle', (join) =>
      join.onRef('vehicle.shop_id', '=', 'kayit.shop_id').onRef('vehicle.id', '=', 'kayit.vehicle_id'),
    )
    .where('customer_id', 'in', [...ids])
    .groupBy(rootColumn('vehicle'))
    .select((eb) => [
      rootColumn('vehicle').as('id'),
      eb.fn.countAll<number>().as('visits'),
      eb.fn.max('day').as('last_day'),
    ])
    .execute()
  return lastSeen(seen, MOST_CARS, (last) =>
    ownRows(ctx, 'vehicle')
      .where('id', 'in', last)
      .select(['id', 'plate', 'vin', 'make', 'model', 'model_year'])
      .execute(),
  )
}
