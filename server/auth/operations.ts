import { type ActorIds, type BaseCtx, type Ctx, inTransaction } from '#server/core/context.ts'
import { logEvent, logRefused } from '#server/core/security-log.ts'
import { logoUrl } from '#server/core/logo-url.ts'
import { kept } from '#server/db/kept.ts'
import { ofShop } from '#server/db/shop-rows.ts'
import type { SessionUser } from '#shared/auth/schema.ts'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { readPreferences } from '#shared/settings/preferences.ts'
import { rightsOf } from '#shared/staff/rights.ts'
import { foldUserName } from '#shared/turkish.ts'

import { storeConsent } from './consent.ts'
import { purgeLogins } from './purge.ts'
import { verifyPassword } from './password-hash.ts'
import { rememberAddress, rememberBrowser } from './places.ts'
import { type SessionKind, actorIds, createSession, endSession, findPending } from './sessions.ts'
import { type Attempt, beginAttempt, clearAttempts, withdrawAttempt } from './throttle.ts'

type Credentials = { username: string; password: string }
/** `browser` is the new token that identifies the browser at later logins. */
export type ActiveLogin = {
  status: 'active'
  token: string
  browser: string
  remember: boolean
  user: SessionUser
}
export type LoginResult = ActiveLogin | { status: 'consent'; pending: string }

/**
 * The web page's login. Without the consent cookie it returns a pending token that only `acceptConsent` and
 * `cancelConsent` take. Throws INVALID (wrong name or password; takes the same time for a missing user), TOO_MANY,
 * UNAVAILABLE.
 */
export async function login(
  ctx: Ctx,
  input: Credentials & { remember: boolean; consentGiven: boolean },
): Promise<LoginResult> {
  const { remember, consentGiven } = input
  if (!consentGiven) {
    // Not yet a login: the browser becomes a known place only after the notice is accepted.
    const { opened } = await openSession(ctx, { ...input, kind: 'pending' }, (trx, userId) =>
      createSession(trx, { userId, kind: 'pending', remember }),
    )
    return { status: 'consent', pending: opened }
  }
  const { ids, opened } = await openSession(ctx, { ...input, kind: 'web' }, (trx, userId) =>
    enterPage(trx, { userId, remember }),
  )
  return { status: 'active', ...opened, remember, user: await readSessionUser(ctx, ids) }
}

/** An integrator's login: an active session at once (decisions: legacy paths). Throws as `login` does. */
export async function legacyLogin(ctx: Ctx, input: Credentials): Promise<{ token: string }> {
  const { opened } = await openSession(ctx, { ...input, kind: 'legacy' }, async (trx, userId) => {
    await rememberAddress(trx, userId)
    return createSession(trx, { userId, kind: 'legacy', remember: false })
  })
  return { token: opened }
}

/** Checks the password, then runs `work` in a transaction that holds the lock on the user's row. */
async function openSession<T>(
  ctx: Ctx,
  input: Credentials & { kind: SessionKind },
  open: (trx: Ctx, userId: number) => Promise<T>,
): Promise<{ ids: ActorIds; opened: T }> {
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
  const ids = actorIds(user)
  logEvent({ ...ctx, actor: ids }, 'login', { kind: input.kind })
  return { ids, opened }
}

/**
 * Starts the page's session, ends the one that it replaces, and stores where the request comes from as a known
 * place.
 */
async function enterPage(
  trx: Ctx,
  session: { userId: number; remember: boolean; confirmedAt?: Date | null },
): Promise<{ token: string; browser: string }> {
  await endReplaced(trx)
  await rememberAddress(trx, session.userId)
  const browser = await rememberBrowser(trx, session.userId)
  return { token: await createSession(trx, { ...session, kind: 'web' }), browser }
}

const wrong = () => new AppError('INVALID', messages.loginWrong)

type StoredPassword = { id: number; shop_id: number | null; password_hash: string }

/**
 * The user with this name and password, or `null` after the same amount of work. An error does not count as an
 * attempt.
 */
export async function checkPassword(
  ctx: BaseCtx,
  { attempt, usernameKey, password }: { attempt: Attempt; usernameKey: string; password: string },
): Promise<StoredPassword | null> {
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
    const shopId = user?.shop_id ?? user?.id
    logRefused(ctx, { reason, username: usernameKey, isUser, userId: user?.id, shopId })
    return null
  } catch (error) {
    await withdrawAttempt(ctx, attempt)
    throw error
  }
}

/**
 * Locks the user's row, so that sessions start and end one after the other. Saving records does not wait for this
 * lock.
 */
