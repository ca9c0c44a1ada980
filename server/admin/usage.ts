import { type Kysely, sql } from 'kysely'

import type { DB } from '#server/platform/db/schema.ts'

const BYTES = sql<number>`octet_length(png)`

type Usage = { kayit_sayisi: number; logo_bytes: number; belge_bytes: number }

/** What one shop stores now: its months are few rows, and its documents have an index. */
export async function usageOf(db: Kysely<DB>, shop: number): Promise<Usage> {
  const [statuses, logo, documents] = await Promise.all([
    db.selectFrom('status_totals').where('shop_id', '=', shop).select('count').execute(),
    db.selectFrom('logo').where('shop_id', '=', shop).select(BYTES.as('bytes')).executeTakeFirst(),
    db
      .selectFrom('belge')
      .where('shop_id', '=', shop)
      .select(({ fn }) => fn.sum<number | null>('boyut').as('bytes'))
      .executeTakeFirst(),
  ])
  return {
    kayit_sayisi: statuses.reduce((sum, { count }) => sum + count, 0),
    logo_bytes: logo?.bytes ?? 0,
    belge_bytes: documents?.bytes ?? 0,
  }
}

/** Counts daily what every shop stores, for the administrators' list. `db` is not under row-level security. */
export async function countUsage(db: Kysely<DB>, now: Date, stop?: AbortSignal): Promise<number> {
  const shops = await db
    .selectFrom('users')
    .where('role', '=', 'owner')
    .where('erased_at', 'is', null)
    .select('id')
    .execute()
  for (const { id: shop_id } of shops) {
    if (stop?.aborted === true) break
    const counted = { ...(await usageOf(db, shop_id)), counted_at: now }
    await db
      .insertInto('shop_usage')
      .values({ shop_id, ...counted })
      .onConflict((conflict) => conflict.column('shop_id').doUpdateSet(counted))
      .execute()
  }
  return shops.length
}
