import { endAccess, recordOwnChange } from '#server/auth/accounts.ts'
import { changeOwnAccount } from '#server/auth/enter.ts'
import { isIdle } from '#server/auth/sessions.ts'
import { countPasskeys } from '#server/auth/passkeys.ts'
import { inTransaction, type UserCtx } from '#server/platform/core/context.ts'
import { logEvent } from '#server/platform/core/security-log.ts'
import { type LoginReport, type NewLogin, SHOWN_LOGINS } from '#shared/auth/new-logins.ts'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import type { OpenSession } from '#shared/settings/schema.ts'

import { lastPasskeyKept } from './second-factor.ts'
import { reportedAccounts, reportedView } from './reported-accounts.ts'

/**
 * Returns the last logins from new devices, the newest first: in `news` those unanswered for this session, except its
 * own login, and in `all` those of any kind, at most as many. A program has no news.
 */
export async function listNewLogins(ctx: UserCtx): Promise<{ news: NewLogin[]; all: NewLogin[] }> {
  const all = await newestOf(ctx.db.selectFrom('new_login').where('user_id', '=', ctx.actor.user)).execute()
  const session = all.length === 0 ? undefined : await ownSession(ctx)
  const news = session === undefined ? [] : await newestOf(newsOf(ctx, session)).execute()
  return { news: news.map(shown), all: all.map(shown) }
}

/** Dismisses the shown logins up to that one ('Bendim'). Throws FORBIDDEN for a program. */
export async function dismissLogins(ctx: UserCtx, { id }: { id: number }): Promise<void> {
  // A program's token is part of links to PDFs, so it must not answer for its user.
  if (ctx.actor.session.kind === 'legacy') throw new AppError('FORBIDDEN', messages.forbidden)
  await inTransaction(ctx, async (trx) => {
    const session = await ownSession(trx)
    if (session === undefined) return
    await answer(trx, session, await newestOf(newsOf(trx, session).where('id', '<=', id)).execute())
  })
}

/**
 * Denies the logins up to that one ('Ben değildim') and ends the caller's other accesses, with passkeys and recovery
 * codes made since the earliest. Returns their numbers and the accounts changed since. Throws UNCONFIRMED.
 */
export async function reportLogins(ctx: UserCtx, { id }: { id: number }): Promise<LoginReport> {
  const { actor } = ctx
  const report = await changeOwnAccount(ctx, async (trx) => {
    const since = await answerAll(trx, id)
    const endedSince = since ?? ctx.now
    const passkey = await lastPasskeyKept(trx, endedSince)
    const ended = await endAccess(trx, actor.user, {
      session: actor.session.id,
      passkeysSince: endedSince,
      passkey,
      codesSince: endedSince,
    })
    if (ended.passkeys > 0) await recordOwnChange(trx, 'passkey-remove')
    if (ended.recovery_codes > 0) await recordOwnChange(trx, 'recovery-codes')
    const accounts = since === null ? [] : await reportedAccounts(trx, since)
    return { since, ended, passkey, accounts, left: await countPasskeys(trx, actor.user) }
  })
  const { since, ended, passkey, accounts, left } = report
  logEvent(ctx, 'unknown login reported', { ended: ended.sessions })
  if (ended.passkeys > 0) logEvent(ctx, 'passkey removed', { targetId: actor.user, left })
  return {
    since: since?.toISOString() ?? null,
    ended,
    is_passkey_kept: passkey !== undefined,
    accounts: accounts.map(reportedView),
  }
}

type Session = { created_at: Date; browser_since: Date }

async function ownSession({ db, actor }: UserCtx): Promise<Session | undefined> {
  const found = await db
    .selectFrom('sessions')
    .where('id', '=', actor.session.id)
    .where('kind', '=', 'web')
    .select(['created_at', 'browser_since'])
    .executeTakeFirst()
  return found && { ...found, browser_since: found.browser_since ?? found.created_at }
}

