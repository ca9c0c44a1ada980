import type { Kysely } from 'kysely'

import type { BaseCtx } from '#server/platform/core/context.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { KNOWN_PLACE_DAYS } from '#shared/options.ts'

import { purgeIdle } from './sessions.ts'
import { purgeAttempts } from './throttle.ts'

const DAY_MS = 86_400_000

/** Removes expired sessions, links, challenges and attempts, unfinished set-ups, and known places that are too old. */
export async function purgeLogins(db: Kysely<DB>, now: Date): Promise<void> {
  const dayAgo = new Date(now.getTime() - DAY_MS)
  const forgotten = new Date(now.getTime() - KNOWN_PLACE_DAYS * DAY_MS)
  const setUps = db.deleteFrom('second_factors').where('activated_at', 'is', null)
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute()
  await purgeIdle(db, now)
  await purgeAttempts(db, now)
  await db.deleteFrom('known_places').where('last_login_at', '<=', forgotten).execute()
  await db.deleteFrom('reset_links').where('expires_at', '<=', now).execute()
  await setUps.where('created_at', '<=', dayAgo).execute()
  await db.deleteFrom('passkey_challenge').where('expires_at', '<=', now).execute()
  await db.deleteFrom('new_login').where('at', '<=', forgotten).execute()
  await db.deleteFrom('access_change').where('at', '<=', forgotten).execute()
}

/** Purges after a login. It is optional work, so its failure must not fail the login. */
export const tryPurgeLogins = ({ db, now, log }: BaseCtx): Promise<void> =>
  purgeLogins(db, now).catch((err: unknown) => log.warn({ err }, 'expired logins not removed'))
