import type { BaseCtx } from '#server/core/context.ts'

import { removePasskeys } from './passkeys.ts'
import { forgetPlaces } from './places.ts'
import { endResetLink } from './reset-links.ts'
import { endOtherSessions } from './sessions.ts'

/**
 * Ends every way into a closed account: sessions, known places, the link for a password, passkeys. A second factor is no
 * way in and stays, for an account that is opened again. The caller's transaction has locked the user's row.
 */
export async function endAccess(trx: BaseCtx, userId: number): Promise<void> {
  await endOtherSessions(trx, userId, null)
  await forgetPlaces(trx, userId)
  await endResetLink(trx, userId)
  await removePasskeys(trx, userId)
}
