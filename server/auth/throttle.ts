import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'

import { networkOf } from '#server/platform/http/client-network.ts'
import { type BaseCtx, inTransaction } from '#server/platform/core/context.ts'
import { currentCaller } from '#server/platform/lib/caller.ts'
import { createSemaphore } from '#server/platform/lib/semaphore.ts'
import { logRefused } from '#server/platform/core/security-log.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'

import { lookUpUser } from './places.ts'

/** How long a failed login counts, in ms. */
export const ATTEMPT_WINDOW_MS = 15 * 60_000
/** How long a wrong code of a second factor counts: who tries codes knows the password. */
const CODE_WINDOW_MS = 24 * 60 * 60_000

const RETRY_AFTER_SECONDS = 5

/** A process has one connection that waits for another process's count. */
const inTurn = createSemaphore({ permits: 1, queued: 1000, keyOf: currentCaller })
/** Any number will do, as long as every process uses the same one. */
const COUNT_LOCK = 0x67756573

/** What tries of one-time links count under, which name no user. A user's key is trimmed, so none is equal. */
const LINK_TRIES = ' '
/** What tries of passkeys count under, which name no user either. */
const PASSKEY_TRIES = '\t'
const OF_NOBODY = [LINK_TRIES, PASSKEY_TRIES]
/** What tries of codes count under: beside the passwords, whose right one removes the failures of a name. */
const codeTriesOf = (usernameKey: string) => ` ${usernameKey}`

/** What somebody tried to log in with, and as whom: '' for links and passkeys, which name nobody. */
export type Tried = { username: string; what: 'password' | 'code' | 'link' | 'passkey' }

/** Reads the key under which a try counts. */
export function triedBy(key: string): Tried {
  if (key === LINK_TRIES) return { username: '', what: 'link' }
  if (key === PASSKEY_TRIES) return { username: '', what: 'passkey' }
  const username = key.trimStart()
  return { username, what: username === key ? 'password' : 'code' }
}

/**
 * The user name and origin of a login; `place` is a known place of that user (places.ts), or '' for an unknown
 * one.
 */
type Origin = { usernameKey: string; address: string; place: string }

/** A login that has begun: it counts as a failure until it succeeds or is withdrawn. */
export type Attempt = Origin & { id: number; isUser: boolean }

type Attempts = SelectQueryBuilder<DB, 'login_attempts', { created_at: Date }>

type Limit = {
  failures: number
  windowMs?: number
  isFor: (origin: Origin) => boolean
  among: (all: Attempts, origin: Origin) => Attempts
}

const isKnown = ({ place }: Origin) => place !== ''
const isUnknown = (origin: Origin) => !isKnown(origin)
const isCode = ({ usernameKey }: Origin) => usernameKey.length > 1 && usernameKey.startsWith(' ')
/** Of that key at this known place, or at all unknown ones together. */
const ofPlace: Limit['among'] = (all, { usernameKey, place }) =>
  all.where('username_key', '=', usernameKey).where('place', '=', place)

/**
 * Failures within the window after which logins are refused (decisions: guessing). A known place has a limit of
 * its own: failures elsewhere do not count there, and its failures do not count elsewhere.
 */
const limits: Limit[] = [
  {
    failures: 10,
    isFor: isKnown,
    among: ofPlace,
  },
  {
    failures: 10,
    isFor: isUnknown,
    among: (all, { usernameKey, address }) =>
      all.where('username_key', '=', usernameKey).where('address', '=', address).where('place', '=', ''),
  },
  {
    failures: 50,
    // Strangers' wrong links and passkeys must not keep a user from a right one.
    isFor: (origin) => isUnknown(origin) && !OF_NOBODY.includes(origin.usernameKey),
    among: (all, { usernameKey }) => all.where('username_key', '=', usernameKey).where('place', '=', ''),
  },
  {
    failures: 100,
    isFor: isUnknown,
    among: (all, { address }) => all.where('address', '=', address).where('place', '=', ''),
  },
  // Six digits are few: from everywhere together no more than from one address, and so many in a day.
  { failures: 10, isFor: (origin) => isUnknown(origin) && isCode(origin), among: ofPlace },
  { failures: 30, windowMs: CODE_WINDOW_MS, isFor: isCode, among: ofPlace },
]

/**
 * Counts a login before its password is checked. Throws TOO_MANY when a limit is reached, and UNAVAILABLE when the
 * count cannot be read. The caller must end it with `clearAttempts`, `withdrawAttempt` or a refusal.
 */
export function beginAttempt(ctx: BaseCtx, usernameKey: string): Promise<Attempt> {
  return begin(ctx, async () => ({ usernameKey, ...(await lookUpUser(ctx, usernameKey)) }))
}

/** The same for the code of a user's second factor. */
export function beginCodeTry(ctx: BaseCtx, usernameKey: string): Promise<Attempt> {
  return begin(ctx, async () => ({
    usernameKey: codeTriesOf(usernameKey),
    ...(await lookUpUser(ctx, usernameKey)),
  }))
}

/** The same for a one-time link: ten wrong ones from an address, where they count among the failed logins too. */
export function beginLinkTry(ctx: BaseCtx): Promise<Attempt> {
  return begin(ctx, () => Promise.resolve({ usernameKey: LINK_TRIES, isUser: false, place: '' }))
}

