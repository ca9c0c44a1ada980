import type { BaseCtx } from '#server/platform/core/context.ts'
import { countDeleted } from '#server/platform/db/row-counts.ts'

import { forgetPlaces } from './places.ts'
import { removePasskeys } from './passkeys.ts'
import { endOtherSessions } from './sessions.ts'

/** The accesses that stay when a user's others end. Passkeys and recovery codes stay unless a moment is named. */
export type Remaining = {
  /** The session that goes on, with its browser and address as known places; `null`: none. */
  session: number | null
  /** Passkeys made at that moment or later end, except the one with id `passkey`, which the user must have. */
  passkeysSince?: Date
  passkey?: number | undefined
  codesSince?: Date
}

/** How many accesses have ended. */
export type EndedAccess = { sessions: number; links: number; passkeys: number; recovery_codes: number }

/** After a new password: passkeys stay, because they are no password (decision 35). */
export const AFTER_NEW_PASSWORD: Remaining = { session: null }
/** For an account that is closed. */
export const NOTHING_REMAINS: Remaining = { session: null, passkeysSince: new Date(0) }

/**
 * Ends the accesses to an account except the remaining ones: sessions of every kind and their challenges, known places,
 * links for a new password (the user's own, and those that the user made for others), an unfinished set-up of a second
 * factor, passkeys and recovery codes. An active second factor stays: alone it grants no access. The user's row is locked.
 */
export async function endAccess(trx: BaseCtx, userId: number, remaining: Remaining): Promise<EndedAccess> {
  const { db } = trx
  const { session, passkeysSince, passkey, codesSince } = remaining
  await forgetPlaces(trx, userId, { isForeignOnly: session !== null })
  const links = db
    .deleteFrom('reset_links')
    .where((eb) => eb.or([eb('user_id', '=', userId), eb('made_by', '=', userId)]))
  const linksEnded = await countDeleted(links)
  const sessions = db.selectFrom('sessions').where('user_id', '=', userId).select('id')
  await db.deleteFrom('passkey_challenge').where('session_id', 'in', sessions).execute()
  const setUps = db.deleteFrom('second_factors').where('activated_at', 'is', null)
  await setUps.where('user_id', '=', userId).execute()
  const codes = db.deleteFrom('recovery_codes').where('user_id', '=', userId)
  return {
    sessions: await endOtherSessions(trx, userId, session),
    links: linksEnded,
    passkeys: passkeysSince ? await removePasskeys(trx, userId, { since: passkeysSince, but: passkey }) : 0,
    recovery_codes: codesSince ? await countDeleted(codes.where('created_at', '>=', codesSince)) : 0,
  }
}
