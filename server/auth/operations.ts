import { type ActorIds, type BaseCtx, type Ctx, inTransaction } from '#server/core/context.ts'
import { logRefused } from '#server/core/security-log.ts'
import type { SessionUser } from '#shared/auth/schema.ts'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { foldUserName } from '#shared/turkish.ts'

import { storeConsent } from './consent.ts'
import { purgeLogins } from './purge.ts'
import { verifyPassword } from './password-hash.ts'
import { rememberAddress, rememberBrowser } from './places.ts'
import { type SessionKind, actorIds, createSession, endSession, findPending } from './sessions.ts'
import { type Attempt, beginAttempt, clearAttempts, withdrawAttempt } from './throttle.ts'

type Credentials = { username: string; password: string }
/** `browser` is the token by which the browser is known from now on. */
export type ActiveLogin = {
  status: 'active'
  token: string
  browser: string
  remember: boolean
  user: SessionUser
}
export type LoginResult = ActiveLogin | { status: 'consent'; pending: string }

/**
 * The web page's login. Without the consent cookie it ends in a pending token that is good for `acceptConsent`
 * and `cancelConsent` only. Throws INVALID (wrong, in the same time for a missing user), TOO_MANY, UNAVAILABLE.
 */
export async function login(
  ctx: Ctx,
  input: Credentials & { remember: boolean; consentGiven: boolean },
): Promise<LoginResult> {
  const { remember, consentGiven } = input
  if (!consentGiven) {
    // Not yet a login: nothing makes the browser known before the notice is accepted.
    const { opened } = await openSession(ctx, { ...input, kind: 'pending' }, (trx, userId) =>
      createSession(trx, { userId, kind: 'pending', remember }),
    )
    return { status: 'consent', pending: opened }
  }
  const { userId, opened } = await openSession(ctx, { ...input, kind: 'web' }, (trx, userId) =>
    enterPage(trx, { userId, remember }),
  )
  return { status: 'active', ...opened, remember, user: await readSessionUser(ctx, actorIds(userId)) }
}

/** An integrator's login: an active session at once (decisions: legacy paths). Throws as `login` does. */
export async function legacyLogin(ctx: Ctx, input: Credentials): Promise<{ token: string }> {
  const { opened } = await openSession(ctx, { ...input, kind: 'legacy' }, async (trx, userId) => {
    await rememberAddress(trx, userId)
    return createSession(trx, { userId, kind: 'legacy', remember: false })
  })
  return { token: opened }
}

/** Checks the password, and does what it opens in the transaction that holds the user's row. */
async function openSession<T>(
  ctx: Ctx,
  input: Credentials & { kind: SessionKind },
  open: (trx: Ctx, userId: number) => Promise<T>,
): Promise<{ userId: number; opened: T }> {
  const usernameKey = foldUserName(input.username)
  const attempt = await beginAttempt(ctx, usernameKey)
  const user = await checkPassword(ctx, { attempt, usernameKey, password: input.password })
  if (user === null) throw wrong()
  const opened = await inTransaction(ctx, async (trx) => {
    // The password may have been changed, or the user deleted, while the hash was computed.
    const current = await lockUser(trx, user.id)
    if (current?.password_hash !== user.password_hash) throw wrong()
    await clearAttempts(trx, attempt)
    return open(trx, user.id)
  })
  await purge(ctx)
  ctx.log.info({ userId: user.id, kind: input.kind }, 'login')
  return { userId: user.id, opened }
}

/** Starts the page's session in the place of the one before; where it comes from is known from now on. */
async function enterPage(
  trx: Ctx,
  session: { userId: number; remember: boolean },
): Promise<{ token: string; browser: string }> {
  await endReplaced(trx)
  await rememberAddress(trx, session.userId)
  const browser = await rememberBrowser(trx, session.userId)
  return { token: await createSession(trx, { ...session, kind: 'web' }), browser }
}

const wrong = () => new AppError('INVALID', messages.loginWrong)

type StoredPassword = { id: number; password_hash: string }

