import type { Kysely } from 'kysely'

import type { UserCtx } from '#server/platform/core/context.ts'
import { ownRows } from '#server/platform/core/own-rows.ts'
import { requireRight } from '#server/platform/core/rights.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { addDays, startOfDay, todayInIstanbul } from '#shared/date.ts'
import { type ErasureCounts, type ErasurePage, REGISTER_PAGE_SIZE } from '#shared/personal-data/schema.ts'

/** One page of the shop's erasures, the newest first. Throws FORBIDDEN. */
export async function listErasures(ctx: UserCtx, { page }: { page: number }): Promise<ErasurePage> {
  requireRight(ctx, 'personal_data')
  const rows = await ownRows(ctx, 'erasure')
    .orderBy('id', 'desc')
    .select(['id', 'at', 'actor_name', 'customer_id', 'reason', 'counts'])
    .limit(REGISTER_PAGE_SIZE + 1)
    .offset((page - 1) * REGISTER_PAGE_SIZE)
    .execute()
  const items = rows.slice(0, REGISTER_PAGE_SIZE).map(({ at, counts, ...row }) => ({
    ...row,
    at: at.toISOString(),
    counts: JSON.parse(counts) as ErasureCounts,
  }))
  return { items, more: rows.length > REGISTER_PAGE_SIZE }
}

/** Three years: the by-law on erasure, art. 7/3, wants the proof of one for at least that long. */
const KEPT_DAYS = 3 * 365 + 1

/** Removes every shop's erasures and answered requests of more than three years ago. */
export async function purgeRegister(db: Kysely<DB>, now: Date): Promise<void> {
  const before = addDays(todayInIstanbul(now), -KEPT_DAYS)
  await db.deleteFrom('erasure').where('at', '<', startOfDay(before)).execute()
  await db.deleteFrom('data_request').where('answered_on', '<', before).execute()
}
