import { type Batch, type Shop, rederiveRows } from '#server/platform/core/batches.ts'

import { derivedColumns } from './derived.ts'

const COLUMNS = [
  'id',
  'subject',
  'message',
  'sender_name',
  'sender_phone',
  'sender_email',
  'search_text',
  'sender_sort_key',
  'email_sort_key',
  'subject_sort_key',
] as const

/** As `rederiveKayitlar`, for the shop's feedbacks; returns the number of changed rows. */
export function rederiveFeedbacks(shop: Shop, stop?: AbortSignal): Promise<number> {
  return rederiveRows(
    shop,
    {
      lock: ({ db, actor }: Shop, { after, limit }: Batch) =>
        db
          .selectFrom('feedback')
          .where('shop_id', '=', actor.shop)
          .where('id', '>', after)
          .orderBy('id')
          .limit(limit)
          .select(COLUMNS)
          .forNoKeyUpdate()
          .execute(),
      expected: derivedColumns,
      write: ({ db, actor }, id, change) =>
        db
          .updateTable('feedback')
          .set(change)
          .where('shop_id', '=', actor.shop)
          .where('id', '=', id)
          .execute(),
    },
    stop,
  )
}
