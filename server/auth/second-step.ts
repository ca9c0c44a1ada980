import { type Ctx, inTransaction } from '#server/platform/core/context.ts'
import { logEvent, logRefused } from '#server/platform/core/security-log.ts'
import { scopeToShop } from '#server/platform/db/shop-scope.ts'
import type { CodeInput, FactorSetUp } from '#shared/auth/schema.ts'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { foldUserName } from '#shared/turkish.ts'

import { type LoginResult, loginResult, finishLogin, lockUser, takePendingLogin } from './enter.ts'
import { recordOwnChange } from './accounts.ts'
import { confirmFactor, beginFactorSetUp, countCodes, takeCode, wrongCodeError } from './second-factor.ts'
import { type SessionKind, endOtherSessions, endSession, findPendingLogin } from './sessions.ts'
import { refuseSuspended } from './suspension.ts'
import { clearAttempts, runAsAttempt } from './throttle.ts'

type PendingLogin = NonNullable<Awaited<ReturnType<typeof takePendingLogin>>>

/** Completes the second step of a login. Throws INVALID with `code` or `pending`, TOO_MANY, UNAVAILABLE. */
export async function enterCode(
  ctx: Ctx,
  { consentGiven, ...input }: CodeInput & { consentGiven: boolean },
): Promise<LoginResult> {
  const opened = await passCode(ctx, input, (trx, pending) =>
    finishLogin(trx, { ...pending, method: 'code', consentGiven }),
  )
  return loginResult(ctx, opened)
}

/** Uses the code and the pending login up and calls `open`. Throws as `enterCode` does. */
export async function passCode<T extends { kind: SessionKind }>(
  ctx: Ctx,
  { pending: token, code }: CodeInput,
  open: (trx: Ctx, pending: PendingLogin) => Promise<T>,
): Promise<T> {
  const { username, ids } = requirePending(await findPendingLogin(ctx, token, 'code'))
  const { user: userId } = ids
  // A code counts before it is checked, as a password does.
  const tried = { what: 'code', usernameKey: foldUserName(username), field: 'code' } as const
  const { opened, used, left } = await runAsAttempt(ctx, tried, (attempt) =>
    inTransaction(ctx, async (trx) => {
      const pending = requirePending(await takePendingLogin(trx, token, 'code'))
      refuseSuspended(trx, pending)
      const used = await takeCode(trx, userId, code)
      if (used === null) {
        logRefused({ ...ctx, actor: null }, { reason: 'wrong code', username, userId })
        // The refusal rolls the transaction back, so the same pending login allows another code.
        throw wrongCodeError()
      }
      await clearAttempts(trx, attempt)
      return { opened: await open(trx, pending), used, left: await countCodes(trx, userId) }
    }),
  )
  logEvent({ ...ctx, actor: ids }, 'code accepted', { kind: opened.kind })
  if (used === 'recovery') logEvent({ ...ctx, actor: ids }, 'recovery code used', { left })
  return opened
}

/** Returns a key for the factor that an administrator must set up first. Throws INVALID with `pending`, and CONFLICT. */
export async function beginSetUp(ctx: Ctx, { pending }: { pending: string }): Promise<FactorSetUp> {
  const { ids, username } = requirePending(await findPendingLogin(ctx, pending, 'setup'))
  return inTransaction(ctx, async (trx) => {
    const user = requirePending(await lockUser(trx, ids.user))
    // A new password, which takes the same lock, ends the pending login.
    requirePending(await findPendingLogin(trx, pending, 'setup'))
    refuseSuspended(trx, user)
    return beginFactorSetUp(trx, { id: ids.user, username })
  })
}

/**
 * Activates that factor with its first code, ends the sessions of the password alone and continues the login. Returns the
 * recovery codes, once. Throws INVALID with `code` or `pending`, and CONFLICT.
 */
export async function completeSetUp(
  ctx: Ctx,
  { pending: token, code, consentGiven }: CodeInput & { consentGiven: boolean },
): Promise<{ codes: string[]; username: string; next: LoginResult }> {
  const { ids, username } = requirePending(await findPendingLogin(ctx, token, 'setup'))
  const inShop = { ...ctx, db: scopeToShop(ctx.db, ids.shop) }
  const { codes, opened } = await inTransaction(inShop, async (trx) => {
    const pending = requirePending(await takePendingLogin(trx, token, 'setup'))
    refuseSuspended(trx, pending)
    const actor = { ...ids, username, session: { kind: 'web' as const } }
    await recordOwnChange({ ...trx, actor }, 'factor-on')
    const codes = await confirmFactor(trx, ids.user, code)
    await endOtherSessions(trx, ids.user, null)
    return { codes, opened: await finishLogin(trx, { ...pending, method: 'code', consentGiven }) }
  })
  logEvent({ ...ctx, actor: ids }, 'second factor on')
  return { codes, username, next: await loginResult(ctx, opened) }
}

/** Ends the pending login when the user cancels at the second step. */
export async function cancelStep(ctx: Ctx, { pending }: { pending: string }): Promise<void> {
  for (const kind of ['code', 'setup'] as const) {
    const found = await findPendingLogin(ctx, pending, kind)
    if (found !== undefined) await endSession(ctx, found.id)
  }
}

/** Returns the login that waits for this step. Throws INVALID with `pending` where there is none any more. */
export function requirePending<T>(pending: T | null | undefined): T {
  if (pending == null) throw new AppError('INVALID', messages.codeExpired, { field: 'pending' })
  return pending
}
