import { type Batch, type Shop, rebuildRows } from '#server/core/batches.ts'

import { derivedColumns } from './derived.ts'

/** As `rebuildKayitlar`, for the shop's expenses; answers how many were not what they follow from. */
export function rebuildExpenses(shop: Shop, stop?: AbortSignal): Promise<number> {
  return rebuildRows(
    shop,
    {
      lock: ({ db, actor }: Shop, { after, limit }: Batch) =>
        db
          .selectFrom('expense')
          .where('user_id', '=', actor.id)
          .where('id', '>', after)
          .orderBy('id')
          .limit(limit)
          .select(['id', 'title', 'note', 'ara', 'title_sira'])
          .forNoKeyUpdate()
          .execute(),
      expected: derivedColumns,
      write: ({ db, actor }, id, change) =>
        db.updateTable('expense').set(change).where('user_id', '=', actor.id).where('id', '=', id).execute(),
    },
    stop,
  )
}
