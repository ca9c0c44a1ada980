import { type Batch, type Shop, difference, inIdBatches } from '#server/core/batches.ts'

import { derivedColumns } from './derived.ts'

const COLUMNS = [
  'id',
  'subject',
  'message',
  'sender_name',
  'sender_phone',
  'sender_email',
  'ara',
  'sender_sira',
  'email_sira',
  'subject_sira',
] as const

/** As `rebuildKayitlar`, for what the shop wrote to the administrators; answers how many were not what they follow from. */
export async function rebuildFeedbacks(shop: Shop, stop?: AbortSignal): Promise<number> {
  let rebuilt = 0
  const work = async ({ db, actor }: Shop, { after, limit }: Batch) => {
    const rows = await db
      .selectFrom('feedback')
      .where('user_id', '=', actor.id)
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .select(COLUMNS)
      .forNoKeyUpdate()
      .execute()
    for (const row of rows) {
      const change = difference(row, derivedColumns(row))
      if (change === null) continue
      rebuilt += 1
      await db
        .updateTable('feedback')
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
