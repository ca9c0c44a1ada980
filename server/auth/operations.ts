import { type ActorIds, type BaseCtx, type Ctx, inTransaction } from '#server/platform/core/context.ts'
import { logEvent, logRefused } from '#server/platform/core/security-log.ts'
import { CONSENT_TEXT_VERSION } from '#shared/auth/notice.ts'
import type { LoginStep, SessionUser } from '#shared/auth/schema.ts'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { foldUserName } from '#shared/turkish.ts'

import { storeConsent } from './consent.ts'
import {
  type ActiveLogin,
  type LockedUser,
  type LoginResult,
  activeAnswer,
  finishLogin,
  loginResult,
  beginStep,
  endReplacedSession,
  enterPage,
  lockUser,
  readSessionUser,
  takePendingLogin,
} from './enter.ts'
import { tryPurgeLogins } from './purge.ts'
import { hasPasskey } from './passkeys.ts'
import { verifyPassword } from './password-hash.ts'
import { recordLogin, storeKnownAddress } from './known-places.ts'
import { requiresFactor } from './second-factor.ts'
import { passCode } from './second-step.ts'
import { CONSENT_STEP, type SessionKind, createSession, endSession } from './sessions.ts'
import { refuseSuspended, suspendedLogin } from './suspension.ts'
import { type Attempt, beginAttempt, clearAttempts, withdrawAttempt } from './throttle.ts'

type Credentials = { username: string; password: string }

/**
 * Logs in to the page. Where a second factor or the privacy notice is due, it returns a pending token for that step.
 * Throws INVALID (wrong name or password; after the right one a suspended shop, with the reason), TOO_MANY, UNAVAILABLE.
 */
export async function login(
  ctx: Ctx,
  input: Credentials & { remember: boolean } & { consentGiven: boolean },
): Promise<LoginResult> {
  const { remember, consentGiven } = input
  const opened = await openSession(ctx, input, async (trx, user) => {
    const step = await stepAfterPassword(trx, user)
    // The browser becomes a known place only at the end of the login.
    if (step === null) return finishLogin(trx, { ids: user.ids, remember, consentGiven })
    const begun = await beginStep(trx, step, { ids: user.ids, remember })
    return step === 'code' ? { ...begun, ...(await passkeyOption(trx, user)) } : begun
  })
  return loginResult(ctx, opened)
}

/** Logs an integrator in at once; `code` is required with a second factor. Throws as `login` does, and INVALID for the code. */
export async function legacyLogin(
  ctx: Ctx,
  { code = '', ...input }: Credentials & { code?: string | undefined },
): Promise<{ token: string }> {
  const opened = await openSession(ctx, input, async (trx, user) => {
    const step = await stepAfterPassword(trx, user)
    if (step === null) return { kind: 'legacy' as const, token: await enterProgram(trx, user.ids) }
    // Thrown later: a refusal here would count the right password as a failure. A program has no passkey.
    if (user.factorAt === null) return { kind: 'setup' as const, pending: null }
    if (code === '') return { kind: step, pending: null }
    return beginStep(trx, step, { ids: user.ids, remember: false })
  })
  if (opened.kind === 'legacy') return { token: opened.token }
  if (opened.kind === 'setup') throw new AppError('INVALID', messages.factorDue)
  if (opened.pending === null) throw new AppError('INVALID', messages.codeNeeded)
  const { token } = await passCode(ctx, { pending: opened.pending, code }, async (trx, { ids }) => ({
    kind: 'legacy' as const,
    token: await enterProgram(trx, ids),
  }))
  return { token }
}

async function enterProgram(trx: Ctx, ids: ActorIds): Promise<string> {
  const { user: userId } = ids
  await recordLogin(trx, ids, 'legacy')
  await storeKnownAddress(trx, userId)
  return createSession(trx, { userId, kind: 'legacy', remember: false, method: 'legacy' })
}

async function stepAfterPassword(ctx: Ctx, user: LockedUser): Promise<'code' | 'setup' | null> {
  if (user.factorAt !== null) return 'code'
  if (!requiresFactor(ctx, user)) return null
  return (await hasPasskey(ctx, user.ids.user)) ? 'code' : 'setup'
}

/** Returns whether a passkey may replace the code, or must be used, because there is no code. */
async function passkeyOption(ctx: Ctx, { ids, factorAt }: LockedUser): Promise<Pick<LoginStep, 'passkey'>> {
  if (factorAt === null) return { passkey: 'only' }
  return ctx.passkeyOrigin != null && (await hasPasskey(ctx, ids.user)) ? { passkey: 'too' } : {}
}

