import { type Actor, type BaseCtx, suspendedRefusal } from '#server/platform/core/context.ts'
import { logEvent, logRefused } from '#server/platform/core/security-log.ts'
import { compiled } from '#server/platform/db/compiled.ts'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { rightsOf } from '#shared/staff/rights.ts'

import { hasPasskey } from './passkeys.ts'
import { factorSince, requiresFactor } from './second-factor.ts'
import { isIdle, isPending } from './sessions.ts'
import { SUSPENSION_REASON } from './suspension.ts'
import { hashToken, isToken } from './token.ts'

const MINUTE_MS = 60_000

/** The tokens of a request. `legacyToken`: a body's or PDF path's. No page's token counts in `plainCookie`. */
export type SentTokens = { header?: string; cookie?: string; plainCookie?: string; legacyToken?: string }
export type ResolvedActor =
  | {
      actor: Actor
      via: 'header' | 'cookie' | 'token'
      seenAt: Date
      tokenHash: Uint8Array
      suspensionReason?: undefined
    }
  /** `suspensionReason`: why the shop of the token's user is suspended. */
  | { actor: null; via: null; suspensionReason?: string | undefined; tokenHash?: undefined }

const ANONYMOUS = { actor: null, via: null } as const

/**
 * Finds the actor and the token that identifies it: header, then `legacyToken`, then cookies. Skips every token that is not
 * valid there, and `plainCookie` beside a valid `cookie`, because a sibling domain can plant it (decision 3). `isUse` is
 * false for calls that the page makes by itself. Throws UNAUTHENTICATED when valid tokens belong to different users.
 */
export async function resolveActor(
  ctx: BaseCtx,
  sent: SentTokens,
  { isUse = true, readsOnly = false } = {},
): Promise<ResolvedActor> {
  const tokens = [
    { via: 'header' as const, token: sent.header },
    { via: 'token' as const, token: sent.legacyToken },
    { via: 'cookie' as const, token: sent.cookie, isPages: true },
    { via: 'cookie' as const, token: sent.plainCookie },
  ].flatMap(({ token = '', ...from }) => (isToken(token) ? [{ ...from, hash: hashToken(token) }] : []))
  if (tokens.length === 0) return ANONYMOUS

  const sessions = await withFactor(
    ctx,
    await findSessions(
      ctx,
      tokens.map((token) => token.hash),
    ),
  )
  const found = tokens.flatMap(({ via, hash, isPages = false }) => {
    const session = sessions.find((row) => hash.equals(row.token_hash))
    if (session === undefined || isPending(session.kind)) return []
    if (session.kind === 'web' && !isPages) {
      const { username, user_id: userId, shop_id: shopId } = session
      // The token was leaked; behind https a cookie of an older version may hold one.
      if (via !== 'cookie')
        logRefused(ctx, { reason: 'web token outside its cookie', username, userId, shopId })
      return []
    }
    return [{ via, isPages, session: { ...session, kind: session.kind } }]
  })
  const inUse = found.filter(({ session }) => !isIdle(session, ctx.now))
  const hasPages = inUse.some(({ isPages }) => isPages)
  const valid = inUse.filter(({ via, isPages }) => via !== 'cookie' || isPages || !hasPages)
  if (!readsOnly) for (const { session } of found) if (isIdle(session, ctx.now)) await endIdle(ctx, session)
  if (new Set(valid.map((it) => it.session.user_id)).size > 1)
    throw new AppError('UNAUTHENTICATED', messages.unauthenticated)

  const chosen = valid[0]
  if (chosen === undefined) return ANONYMOUS
  const { session, via } = chosen
  // The session stays: it counts again once the shop is opened.
  if (session.suspensionReason !== null) return { ...ANONYMOUS, suspensionReason: session.suspensionReason }
  const { id, kind, shop_id: shop, user_id: user, username, auth, confirmed_at: confirmedAt } = session
  const rights = rightsOf(session)
  const actor = { shop, user, username, auth, rights, session: { id, kind, confirmedAt } }
  const seenAt = isUse && !readsOnly ? await recordUse(ctx, session) : session.last_seen_at
  return { actor, via, seenAt, tokenHash: session.token_hash }
}