/** Returns the query of logins without an answer that counts for this session, except its own login. */
const newsOf = ({ db, actor }: UserCtx, { created_at, browser_since }: Session) =>
  db
    .selectFrom('new_login')
    .where('user_id', '=', actor.user)
    .where('dismissed_at', 'is', null)
    .where('at', '<>', created_at)
    .where((eb) => eb.or([eb('answered_browser', 'is', null), eb('answered_browser', '<>', browser_since)]))

const newestOf = (logins: ReturnType<typeof newsOf>) =>
  logins
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(SHOWN_LOGINS)
    .select(['id', 'at', 'address', 'user_agent', 'method'])

/** Answers all news up to that login; returns the time of the earliest, `null` without news. */
async function answerAll(trx: UserCtx, id: number): Promise<Date | null> {
  const session = await ownSession(trx)
  if (session === undefined) return null
  const news = await newsOf(trx, session).where('id', '<=', id).orderBy('at').select(['id', 'at']).execute()
  await answer(trx, session, news)
  return news[0]?.at ?? null
}

/**
 * Stores an answer. It counts everywhere for logins after the browser became known, and only in this browser for
 * earlier ones: an intruder's browser must not answer for the login that made it known, nor for those before.
 */
async function answer(
  { db, now }: UserCtx,
  { browser_since }: Session,
  news: readonly { id: number }[],
): Promise<void> {
  if (news.length === 0) return
  const ids = news.map(({ id }) => id)
  const answered = db.updateTable('new_login').where('id', 'in', ids)
  await answered.set({ dismissed_at: now }).where('at', '>', browser_since).execute()
  await answered.set({ answered_browser: browser_since }).where('at', '<=', browser_since).execute()
}

type Stored = Omit<NewLogin, 'at' | 'device'> & { at: Date; user_agent: string }

const shown = ({ at, user_agent, ...row }: Stored): NewLogin => ({
  ...row,
  at: at.toISOString(),
  device: deviceOf(user_agent),
})

/** Returns the caller's valid sessions, the last used first, without their tokens. */
export async function listSessions({ db, actor, now }: UserCtx): Promise<OpenSession[]> {
  const rows = await db
    .selectFrom('sessions as s')
    .innerJoin('shops', (join) => join.on('shops.id', '=', actor.shop))
    .where('s.user_id', '=', actor.user)
    .where('s.expires_at', '>', now)
    .orderBy('s.last_seen_at', 'desc')
    .orderBy('s.id', 'desc')
    .select(['s.id', 's.kind', 's.user_agent', 's.created_at', 's.last_seen_at', 's.expires_at'])
    .select('shops.idle_minutes')
    .execute()
  const valid = rows.filter((row) => !isIdle(row, now))
  return valid.map((row) => ({
    id: row.id,
    kind: row.kind,
    device: deviceOf(row.user_agent),
    created_at: row.created_at.toISOString(),
    last_seen_at: row.last_seen_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    current: row.id === actor.session.id,
  }))
}

/** Ends one of the caller's sessions immediately. Throws NOT_FOUND, also for another user's. */
export async function endOwnSession(ctx: UserCtx, input: { id: number }): Promise<void> {
  await inTransaction(ctx, ({ db, actor, now }) =>
    db
      .deleteFrom('sessions')
      .where('user_id', '=', actor.user)
      .where('id', '=', input.id)
      .where('expires_at', '>', now)
      .returning('id')
      .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND', messages.sessionNotFound)),
  )
  logEvent(ctx, 'sessions ended', { targetId: ctx.actor.user, ended: 1 })
}

/** Systems in the order of the tests, because later names also occur in the headers of earlier systems. */
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bYaBrowser\//, 'Yandex'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

/** Returns a `User-Agent` header in short: 'Windows, Chrome'; a program's own name ('curl'); '' for an empty header. */
export function deviceOf(userAgent: string): string {
  const known = [SYSTEMS, BROWSERS].flatMap((table) => {
    const found = table.find(([pattern]) => pattern.test(userAgent))
    return found === undefined ? [] : [found[1]]
  })
  if (known.length > 0) return known.join(', ')
  return /^[A-Za-z][\w.-]{0,40}/.exec(userAgent)?.[0] ?? ''
}
