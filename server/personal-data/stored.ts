import type { UserCtx } from '#server/platform/core/context.ts'
import { requireRight } from '#server/platform/core/rights.ts'
import { withSnapshot } from '#server/platform/core/snapshot.ts'
import type { StoredData } from '#shared/personal-data/schema.ts'

import { personOf } from './person.ts'
import { oneOf, subjectOf } from './subject.ts'

/** How much is stored of a customer, and what of it an erasure would concern. Throws FORBIDDEN, NOT_FOUND. */
export async function getStored(ctx: UserCtx, { id }: { id: number }): Promise<StoredData> {
  requireRight(ctx, 'personal_data')
  return withSnapshot(ctx.db, async (db) => {
    const trx = { ...ctx, db }
    const { shop } = ctx.actor
    const ids = await personOf(trx, id)
    const { records, deleted, vehicles, shared } = await subjectOf(trx, ids)
    const { name } = await db
      .selectFrom('customer')
      .where('shop_id', '=', shop)
      .where('id', '=', ids[0])
      .select('name')
      .executeTakeFirstOrThrow()
    const count = async (table: 'belge' | 'data_request', rows: ReturnType<typeof oneOf>) => {
      const found = db.selectFrom(table).where('shop_id', '=', shop).where(rows)
      const { total } = await found
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      return total
    }
    const documents = await count('belge', oneOf('kayit_id', [...records, ...deleted]))
    const requests = await count('data_request', oneOf('customer_id', ids))
    const erased = await db
      .selectFrom('erasure')
      .where('shop_id', '=', shop)
      .where(oneOf('customer_id', ids))
      .orderBy('id', 'desc')
      .select('at')
      .limit(1)
      .executeTakeFirst()
    return {
      id: ids[0],
      name,
      records: records.length,
      deleted: deleted.length,
      vehicles: vehicles.length,
      shared_vehicles: shared.length,
      documents,
      requests,
      erased_on: erased?.at.toISOString() ?? null,
    }
  })
}
