import type { Kysely } from 'kysely'

import type { DB } from '#server/db/schema.ts'

/** Whether a database holds at most what a first start made, so that a restore may replace it. */
export async function isUnused(db: Kysely<DB>): Promise<boolean> {
  for (const table of ['kayit', 'expense', 'feedback', 'item_price', 'item_package', 'logo'] as const)
    if ((await db.selectFrom(table).select('user_id').limit(1).executeTakeFirst()) !== undefined) return false
  const users = await db.selectFrom('users').select('id').limit(2).execute()
  return users.length < 2
}
