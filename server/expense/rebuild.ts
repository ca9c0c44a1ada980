import { type Batch, type Shop, difference, inIdBatches } from '#server/core/batches.ts'

import { derivedColumns } from './derived.ts'

/** As `rebuildKayitlar`, for the shop's expenses; answers how many were not what they follow from. */
export async function rebuildExpenses(shop: Shop, stop?: AbortSignal): Promise<number> {
  let rebuilt = 0
  const work = async ({ db, actor }: Shop, { after, limit }: Batch) => {
    const rows = await db
      .selectFrom('expense')
      .where('user_id', '=', actor.id)
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .select(['id', 'title', 'note', 'ara', 'title_sira'])
      .forNoKeyUpdate()
      .execute()
    for (const row of rows) {
      const change = difference(row, derivedColumns(row))
      if (change === null) continue
      rebuilt += 1
      await db
        .updateTable('expense')
        .set(change)
        .where('user_id', '=', actor.id)
        .where('id', '=', row.id)
        .execute()
    }
    return rows.map(({ id }) => id)
  }
  await inIdBatches(shop, work, stop)
  return rebuilt
}
