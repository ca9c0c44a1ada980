import { type Kysely, sql } from 'kysely'

import type { BaseCtx, UserCtx } from '#server/platform/core/context.ts'
import { logEvent } from '#server/platform/core/security-log.ts'
import { countDeleted, countRows } from '#server/platform/db/row-counts.ts'
import type { DB } from '#server/platform/db/schema.ts'
import type { LoginMethod } from '#shared/auth/new-logins.ts'
import { IDLE_MINUTES, SESSION_HOURS, SESSION_REMEMBER_DAYS } from '#shared/options.ts'

import { SUSPENSION_REASON } from './suspension.ts'
import { createToken, hashToken, isToken } from './token.ts'

export type SessionKind = DB['sessions']['kind']
/** The kinds of session of an unfinished login, which waits for the code, its set-up or the notice. */
export type PendingKind = Exclude<SessionKind, 'web' | 'legacy'>
/** The stored kind of a login that waits for the consent to the notice. */
export const CONSENT_STEP = 'pending'

export const isPending = (kind: SessionKind): kind is PendingKind => kind !== 'web' && kind !== 'legacy'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const PENDING_MINUTES = 10

/** Returns a session's lifetime from its start, in ms (decisions: sessions). Use does not prolong it. */
function lifetime(kind: SessionKind, remember: boolean): number {
  if (isPending(kind)) return PENDING_MINUTES * MINUTE_MS
  return (remember ? SESSION_REMEMBER_DAYS * 24 : SESSION_HOURS) * HOUR_MS
}

/**
 * `confirmedAt`: when the password was typed, by default now; `browserSince`: the user's first login with this browser, by
 * default this one.
 */
type NewSession = {
  userId: number
  kind: SessionKind
  remember: boolean
  confirmedAt?: Date | null
  method?: LoginMethod
  browserSince?: Date
}

/** Starts a session and returns its token, which is not readable later. Ends surplus sessions (decisions: sessions). */
export async function createSession(ctx: BaseCtx, session: NewSession): Promise<string> {
  const token = createToken()
  const { userId, kind, remember, confirmedAt = ctx.now, method = 'password' } = session
  const { browserSince = ctx.now } = session
  const { id } = await ctx.db
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      user_id: userId,
      kind,
      remember,
      user_agent: ctx.client.userAgent,
      created_at: ctx.now,
      last_seen_at: ctx.now,
      expires_at: new Date(ctx.now.getTime() + lifetime(kind, remember)),
      confirmed_at: confirmedAt,
      method,
      browser_since: browserSince,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await endSurplus(ctx, { id, userId, kind })
  return token
}

/** Sessions of one kind that a user may have at once. */
export const MAX_SESSIONS: Record<SessionKind, number> = {
  web: 20,
  legacy: 100,
  [CONSENT_STEP]: 20,
  code: 20,
  setup: 20,
}

/**
 * Ends surplus sessions beside the one that has just begun: first those that were used for less than a minute, as by a script
 * that logs in at every run, then the longest unused. The user's row is locked, so concurrent logins count each other.
 */
async function endSurplus(
  ctx: BaseCtx,
  { id, userId, kind }: { id: number; userId: number; kind: SessionKind },
): Promise<void> {
  const surplus = await ctx.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('id', '<>', id)
    .orderBy(sql`case when last_seen_at > created_at then 1 else 0 end`, 'desc')
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .offset(MAX_SESSIONS[kind] - 1)
    .execute()
  if (surplus.length === 0) return
  const ids = surplus.map((session) => session.id)
  await ctx.db.deleteFrom('sessions').where('user_id', '=', userId).where('id', 'in', ids).execute()
  logEvent(ctx, 'too many sessions', { userId, kind, ended: ids.length })
}

/** Returns the token's valid session that waits for this step of a login; none of a closed account or shop. */
export async function findPendingLogin(ctx: BaseCtx, token: string, kind: PendingKind) {
  if (!isToken(token)) return undefined
  const found = await ctx.db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .innerJoin('shops', 'shops.id', 'u.shop_id')
    .select(['s.id', 's.user_id as user', 'u.shop_id as shop', 'u.username', SUSPENSION_REASON])
    .where('s.token_hash', '=', hashToken(token))
    .where('s.kind', '=', kind)
    .where('s.expires_at', '>', ctx.now)
    .where('u.deleted_at', 'is', null)
    .where('shops.closed_at', 'is', null)
    .executeTakeFirst()
  if (found === undefined) return undefined
  const { shop, user, ...rest } = found
  return { ...rest, ids: { shop, user } }
}

