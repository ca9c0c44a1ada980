import { AFTER_NEW_PASSWORD, endAccess } from '#server/auth/end-access.ts'
import { lockCaller } from '#server/auth/enter.ts'
import { checkPassword } from '#server/auth/operations.ts'
import { newPasswordProblem } from '#server/auth/new-password.ts'
import { hashPassword } from '#server/auth/password-hash.ts'
import { recordOwnChange } from '#server/auth/record-own-change.ts'
import { confirmSession } from '#server/auth/sessions.ts'
import { type Attempt, beginAttempt, clearAttempts, withdrawAttempt } from '#server/auth/throttle.ts'
import { type UserCtx, inTransaction } from '#server/platform/core/context.ts'
import { logEvent } from '#server/platform/core/security-log.ts'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import type { PasswordChangeInput } from '#shared/settings/schema.ts'
import { foldUserName } from '#shared/turkish.ts'

/**
 * Changes the caller's password, ends every other access (decisions: sessions, guessing) and confirms the session. A wrong
 * current password counts as a failed login. Throws INVALID, TOO_MANY, UNAVAILABLE, UNAUTHENTICATED.
 */
export async function changePassword(ctx: UserCtx, input: PasswordChangeInput): Promise<void> {
  const usernameKey = foldUserName(ctx.actor.username)
  await refuseKnown(ctx, input.new_password)
  const attempt = await beginAttempt(ctx, usernameKey)
  const user = await checkPassword(ctx, { attempt, usernameKey, password: input.current_password })
  if (user?.id !== ctx.actor.user) throw wrong()
  const password_hash = await hashNew(ctx, attempt, input.new_password)
  await inTransaction(ctx, async (trx) => {
    const current = await lockCaller(trx)
    // Of two concurrent changes, the second one's current password is no longer valid.
    if (current.password_hash !== user.password_hash) throw wrong()
    await trx.db.updateTable('users').set({ password_hash }).where('id', '=', ctx.actor.user).execute()
    await clearAttempts(trx, attempt)
    await endAccess(trx, ctx.actor.user, { ...AFTER_NEW_PASSWORD, session: ctx.actor.session.id })
    await confirmSession(trx)
    await recordOwnChange(trx, 'password')
  })
  logEvent(ctx, 'password changed')
}

/** Before the current password is tried, so that a refusal costs no attempt. */
async function refuseKnown({ db, actor }: UserCtx, password: string): Promise<void> {
  const names = await db
    .selectFrom('users as u')
    .innerJoin('shops as s', 's.id', 'u.shop_id')
    .select(['u.username', 'u.email', 'u.name_surname', 's.company_name'])
    .where('u.id', '=', actor.user)
    .executeTakeFirstOrThrow()
  const message = newPasswordProblem(password, names)
  if (message !== null) throw new AppError('INVALID', message, { field: 'new_password' })
}

const wrong = () => new AppError('INVALID', messages.passwordWrong, { field: 'current_password' })

async function hashNew(ctx: UserCtx, attempt: Attempt, password: string): Promise<string> {
  try {
    return await hashPassword(password)
  } catch (error) {
    await withdrawAttempt(ctx, attempt)
    throw error
  }
}
