import { type Kysely, sql } from 'kysely'

import { networkOf } from '#server/platform/http/client-address.ts'
import { type BaseCtx, inTransaction } from '#server/platform/core/context.ts'
import { currentCaller } from '#server/platform/lib/caller.ts'
import { createSemaphore } from '#server/platform/lib/semaphore.ts'
import { logRefused } from '#server/platform/core/security-log.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'

import { findKnownPlace } from './known-places.ts'

/** Time for which a failed login counts, in ms. */
const ATTEMPT_WINDOW_MS = 15 * 60_000
/** Time for which a wrong code of a second factor counts, in ms: longer, because its caller knows the password. */
const CODE_WINDOW_MS = 24 * 60 * 60_000

const RETRY_AFTER_SECONDS = 5

/** At most one connection of a process waits for the count of another process. */
const queue = createSemaphore({ permits: 1, maxQueued: 1000, keyOf: currentCaller })
/** The number of the advisory lock, the same in every process. */
const COUNT_LOCK = 0x67756573

export type AttemptSubject = { username: string; what: 'password' | 'code' | 'link' | 'passkey' }

/** User keys are trimmed, so no two keys are equal. Codes have their own: a right password clears those of the name. */
const KEYS: Record<AttemptSubject['what'], (usernameKey: string) => string> = {
  password: (usernameKey) => usernameKey,
  code: (usernameKey) => ` ${usernameKey}`,
  link: () => ' ',
  passkey: () => '\t',
}

/** Reads the kind of a try and its user name from its key; the name is '' for links and passkeys. */
export function readAttemptKey(key: string): AttemptSubject {
  for (const what of ['link', 'passkey'] as const) if (key === KEYS[what]('')) return { username: '', what }
  const username = key.trimStart()
  return { username, what: username === key ? 'password' : 'code' }
}

/** The facts by which a try is counted; `place` is a known place of the user (known-places.ts), or '' for an unknown one. */
type Origin = { what: AttemptSubject['what']; key: string; address: string; place: string }

/** A login in progress counts as a failure until it succeeds or is withdrawn. */
export type Attempt = Origin & { id: number; isUser: boolean }

/** `same`: the columns that failures share with the login, besides the place. */
type Limit = {
  failures: number
  windowMs?: number
  isFor: (origin: Origin) => boolean
  same: readonly ('username_key' | 'address')[]
}

const isUnknown = ({ place }: Origin) => place === ''
const isCode = ({ what }: Origin) => what === 'code'
const namesUser = ({ what }: Origin) => what === 'password' || what === 'code'

/** Failures after which logins are refused (decisions: guessing). Each known place has a limit for its own failures. */
const limits: Limit[] = [
  { failures: 10, isFor: (origin) => !isUnknown(origin), same: ['username_key'] },
  { failures: 10, isFor: isUnknown, same: ['username_key', 'address'] },
  // Other callers' wrong links and passkeys must not keep a user from a right one.
  { failures: 50, isFor: (origin) => isUnknown(origin) && namesUser(origin), same: ['username_key'] },
  { failures: 100, isFor: isUnknown, same: ['address'] },
  // Six digits are few, so all addresses together may fail as often as one, with a limit for the day.
  { failures: 10, isFor: (origin) => isUnknown(origin) && isCode(origin), same: ['username_key'] },
  { failures: 30, windowMs: CODE_WINDOW_MS, isFor: isCode, same: ['username_key'] },
]

/**
 * Counts a try before it is checked; links and passkeys have no `usernameKey`. Throws TOO_MANY when a limit is reached, and
 * UNAVAILABLE when the count cannot be read. The caller must end it with `clearAttempts`, `withdrawAttempt` or a refusal.
 */
export async function beginAttempt(
  ctx: BaseCtx,
  usernameKey: string,
  what: AttemptSubject['what'] = 'password',
): Promise<Attempt> {
  const counted = async () => {
    const origin = { what, key: KEYS[what](usernameKey), address: networkOf(ctx.client.address), place: '' }
    const known = namesUser(origin) ? await findKnownPlace(ctx, usernameKey) : { isUser: false }
    return queue.run(() => inTransaction(ctx, (trx) => countAttempt(trx, { ...origin, ...known })))
  }
  const { attempt, seconds } = await counted().catch((error: unknown) => {
    // Without the count all logins are refused (decisions: guessing).
    if (error instanceof AppError) throw error
    ctx.log.error({ err: error }, 'login throttle unreadable')
    throw new AppError('UNAVAILABLE', messages.unavailable, { retryAfter: RETRY_AFTER_SECONDS })
  })
  if (seconds === 0) return attempt
  const username = namesUser(attempt) ? usernameKey : undefined
  logRefused(ctx, { reason: 'too many failures', username, isUser: attempt.isUser })
  throw new AppError('TOO_MANY', messages.tooManyLogins, { retryAfter: seconds })
}