/** Stores that the password was just typed for the caller's session. Returns whether that session still exists. */
export async function storeConfirmation({ db, now, actor }: UserCtx): Promise<boolean> {
  const confirmed = await db
    .updateTable('sessions')
    .set({ confirmed_at: now })
    .where('id', '=', actor.session.id)
    .where('user_id', '=', actor.user)
    .returning('id')
    .executeTakeFirst()
  return confirmed !== undefined
}

/** Ends one session immediately, on every instance. A second call changes nothing. */
export async function endSession({ db }: Pick<BaseCtx, 'db'>, sessionId: number): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', sessionId).execute()
}

/** Ends a user's sessions except `exceptId` (`null`: all); returns their number. The user's row is locked: logins wait for it. */
export async function endOtherSessions(
  { db }: Pick<BaseCtx, 'db'>,
  userId: number,
  exceptId: number | null,
): Promise<number> {
  let others = db.deleteFrom('sessions').where('user_id', '=', userId)
  if (exceptId !== null) others = others.where('id', '<>', exceptId)
  return countDeleted(others)
}

export const countSessions = (db: Kysely<DB>, now: Date): Promise<number> =>
  countRows(db.selectFrom('sessions').where('expires_at', '>', now))

/** Returns open sessions and last use, in ms, of these users, or of all; without users who never used the panel. */
export async function readLastUses({ db, now }: Pick<BaseCtx, 'db' | 'now'>, ids?: readonly number[]) {
  let sessions = db
    .selectFrom('sessions')
    .where('kind', 'in', ['web', 'legacy'])
    .where('expires_at', '>', now)
    .groupBy('user_id')
    .select(['user_id', ({ fn }) => fn.max('last_seen_at').as('at')])
    .select(({ fn }) => fn.countAll<number>().as('open'))
  let places = db
    .selectFrom('known_places')
    .groupBy('user_id')
    .select(['user_id', ({ fn }) => fn.max('last_login_at').as('at')])
  if (ids !== undefined) {
    sessions = sessions.where('user_id', 'in', ids)
    places = places.where('user_id', 'in', ids)
  }
  const [used, known] = await Promise.all([sessions.execute(), places.execute()])
  const uses = new Map(known.map(({ user_id, at }) => [user_id, { open: 0, at: at.getTime() }]))
  for (const { user_id, at, open } of used)
    uses.set(user_id, { open, at: Math.max(at.getTime(), uses.get(user_id)?.at ?? 0) })
  return uses
}

/** The largest delay of a stored use, in ms: the page reports every 30 s, and a use is stored once a minute. */
export const MAX_USE_DELAY_MS = 90_000

/** Returns the moment before which a last use exceeds a shop's limit in minutes. */
const idleSince = (now: Date, minutes: number): Date =>
  new Date(now.getTime() - minutes * MINUTE_MS - MAX_USE_DELAY_MS)

type SessionUse = { kind: DB['sessions']['kind']; last_seen_at: Date; idle_minutes: number | null }

/** Returns whether a page's session was unused for longer than its shop allows, at most two minutes late (decision 28). */
export function isIdle({ kind, last_seen_at, idle_minutes }: SessionUse, now: Date): boolean {
  return kind === 'web' && idle_minutes !== null && last_seen_at <= idleSince(now, idle_minutes)
}

/** Removes the sessions that an idle limit has ended and that were not used since. */
export async function purgeIdle(db: Kysely<DB>, now: Date): Promise<void> {
  for (const minutes of IDLE_MINUTES) {
    const limited = db.selectFrom('shops').select('id').where('idle_minutes', '=', minutes)
    const people = db.selectFrom('users').select('id').where('shop_id', 'in', limited)
    await db
      .deleteFrom('sessions')
      .where('kind', '=', 'web')
      .where('last_seen_at', '<=', idleSince(now, minutes))
      .where('user_id', 'in', people)
      .execute()
  }
}
