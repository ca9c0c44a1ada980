import type { UserCtx } from '#server/platform/core/context.ts'
import { ownRows } from '#server/platform/core/own-rows.ts'
import { requireRight } from '#server/platform/core/rights.ts'
import { countRows } from '#server/platform/db/row-counts.ts'
import { withSnapshot } from '#server/platform/core/snapshot.ts'
import type { StoredData } from '#shared/personal-data/schema.ts'

import { personOf } from './person.ts'
import { oneOf, subjectOf } from './subject.ts'

/** How much is stored of a customer, and what of it an erasure would concern. Throws FORBIDDEN, NOT_FOUND. */
export async function getStored(ctx: UserCtx, { id }: { id: number }): Promise<StoredData> {
  requireRight(ctx, 'personal_data')
  return withSnapshot(ctx.db, async (db) => {
    const trx = { ...ctx, db }
    const ids = await personOf(trx, id)
    const { records, deleted, vehicles, shared } = await subjectOf(trx, ids)
    const { name } = await ownRows(trx, 'customer')
      .where('id', '=', ids[0])
      .select('name')
      .executeTakeFirstOrThrow()
    const kayit_ids = [...records, ...deleted]
    const documents = await countRows(ownRows(trx, 'belge').where(oneOf('kayit_id', kayit_ids)))
    const requests = await countRows(ownRows(trx, 'data_request').where(oneOf('customer_id', ids)))
    const erased = await ownRows(trx, 'erasure')
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