/** Runs `work` as a counted try, which stays a failure only if `work` refuses `field`. Throws as `beginAttempt` does. */
export async function runAsAttempt<T>(
  ctx: BaseCtx,
  { what, usernameKey = '', field }: { what: AttemptSubject['what']; usernameKey?: string; field: string },
  work: (attempt: Attempt) => Promise<T>,
): Promise<T> {
  const attempt = await beginAttempt(ctx, usernameKey, what)
  let isFailure = false
  try {
    return await work(attempt)
  } catch (error) {
    isFailure = error instanceof AppError && error.field === field
    throw error
  } finally {
    if (!isFailure) await withdrawAttempt(ctx, attempt)
  }
}

/** Counts one login at a time in all processes: concurrent ones would each count all, or none, of the others. */
async function countAttempt(trx: BaseCtx, origin: Origin & { isUser: boolean }) {
  await sql`select pg_advisory_xact_lock(${COUNT_LOCK}::int, 0)`.execute(trx.db)
  const { key: username_key, address, place } = origin
  const { id } = await trx.db
    .insertInto('login_attempts')
    .values({ username_key, address, place, created_at: trx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const attempt = { ...origin, id }
  const seconds = await secondsToWait(trx, attempt)
  // A refused login does not count, because the wait would otherwise never end.
  if (seconds > 0) await removeAttempt(trx.db, attempt)
  return { attempt, seconds }
}

/** Returns the seconds until no limit is reached any more; 0 when none is reached. */
async function secondsToWait({ db, now }: BaseCtx, attempt: Attempt): Promise<number> {
  const { key, address, place } = attempt
  const values = { username_key: key, address }
  let until = 0
  // All limits are checked in every case, so that the response time does not reveal a user's known places.
  for (const { failures, windowMs = ATTEMPT_WINDOW_MS, isFor, same } of limits) {
    // Newest first and with this attempt: another one is allowed when the row at that position expires.
    const row = await db
      .selectFrom('login_attempts')
      .select('created_at')
      .where('created_at', '>', new Date(now.getTime() - windowMs))
      .where('place', '=', place)
      .where((eb) => eb.and(same.map((column) => eb(column, '=', values[column]))))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .offset(failures)
      .limit(1)
      .executeTakeFirst()
    if (isFor(attempt) && row !== undefined) until = Math.max(until, row.created_at.getTime() + windowMs)
  }
  return until === 0 ? 0 : Math.max(1, Math.ceil((until - now.getTime()) / 1000))
}

/** Removes the failures of that user name from this origin after a right password or code. */
export async function clearAttempts({ db }: BaseCtx, { key, address, place }: Origin): Promise<void> {
  let failures = db.deleteFrom('login_attempts').where('username_key', '=', key).where('place', '=', place)
  if (place === '') failures = failures.where('address', '=', address)
  await failures.execute()
}

/** Removes failures that no longer count. */
export async function purgeAttempts(db: Kysely<DB>, now: Date): Promise<void> {
  const before = (windowMs: number) => new Date(now.getTime() - windowMs)
  await db.deleteFrom('login_attempts').where('created_at', '<=', before(CODE_WINDOW_MS)).execute()
  await db
    .deleteFrom('login_attempts')
    .where('created_at', '<=', before(ATTEMPT_WINDOW_MS))
    .where('username_key', 'not like', KEYS.code('_%'))
    .execute()
}

/** Removes the failures of that user name from everywhere: after a new password, or another second factor. */
export async function clearAllAttempts(
  { db }: Pick<BaseCtx, 'db'>,
  usernameKey: string,
  tried: readonly ('password' | 'code')[],
): Promise<void> {
  const keys = tried.map((what) => KEYS[what](usernameKey))
  await db.deleteFrom('login_attempts').where('username_key', 'in', keys).execute()
}

/** Withdraws an attempt that is no failure: not checked (overload, a lost database), or refused for another reason. */
export const withdrawAttempt = ({ db, log }: BaseCtx, attempt: Attempt): Promise<void> =>
  removeAttempt(db, attempt).catch((err: unknown) => log.warn({ err }, 'login attempt not withdrawn'))

async function removeAttempt(db: Kysely<DB>, { id }: Attempt): Promise<void> {
  await db.deleteFrom('login_attempts').where('id', '=', id).execute()
}