/** The user whose name and password these are, or `null` after the same work. What fails counts as no attempt. */
export async function checkPassword(
  ctx: BaseCtx,
  { attempt, usernameKey, password }: { attempt: Attempt; usernameKey: string; password: string },
): Promise<StoredPassword | null> {
  try {
    const user = await ctx.db
      .selectFrom('users')
      .select(['id', 'password_hash'])
      .where('username_key', '=', usernameKey)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    const matches = await verifyPassword(user?.password_hash ?? null, password)
    if (user !== undefined && matches) return user
    const isUser = user !== undefined
    const reason = isUser ? 'wrong password' : 'unknown user'
    logRefused(ctx, { reason, username: usernameKey, isUser })
    return null
  } catch (error) {
    await withdrawAttempt(ctx, attempt)
    throw error
  }
}

/** Holds the user's row, so that sessions start and end one after the other; records are not held up by it. */
function lockUser(ctx: BaseCtx, userId: number): Promise<StoredPassword | undefined> {
  return ctx.db
    .selectFrom('users')
    .select(['id', 'password_hash'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** The browser's cookie is about to name another session: the one it named until now must not live on. */
async function endReplaced(ctx: Ctx): Promise<void> {
  const session = ctx.actor?.session
  if (session?.kind === 'web') await endSession(ctx, session.id)
}

/** Cleaning is a courtesy to the database: its failure must not fail the login. */
async function purge(ctx: BaseCtx): Promise<void> {
  try {
    await purgeLogins(ctx.db, ctx.now)
  } catch (error) {
    ctx.log.warn({ err: error }, 'expired logins not removed')
  }
}

/**
 * Exchanges a pending token, once, for a fresh web session, and keeps who accepted which text. Throws INVALID
 * when the token is none (used, cancelled, older than 10 minutes).
 */
export async function acceptConsent(ctx: Ctx, input: { pending: string }): Promise<ActiveLogin> {
  const { userId, remember, ...opened } = await inTransaction(ctx, async (trx) => {
    const pending = await takePending(trx, input.pending)
    if (pending === null) throw new AppError('INVALID', messages.consentExpired)
    await storeConsent(trx, { userId: pending.user_id, action: 'accepted' })
    const session = { userId: pending.user_id, remember: pending.remember }
    return { ...session, ...(await enterPage(trx, session)) }
  })
  ctx.log.info({ userId }, 'consent accepted')
  return { status: 'active', ...opened, remember, user: await readSessionUser(ctx, actorIds(userId)) }
}

/**
 * Cancel and close: revokes the pending token, keeps that it was declined, and ends the session that the cookie
 * named. Returns whether there was one to revoke: a token that was accepted meanwhile has begun a session.
 */
export function cancelConsent(ctx: Ctx, input: { pending: string }): Promise<boolean> {
  return inTransaction(ctx, async (trx) => {
    const pending = await takePending(trx, input.pending)
    if (pending === null) return false
    await endReplaced(trx)
    await storeConsent(trx, { userId: pending.user_id, action: 'cancelled' })
    return true
  })
}

/** Removes a valid pending session and returns it; of two at once only one gets it. */
async function takePending(ctx: BaseCtx, token: string) {
  const found = await findPending(ctx, token)
  // The user's row first, as everywhere: two orders would be a deadlock with a change of password.
  if (found === undefined || (await lockUser(ctx, found.user_id)) === undefined) return null
  const taken = await ctx.db
    .deleteFrom('sessions')
    .where('id', '=', found.id)
    .returning(['user_id', 'remember'])
    .executeTakeFirst()
  return taken ?? null
}

/** Ends the session that asks. Nobody logged in is no error. */
export async function logout(ctx: Ctx): Promise<void> {
  if (ctx.actor === null) return
  await endSession(ctx, ctx.actor.session.id)
  ctx.log.info({ userId: ctx.actor.user }, 'logout')
}

/** Whose session it is, or `null` without one. */
export async function sessionUser(ctx: Ctx): Promise<SessionUser | null> {
  return ctx.actor === null ? null : readSessionUser(ctx, ctx.actor)
}

/** The user under the name and licence of the shop. */
function readSessionUser(ctx: BaseCtx, { shop, user }: ActorIds): Promise<SessionUser> {
  return ctx.db
    .selectFrom(['users as u', 'users as s'])
    .select(['u.id', 'u.username', 'u.auth', 's.company_name', 's.license_type', 's.license_end_date'])
    .where('u.id', '=', user)
    .where('s.id', '=', shop)
    .executeTakeFirstOrThrow()
}
