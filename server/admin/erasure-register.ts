import type { Kysely } from 'kysely'

import type { DB } from '#server/platform/db/schema.ts'

/** So many years the record of an erasure is kept (by-law on erasure, art. 7/3). */
const KEPT_YEARS = 3

/** Removes the entries of the register that are older than three years; returns how many. */
export async function purgeShopErasures(db: Kysely<DB>, now: Date): Promise<number> {
  const before = new Date(now)
  before.setUTCFullYear(before.getUTCFullYear() - KEPT_YEARS)
  const { numDeletedRows } = await db
    .deleteFrom('erasure_register')
    .where('at', '<', before)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
