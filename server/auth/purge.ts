import type { Kysely } from 'kysely'

import type { DB } from '#server/db/schema.ts'

import { purgeIdle } from './idle.ts'
import { purgePlaces } from './places.ts'
import { purgeResetLinks } from './reset-links.ts'
import { ATTEMPT_WINDOW_MS } from './throttle.ts'

/** Removes expired and unused sessions, expired links, failed logins that no longer count, and expired known places. */
export async function purgeLogins(db: Kysely<DB>, now: Date): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute()
  await purgeIdle(db, now)
  const before = new Date(now.getTime() - ATTEMPT_WINDOW_MS)
  await db.deleteFrom('login_attempts').where('created_at', '<=', before).execute()
  await purgePlaces(db, now)
  await purgeResetLinks(db, now)
}
