import type { Kysely } from 'kysely'

import type { BaseCtx } from '#server/platform/core/context.ts'
import type { DB } from '#server/platform/db/schema.ts'

import { purgeIdle } from './idle.ts'
import { purgeNewLogins } from './new-login.ts'
import { purgeChallenges } from './passkey-challenge.ts'
import { purgePlaces } from './places.ts'
import { purgeResetLinks } from './reset-links.ts'
import { purgeSetUps } from './second-factor.ts'
import { purgeAttempts } from './throttle.ts'

/** Removes what has expired: sessions, links, failed logins that no longer count, known places, challenges, old news. */
export async function purgeLogins(db: Kysely<DB>, now: Date): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute()
  await purgeIdle(db, now)
  await purgeAttempts(db, now)
  await purgePlaces(db, now)
  await purgeResetLinks(db, now)
  await purgeSetUps({ db, now })
  await purgeChallenges(db, now)
  await purgeNewLogins(db, now)
}

/** The same after a login. Optional work: its failure must not fail the login. */
export async function tryPurgeLogins(ctx: BaseCtx): Promise<void> {
  try {
    await purgeLogins(ctx.db, ctx.now)
  } catch (error) {
    ctx.log.warn({ err: error }, 'expired logins not removed')
  }
}
