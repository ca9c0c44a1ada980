import { endAccess, recordOwnChange } from '#server/auth/accounts.ts'
import { lockCaller } from '#server/auth/enter.ts'
import { requireGoodPassword } from '#server/auth/new-password.ts'
import { withPassword } from '#server/auth/operations.ts'
import { hashPassword } from '#server/auth/password-hash.ts'
import { storeConfirmation } from '#server/auth/sessions.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import { logEvent } from '#server/platform/core/security-log.ts'
import type { ConfirmInput } from '#shared/auth/schema.ts'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import type { PasswordChangeInput } from '#shared/settings/schema.ts'

/** Changes the password, ends all other access and confirms the session. Throws INVALID, and as `withOwnPassword`. */
export async function changePassword(ctx: UserCtx, input: PasswordChangeInput): Promise<void> {
  const { current_password: password, new_password } = input
  const { user, session } = ctx.actor
  // The new password is checked before the current one is tried, so that a refusal costs no attempt.
  await refuseKnown(ctx, new_password)
  const password_hash = await hashPassword(new_password)
  const wrong = () => new AppError('INVALID', messages.passwordWrong, { field: 'current_password' })
  await withOwnPassword(ctx, { password, wrong }, async (trx) => {
    await trx.db.updateTable('users').set({ password_hash }).where('id', '=', user).execute()
    await endAccess(trx, user, { session: session.id })
    await storeConfirmation(trx)
    await recordOwnChange(trx, 'password')
  })
  logEvent(ctx, 'password changed')
}

async function refuseKnown({ db, actor }: UserCtx, password: string): Promise<void> {
  const names = await db
    .selectFrom('users as u')
    .innerJoin('shops as s', 's.id', 'u.shop_id')
    .select(['u.username', 'u.email', 'u.name_surname', 's.company_name'])
    .where('u.id', '=', actor.user)
    .executeTakeFirstOrThrow()
  requireGoodPassword(password, names)
}

/** Confirms the session for ten minutes. Throws as `withOwnPassword`, and FORBIDDEN for a legacy session. */
export async function confirmPassword(ctx: UserCtx, { password }: ConfirmInput): Promise<void> {
  if (ctx.actor.session.kind === 'legacy') throw new AppError('FORBIDDEN', messages.forbidden)
  const wrong = () => new AppError('INVALID', messages.passwordNotYours, { field: 'password' })
  await withOwnPassword(ctx, { password, wrong }, async (trx) => {
    if (!(await storeConfirmation(trx))) throw new AppError('UNAUTHENTICATED', messages.unauthenticated)
  })
  logEvent(ctx, 'password confirmed')
}

/** Makes a change with the caller's row locked, if that is the caller's password. Throws as `withPassword`, UNAUTHENTICATED. */
const withOwnPassword = (
  ctx: UserCtx,
  { password, wrong }: { password: string; wrong: () => AppError },
  change: (trx: UserCtx) => Promise<void>,
): Promise<void> => {
  const { user, username } = ctx.actor
  const lock = async (trx: UserCtx, id: number) => (id === user ? lockCaller(trx) : undefined)
  return withPassword(ctx, { username, password, wrong, lock }, change)
}
