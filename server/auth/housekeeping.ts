import type { Kysely } from 'kysely'

import type { DB } from '#server/db/schema.ts'

const DAY_MS = 86_400_000

/** Removes expired sessions and login attempts that no throttle counts any more. */
export async function purgeLogins(db: Kysely<DB>, now: Date): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<', now).execute()
  await db
    .deleteFrom('login_attempts')
    .where('created_at', '<', new Date(now.getTime() - DAY_MS))
    .execute()
}
