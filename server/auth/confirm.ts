import { type UserCtx, inTransaction } from '#server/platform/core/context.ts'
import { logEvent } from '#server/platform/core/security-log.ts'
import type { ConfirmInput } from '#shared/auth/schema.ts'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { foldUserName } from '#shared/turkish.ts'

import { lockCaller } from './enter.ts'
import { checkPassword } from './operations.ts'
import { confirmSession } from './sessions.ts'
import { beginAttempt, clearAttempts } from './throttle.ts'

/**
 * Makes a change with the caller's row locked, if that is the caller's password. A wrong one counts as a failed login.
 * Throws `wrong()`, TOO_MANY, UNAVAILABLE, UNAUTHENTICATED.
 */
export async function withOwnPassword(
  ctx: UserCtx,
  { password, wrong }: { password: string; wrong: () => AppError },
  change: (trx: UserCtx) => Promise<void>,
): Promise<void> {
  const usernameKey = foldUserName(ctx.actor.username)
  const attempt = await beginAttempt(ctx, usernameKey)
  const user = await checkPassword(ctx, { attempt, usernameKey, password })
  if (user?.id !== ctx.actor.user) throw wrong()
  await inTransaction(ctx, async (trx) => {
    // The password may have been changed while the hash was computed.
    const current = await lockCaller(trx)
    if (current.password_hash !== user.password_hash) throw wrong()
    await clearAttempts(trx, attempt)
    await change(trx)
  })
}

/**
 * Confirms the caller's session with the password: `requireConfirmed` lets it through for ten minutes. Throws as
 * `withOwnPassword`, and FORBIDDEN for a legacy session.
 */
export async function confirmPassword(ctx: UserCtx, { password }: ConfirmInput): Promise<void> {
  if (ctx.actor.session.kind === 'legacy') throw new AppError('FORBIDDEN', messages.forbidden)
  const wrong = () => new AppError('INVALID', messages.passwordNotYours, { field: 'password' })
  await withOwnPassword(ctx, { password, wrong }, async (trx) => {
    if (!(await confirmSession(trx))) throw new AppError('UNAUTHENTICATED', messages.unauthenticated)
  })
  logEvent(ctx, 'password confirmed')
}