export function lockUser(ctx: BaseCtx, userId: number): Promise<StoredPassword | undefined> {
  return ctx.db
    .selectFrom('users')
    .select(['id', 'shop_id', 'password_hash'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Ends the session in the browser's cookie, which is about to be replaced by a new one. */
async function endReplaced(ctx: Ctx): Promise<void> {
  const session = ctx.actor?.session
  if (session?.kind === 'web') await endSession(ctx, session.id)
}

/** Removes expired rows. Optional work: its failure must not fail the login. */
async function purge(ctx: BaseCtx): Promise<void> {
  try {
    await purgeLogins(ctx.db, ctx.now)
  } catch (error) {
    ctx.log.warn({ err: error }, 'expired logins not removed')
  }
}

/**
 * Exchanges a pending token, once, for a new web session, and stores who accepted which text. Throws INVALID when
 * the token is not valid (used, cancelled, older than 10 minutes).
 */
export async function acceptConsent(ctx: Ctx, input: { pending: string }): Promise<ActiveLogin> {
  const { ids, remember, ...opened } = await inTransaction(ctx, async (trx) => {
    const pending = await takePending(trx, input.pending)
    if (pending === null) throw new AppError('INVALID', messages.consentExpired)
    const { ids, remember, confirmed_at: confirmedAt } = pending
    await storeConsent(trx, { userId: ids.user, action: 'accepted' })
    const session = { userId: ids.user, remember, confirmedAt }
    return { ids, remember, ...(await enterPage(trx, session)) }
  })
  logEvent({ ...ctx, actor: ids }, 'consent accepted')
  return { status: 'active', ...opened, remember, user: await readSessionUser(ctx, ids) }
}

/**
 * Cancel and close: revokes the pending token, stores that the notice was declined, and ends the session in the
 * cookie. Returns whether there was a token to revoke: one that was accepted meanwhile has started a session.
 */
export async function cancelConsent(ctx: Ctx, input: { pending: string }): Promise<boolean> {
  const ids = await inTransaction(ctx, async (trx) => {
    const pending = await takePending(trx, input.pending)
    if (pending === null) return null
    await endReplaced(trx)
    await storeConsent(trx, { userId: pending.ids.user, action: 'cancelled' })
    return pending.ids
  })
  if (ids !== null) logEvent({ ...ctx, actor: ids }, 'consent cancelled')
  return ids !== null
}

/** Removes a valid pending session and returns it; of two concurrent calls only one gets it. */
async function takePending(ctx: BaseCtx, token: string) {
  const found = await findPending(ctx, token)
  // Locks the user's row first, as everywhere: another order could deadlock with a password change.
  if (found === undefined) return null
  const user = await lockUser(ctx, found.user_id)
  if (user === undefined) return null
  const taken = await ctx.db
    .deleteFrom('sessions')
    .where('id', '=', found.id)
    .returning(['remember', 'confirmed_at'])
    .executeTakeFirst()
  return taken === undefined ? null : { ...taken, ids: actorIds(user) }
}

/** Ends the caller's session; `idle`: the page does it, because nobody used it. Without a session it does nothing. */
export async function logout(ctx: Ctx, { idle = false }: { idle?: boolean | undefined } = {}): Promise<void> {
  if (ctx.actor === null) return
  await endSession(ctx, ctx.actor.session.id)
  logEvent(ctx, idle ? 'session idle' : 'logout')
}

/** The user of the caller's session, or `null` without one. */
export async function sessionUser(ctx: Ctx): Promise<SessionUser | null> {
  return ctx.actor === null ? null : readSessionUser(ctx, ctx.actor)
}

const keptSessionUser = kept((db, { shop, user }: ActorIds) =>
  db
    .selectFrom('users as u')
    .innerJoin('users as s', (join) => join.on('s.id', '=', shop))
    .leftJoin('logo', 'logo.user_id', 's.id')
    .select(['u.id', 'u.username', 'u.auth', 'u.role', 'u.sees_figures', 'u.preferences'])
    .select(['s.company_name', 's.company_tel', 's.company_adress', 's.output_format'])
    .select(['s.license_type', 's.license_end_date', 's.prices_with_vat', 's.idle_minutes'])
    .select('logo.created_at as logo_at')
    .where('u.id', '=', user),
)

/** The user with the shop's company, logo, choices and licence. */
async function readSessionUser(ctx: BaseCtx, { shop, user }: ActorIds): Promise<SessionUser> {
  // Someone who has just logged in has not the shop of the request's session.
  const [row] = await keptSessionUser(ofShop(ctx.db, shop), { shop, user })
  if (row === undefined) throw new Error('The user of a session is missing.')
  const { logo_at, preferences, role, sees_figures, ...found } = row
  return {
    ...found,
    rights: rightsOf({ role, sees_figures }),
    logo_url: logoUrl({ user_id: shop, logo_at }),
    preferences: readPreferences(preferences),
  }
}
