import type { BaseCtx } from '#server/platform/core/context.ts'

import { forgetOtherPlaces, forgetPlaces } from './places.ts'
import { endSessionChallenges } from './passkey-challenge.ts'
import { removePasskeys, removePasskeysSince } from './passkeys.ts'
import { endResetLinks } from './reset-links.ts'
import { removeCodesSince, removeSetUp } from './second-factor.ts'
import { endOtherSessions } from './sessions.ts'

/** The accesses that stay when a user's others end. */
export type Remaining = {
  /** The session that goes on, with its browser and address as known places; `null`: none. */
  session: number | null
  /** Passkeys and recovery codes made before that moment stay, 'all' or 'none' of them. */
  madeBefore: Date | 'all' | 'none'
  /** The passkey that stays all the same, because the user must have one. */
  passkey?: number | undefined
}

/** How many accesses have ended. */
export type EndedAccess = { sessions: number; links: number; passkeys: number; recovery_codes: number }

/** After a new password: passkeys stay, because they are no password (decision 35). */
export const AFTER_NEW_PASSWORD: Remaining = { session: null, madeBefore: 'all' }
/** For an account that is closed. */
export const NOTHING_REMAINS: Remaining = { session: null, madeBefore: 'none' }

/**
 * Ends the accesses to an account except the remaining ones: sessions of every kind and their challenges, known places,
 * links for a new password (the user's own, and those that the user made for others), an unfinished set-up of a second
 * factor, passkeys and recovery codes. An active second factor stays, because alone it grants no access. The caller's transaction has locked the user's row.
 */
export async function endAccess(trx: BaseCtx, userId: number, remaining: Remaining): Promise<EndedAccess> {
  const { session, madeBefore, passkey } = remaining
  await (session === null ? forgetPlaces(trx, userId) : forgetOtherPlaces(trx, userId))
  const links = await endResetLinks(trx, userId)
  await endSessionChallenges(trx, userId)
  await removeSetUp(trx, userId)
  const sessions = await endOtherSessions(trx, userId, session)
  if (madeBefore === 'all') return { sessions, links, passkeys: 0, recovery_codes: 0 }
  if (madeBefore === 'none')
    return { sessions, links, passkeys: await removePasskeys(trx, userId), recovery_codes: 0 }
  return {
    sessions,
    links,
    passkeys: await removePasskeysSince(trx, userId, { since: madeBefore, but: passkey }),
    recovery_codes: await removeCodesSince(trx, userId, madeBefore),
  }
}