/** The same for a login with a passkey: ten wrong ones from an address. */
export function beginPasskeyTry(ctx: BaseCtx): Promise<Attempt> {
  return begin(ctx, () => Promise.resolve({ usernameKey: PASSKEY_TRIES, isUser: false, place: '' }))
}

async function begin(ctx: BaseCtx, find: () => Promise<Omit<Attempt, 'id' | 'address'>>): Promise<Attempt> {
  const { attempt, seconds } = await failingClosed(ctx, async () => {
    const origin = { ...(await find()), address: networkOf(ctx.client.address) }
    return inTurn.run(() => inTransaction(ctx, (trx) => countAttempt(trx, origin)))
  })
  if (seconds === 0) return attempt
  const { usernameKey, isUser } = attempt
  const username = OF_NOBODY.includes(usernameKey) ? undefined : usernameKey.trimStart()
  logRefused(ctx, { reason: 'too many failures', username, isUser })
  throw new AppError('TOO_MANY', messages.tooManyLogins, { retryAfter: seconds })
}

/**
 * One at a time, among all processes: otherwise each of twenty concurrent logins would count twenty and all would be
 * refused, or each would count none of the others.
 */
async function countAttempt(trx: BaseCtx, origin: Origin & { isUser: boolean }) {
  await sql`select pg_advisory_xact_lock(${COUNT_LOCK}::int, 0)`.execute(trx.db)
  const attempt = { ...origin, id: await insertAttempt(trx, origin) }
  const seconds = await secondsToWait(trx, attempt)
  // A refused login does not count, otherwise the wait would never end.
  if (seconds > 0) await removeAttempt(trx.db, attempt)
  return { attempt, seconds }
}

async function insertAttempt({ db, now }: BaseCtx, origin: Origin): Promise<number> {
  const { usernameKey: username_key, address, place } = origin
  const { id } = await db
    .insertInto('login_attempts')
    .values({ username_key, address, place, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Seconds until no limit is reached any more; 0 when none is reached. */
async function secondsToWait(ctx: BaseCtx, attempt: Attempt): Promise<number> {
  const all = ctx.db.selectFrom('login_attempts').select('created_at')
  let until = 0
  // All limits are checked in every case, so that the time taken does not reveal a user's known places.
  for (const { failures, windowMs = ATTEMPT_WINDOW_MS, isFor, among } of limits) {
    const recent = all.where('created_at', '>', new Date(ctx.now.getTime() - windowMs))
    // Newest first, this one included: the row at that position is the one whose expiry allows another attempt.
    const row = await among(recent, attempt)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .offset(failures)
      .limit(1)
      .executeTakeFirst()
    if (isFor(attempt) && row !== undefined) until = Math.max(until, row.created_at.getTime() + windowMs)
  }
  return until === 0 ? 0 : Math.max(1, Math.ceil((until - ctx.now.getTime()) / 1000))
}

/** The password was right: removes the failures of that user name from this origin. */
export async function clearAttempts({ db }: BaseCtx, { usernameKey, address, place }: Origin): Promise<void> {
  let failures = db
    .deleteFrom('login_attempts')
    .where('username_key', '=', usernameKey)
    .where('place', '=', place)
  if (place === '') failures = failures.where('address', '=', address)
  await failures.execute()
}

/** The user's second factor is another one, or none. */
export const clearCodeTries = (ctx: Pick<BaseCtx, 'db'>, usernameKey: string): Promise<void> =>
  clearAllAttempts(ctx, codeTriesOf(usernameKey))

/** Removes failures that no longer count. */
export async function purgeAttempts(db: Kysely<DB>, now: Date): Promise<void> {
  const before = (windowMs: number) => new Date(now.getTime() - windowMs)
  await db.deleteFrom('login_attempts').where('created_at', '<=', before(CODE_WINDOW_MS)).execute()
  await db
    .deleteFrom('login_attempts')
    .where('created_at', '<=', before(ATTEMPT_WINDOW_MS))
    .where('username_key', 'not like', codeTriesOf('_%'))
    .execute()
}

/** The user has a new password: removes the failures of that user name from everywhere. */
export async function clearAllAttempts({ db }: Pick<BaseCtx, 'db'>, usernameKey: string): Promise<void> {
  await db.deleteFrom('login_attempts').where('username_key', '=', usernameKey).execute()
}

/** The password was never checked (overload, a lost database), so the attempt does not count. Never throws. */
export async function withdrawAttempt(ctx: BaseCtx, attempt: Attempt): Promise<void> {
  try {
    await removeAttempt(ctx.db, attempt)
  } catch (error) {
    ctx.log.warn({ err: error }, 'login attempt not withdrawn')
  }
}

async function removeAttempt(db: Kysely<DB>, { id }: Attempt): Promise<void> {
  await db.deleteFrom('login_attempts').where('id', '=', id).execute()
}

/** Refuses the login on any error of the count (decisions: guessing). */
async function failingClosed<T>(ctx: BaseCtx, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError) throw error
    ctx.log.error({ err: error }, 'login throttle unreadable')
    throw new AppError('UNAVAILABLE', messages.unavailable, { retryAfter: RETRY_AFTER_SECONDS })
  }
}
