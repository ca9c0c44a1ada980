import type { Kysely } from 'kysely'

import type { DB } from '#server/db/schema.ts'

import { purgeIdle } from './idle.ts'
import { purgePlaces } from './places.ts'
import { purgeResetLinks } from './reset-links.ts'
import { purgeSetUps } from './second-factor.ts'
import { purgeAttempts } from './throttle.ts'

/** Removes expired and unused sessions, expired links, failed logins that no longer count, and expired known places. */
export async function purgeLogins(db: Kysely<DB>, now: Date): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute()
  await purgeIdle(db, now)
  await purgeAttempts(db, now)
  await purgePlaces(db, now)
  await purgeResetLinks(db, now)
  await purgeSetUps({ db, now })
}