/** Returns the sessions without those of administrators who lack the second factor that they must have. */
async function withFactor<S extends { user_id: number; auth: number }>(
  ctx: BaseCtx,
  sessions: S[],
): Promise<S[]> {
  const hasFactor = async ({ user_id: user }: S) =>
    (await factorSince(ctx, user)) !== null || hasPasskey(ctx, user)
  const accepted = []
  for (const session of sessions)
    if (!requiresFactor(ctx, session) || (await hasFactor(session))) accepted.push(session)
  return accepted
}

/** Throws UNAUTHENTICATED unless the session of that token is still valid, FORBIDDEN while the shop is suspended. */
export async function requireSession(
  ctx: Pick<BaseCtx, 'db' | 'now' | 'supportEmail'>,
  tokenHash: Uint8Array,
): Promise<void> {
  const [session] = await findSessions(ctx, [tokenHash])
  if (session === undefined || isIdle(session, ctx.now))
    throw new AppError('UNAUTHENTICATED', messages.unauthenticated)
  if (session.suspensionReason !== null) throw suspendedRefusal(ctx, session.suspensionReason)
}

/** A request sends one token, rarely two or three. */
async function findSessions({ db, now }: Pick<BaseCtx, 'db' | 'now'>, hashes: Uint8Array[]) {
  const found = await Promise.all(hashes.map((hash) => sessionQuery(db, { hash, now })))
  return found.flat()
}

const sessionQuery = compiled((db, { hash, now }: { hash: Uint8Array; now: Date }) =>
  db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .innerJoin('shops', 'shops.id', 'u.shop_id')
    .select(['s.id', 's.token_hash', 's.kind', 's.last_seen_at', 's.confirmed_at'])
    .select(['s.user_id', 'u.username', 'u.auth', 'u.shop_id', 'u.role', 'u.sees_figures'])
    .select(['shops.idle_minutes', SUSPENSION_REASON])
    .where('s.token_hash', '=', hash)
    .where('s.expires_at', '>', now)
    .where('u.deleted_at', 'is', null)
    .where('shops.closed_at', 'is', null),
)

/** A use of a session is stored when the stored one is from this time or earlier: once a minute. */
const useDueSince = (now: Date): Date => new Date(now.getTime() - MINUTE_MS)

/** Returns whether this use of a session must be stored. */
export const isUseDue = (now: Date, seenAt: Date): boolean => seenAt <= useDueSince(now)

/** Stores when the session was last used, and returns it. Optional work: its failure must not fail the request. */
async function recordUse(ctx: BaseCtx, session: { id: number; last_seen_at: Date }): Promise<Date> {
  const { id, last_seen_at } = session
  if (!isUseDue(ctx.now, last_seen_at)) return last_seen_at
  try {
    await ctx.db
      .updateTable('sessions')
      .set({ last_seen_at: ctx.now })
      .where('id', '=', id)
      .where('last_seen_at', '<=', useDueSince(ctx.now))
      .execute()
    return ctx.now
  } catch (error) {
    ctx.log.warn({ err: error }, 'last use of a session not noted')
    return last_seen_at
  }
}

/** Ends a session that was not used for too long. It is not valid any more, so a failure only leaves its row. */
async function endIdle(
  ctx: BaseCtx,
  { id, user_id: user, shop_id: shop }: { id: number; user_id: number; shop_id: number },
): Promise<void> {
  try {
    const ended = await ctx.db.deleteFrom('sessions').where('id', '=', id).returning('id').execute()
    if (ended.length > 0) logEvent({ ...ctx, actor: { shop, user } }, 'session idle')
  } catch (error) {
    ctx.log.warn({ err: error }, 'an unused session was not removed')
  }
}
