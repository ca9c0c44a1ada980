import type { Kysely } from 'kysely'

import { type Batch, type Shop, rederiveRows } from '#server/platform/core/batches.ts'
import type { DB } from '#server/platform/db/schema.ts'

import { derivedColumns } from './derived.ts'

/** As `rederiveKayitlar`, for the shop's expenses; returns the number of changed rows. */
export function rederiveExpenses(shop: Shop, stop?: AbortSignal): Promise<number> {
  return rederiveRows(
    shop,
    {
      lock: ({ db, actor }: Shop, { after, limit }: Batch) =>
        db
          .selectFrom('expense')
          .where('shop_id', '=', actor.shop)
          .where('id', '>', after)
          .orderBy('id')
          .limit(limit)
          .select(['id', 'title', 'note', 'search_text', 'search_plain', 'title_sort_key'])
          .forNoKeyUpdate()
          .execute(),
      expected: derivedColumns,
      write: ({ db, actor }, id, change) =>
        db
          .updateTable('expense')
          .set(change)
          .where('shop_id', '=', actor.shop)
          .where('id', '=', id)
          .execute(),
    },
    stop,
  )
}

/**
 * Fills the derived columns of expenses that were stored before there was a sort key; returns the number of rows.
 * A row that is saved meanwhile already has them.
 */
export async function fillDerivedColumns(db: Kysely<DB>): Promise<number> {
  const rows = await db
    .selectFrom('expense')
    .where('title_sort_key', '=', '')
    .select(['shop_id', 'id', 'title', 'note'])
    .execute()
  for (const row of rows)
    await db
      .updateTable('expense')
      .set(derivedColumns(row))
      .where('shop_id', '=', row.shop_id)
      .where('id', '=', row.id)
      .where('title_sort_key', '=', '')
      .execute()
  return rows.length
}