/** Runs `open` after the right password, with the user's row locked, unless the shop is suspended. */
async function openSession<T extends { kind: SessionKind }>(
  ctx: Ctx,
  { username, password }: Credentials,
  open: (trx: Ctx, user: LockedUser) => Promise<T>,
): Promise<T> {
  const wrong = () => new AppError('INVALID', messages.loginWrong)
  const typed = { username, password, wrong, lock: lockUser }
  const { ids, opened } = await withPassword(ctx, typed, async (trx, user) => ({
    ids: user.ids,
    // Thrown later: a refusal here would count the right password as a failure.
    opened: user.suspensionReason ?? (await open(trx, user)),
  }))
  if (typeof opened === 'string') {
    const { user: userId, shop: shopId } = ids
    logRefused({ ...ctx, actor: null }, { reason: 'shop suspended', username, userId, shopId })
    throw suspendedLogin(ctx, opened)
  }
  await tryPurgeLogins(ctx)
  logEvent({ ...ctx, actor: ids }, 'login', { kind: opened.kind })
  return opened
}

type PasswordCheck<C> = Credentials & {
  wrong: () => AppError
  /** Locks the row of the user with that password; `undefined` for a user who cannot log in. */
  lock: (trx: C, id: number) => Promise<LockedUser | undefined>
}

/** Runs `work` with the user locked; a wrong password is a failed login. Throws `wrong()`, TOO_MANY, UNAVAILABLE. */
export async function withPassword<C extends Ctx, T>(
  ctx: C,
  { username, password, wrong, lock }: PasswordCheck<C>,
  work: (trx: C, user: LockedUser) => Promise<T>,
): Promise<T> {
  const usernameKey = foldUserName(username)
  const attempt = await beginAttempt(ctx, usernameKey)
  const user = await checkPassword(ctx, { attempt, usernameKey, password })
  if (user === null) throw wrong()
  const { suspensionReason, done } = await inTransaction(ctx, async (trx) => {
    // The password may have been changed, or the user deleted, while the hash was computed.
    const current = await lock(trx, user.id)
    if (current?.password_hash !== user.password_hash) throw wrong()
    // The earlier failures of a suspended shop's user stay: they may be traces of a breach.
    if (current.suspensionReason === null) await clearAttempts(trx, attempt)
    return { suspensionReason: current.suspensionReason, done: await work(trx, current) }
  })
  if (suspensionReason !== null) await withdrawAttempt(ctx, attempt)
  return done
}

/** Returns the user with this name and password, or `null` after the same work. An error does not count as an attempt. */
async function checkPassword(
  ctx: BaseCtx,
  { attempt, usernameKey, password }: { attempt: Attempt; usernameKey: string; password: string },
): Promise<{ id: number; password_hash: string } | null> {
  try {
    const user = await ctx.db
      .selectFrom('users')
      .select(['id', 'shop_id', 'password_hash'])
      .where('username_key', '=', usernameKey)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    const matches = await verifyPassword(user?.password_hash ?? null, password)
    if (user !== undefined && matches) return user
    const isUser = user !== undefined
    const reason = isUser ? 'wrong password' : 'unknown user'
    logRefused(ctx, { reason, username: usernameKey, isUser, userId: user?.id, shopId: user?.shop_id })
    return null
  } catch (error) {
    await withdrawAttempt(ctx, attempt)
    throw error
  }
}

/**
 * Exchanges a pending token, once, for a web session, and stores who accepted which text. Throws INVALID when the token is
 * not valid, or when `version`, the text that the page has shown, is outdated.
 */
export async function acceptConsent(
  ctx: Ctx,
  input: { pending: string; version?: string | undefined },
): Promise<ActiveLogin> {
  if (input.version !== undefined && input.version !== CONSENT_TEXT_VERSION)
    throw new AppError('INVALID', messages.consentTextChanged)
  const entered = await inTransaction(ctx, async (trx) => {
    const pending = await takePendingLogin(trx, input.pending, CONSENT_STEP)
    if (pending === null) throw new AppError('INVALID', messages.consentExpired)
    refuseSuspended(trx, pending)
    await storeConsent(trx, { userId: pending.ids.user, action: 'accepted' })
    return enterPage(trx, pending)
  })
  logEvent({ ...ctx, actor: entered.ids }, 'consent accepted')
  return activeAnswer(ctx, entered)
}

/** Revokes the pending token, stores the refusal and ends the cookie's session. Returns whether there was a token to revoke. */
export async function cancelConsent(ctx: Ctx, input: { pending: string }): Promise<boolean> {
  const ids = await inTransaction(ctx, async (trx) => {
    const pending = await takePendingLogin(trx, input.pending, CONSENT_STEP)
    if (pending === null) return null
    await endReplacedSession(trx)
    await storeConsent(trx, { userId: pending.ids.user, action: 'cancelled' })
    return pending.ids
  })
  if (ids !== null) logEvent({ ...ctx, actor: ids }, 'consent cancelled')
  return ids !== null
}

/** Ends the caller's session; `idle`: the page does it, because it was not used. Does nothing without an actor. */
export async function logout(ctx: Ctx, { idle = false }: { idle?: boolean | undefined } = {}): Promise<void> {
  if (ctx.actor === null) return
  await endSession(ctx, ctx.actor.session.id)
  logEvent(ctx, idle ? 'session idle' : 'logout')
}

export async function sessionUser(ctx: Ctx): Promise<SessionUser | null> {
  return ctx.actor === null ? null : readSessionUser(ctx, ctx.actor)
}
