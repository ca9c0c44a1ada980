import { type BaseCtx, type Ctx, inTransaction } from '#server/core/context.ts'
import type { SessionUser } from '#shared/auth/schema.ts'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { foldUserName } from '#shared/turkish.ts'

import { storeConsent } from './consent.ts'
import { purgeLogins } from './housekeeping.ts'
import { verifyPassword } from './password-hash.ts'
import { type SessionKind, createSession, endSession, findPending } from './sessions.ts'
import { type Attempt, beginAttempt, clearAttempts, withdrawAttempt } from './throttle.ts'

type Credentials = { username: string; password: string }
export type ActiveLogin = { status: 'active'; token: string; remember: boolean; user: SessionUser }
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
  const { userId, token } = await openSession(ctx, input, {
    kind: consentGiven ? 'web' : 'pending',
    remember,
  })
  if (!consentGiven) return { status: 'consent', pending: token }
  return { status: 'active', token, remember, user: await readSessionUser(ctx, userId) }
}

/** An integrator's login: an active session at once (decisions: legacy paths). Throws as `login` does. */
export async function legacyLogin(ctx: Ctx, input: Credentials): Promise<{ token: string }> {
  const { token } = await openSession(ctx, input, { kind: 'legacy', remember: false })
  return { token }
}

type Opening = { kind: SessionKind; remember: boolean }

async function openSession(
  ctx: Ctx,
  input: Credentials,
  opening: Opening,
): Promise<{ userId: number; token: string }> {
  const usernameKey = foldUserName(input.username)
  const attempt = await beginAttempt(ctx, usernameKey)
  const user = await checkPassword(ctx, { attempt, usernameKey, password: input.password })
  if (user === null) throw wrong()
  const token = await inTransaction(ctx, async (trx) => {
    // The password may have been changed, or the user deleted, while the hash was computed.
    const current = await lockUser(trx, user.id)
    if (current?.password_hash !== user.password_hash) throw wrong()
    await clearAttempts(trx, attempt)
    if (opening.kind === 'web') await endReplaced(trx)
    return createSession(trx, { userId: user.id, ...opening })
  })
  await purge(ctx)
  ctx.log.info({ userId: user.id, kind: opening.kind }, 'login')
  return { userId: user.id, token }
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
    return user !== undefined && matches ? user : null
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
  const { userId, token, remember } = await inTransaction(ctx, async (trx) => {
    const pending = await takePending(trx, input.pending)
    if (pending === null) throw new AppError('INVALID', messages.consentExpired)
    await storeConsent(trx, { userId: pending.user_id, action: 'accepted' })
    await endReplaced(trx)
    const session = { userId: pending.user_id, remember: pending.remember }
    return { ...session, token: await createSession(trx, { ...session, kind: 'web' }) }
  })
  ctx.log.info({ userId }, 'consent accepted')
  return { status: 'active', token, remember, user: await readSessionUser(ctx, userId) }
}

/**
 * Cancel and close: revokes the pending token, keeps that it was declined, and ends the session that the cookie
 * named. Answers whether there was one to revoke: a token that was accepted meanwhile has begun a session.
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
  ctx.log.info({ userId: ctx.actor.id }, 'logout')
}

/** Whose session it is, or `null` without one. */
export async function sessionUser(ctx: Ctx): Promise<SessionUser | null> {
  return ctx.actor === null ? null : readSessionUser(ctx, ctx.actor.id)
}

async function readSessionUser(ctx: BaseCtx, id: number): Promise<SessionUser> {
  const row = await ctx.db
    .selectFrom('users')
    .select(['id', 'username', 'auth', 'company_name', 'license_type', 'license_end_date'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...row, license_end_date: row.license_end_date ?? '' }
}
