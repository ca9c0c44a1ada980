import { isIPv6 } from 'node:net'

import type { Kysely, SelectQueryBuilder } from 'kysely'

import type { BaseCtx } from '#server/core/context.ts'
import { createGate } from '#server/core/gate.ts'
import type { DB } from '#server/db/schema.ts'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'

/** How long a failed login counts. */
export const ATTEMPT_WINDOW_MS = 15 * 60_000

const RETRY_AFTER_SECONDS = 5

/**
 * Without turns, of twenty logins at once each would see twenty and all be refused. Instances do not wait for
 * each other: there the count errs on the safe side.
 */
const inTurn = createGate({ running: 1, queued: 1000 })

/** A login that has begun: it counts as a failure until it is known to be none. */
export type Attempt = { id: number; usernameKey: string; address: string }

type Attempts = SelectQueryBuilder<DB, 'login_attempts', { created_at: Date }>

/** Failures within the window after which no more is tried (decisions: guessing). */
const limits: { failures: number; among: (all: Attempts, attempt: Attempt) => Attempts }[] = [
  {
    failures: 10,
    among: (all, { usernameKey, address }) =>
      all.where('username_key', '=', usernameKey).where('address', '=', address),
  },
  { failures: 50, among: (all, { usernameKey }) => all.where('username_key', '=', usernameKey) },
  { failures: 100, among: (all, { address }) => all.where('address', '=', address) },
]

/**
 * Counts a login before its password is looked at. Throws TOO_MANY when it is one too many, and UNAVAILABLE
 * when that cannot be known. What follows must end in `clearAttempts`, `withdrawAttempt` or a refusal.
 */
export async function beginAttempt(ctx: BaseCtx, usernameKey: string): Promise<Attempt> {
  const { attempt, seconds } = await failingClosed(ctx, () =>
    inTurn(async () => {
      const attempt = await insertAttempt(ctx, usernameKey)
      // Inserted first, counted after: of guesses that run at once, on any instance, the last one sees them all.
      const seconds = await secondsToWait(ctx, attempt)
      // A refused one does not count, else the wait would never end.
      if (seconds > 0) await removeAttempt(ctx.db, attempt)
      return { attempt, seconds }
    }),
  )
  if (seconds > 0) throw new AppError('TOO_MANY', messages.tooManyLogins, { retryAfter: seconds })
  return attempt
}

async function insertAttempt(ctx: BaseCtx, usernameKey: string): Promise<Attempt> {
  const address = throttleAddress(ctx.client.address)
  const { id } = await ctx.db
    .insertInto('login_attempts')
    .values({ username_key: usernameKey, address, created_at: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, usernameKey, address }
}

/** Seconds until no limit is reached any more; 0 when none is. */
async function secondsToWait(ctx: BaseCtx, attempt: Attempt): Promise<number> {
  const since = new Date(ctx.now.getTime() - ATTEMPT_WINDOW_MS)
  const recent = ctx.db.selectFrom('login_attempts').select('created_at').where('created_at', '>', since)
  let until = 0
  for (const { failures, among } of limits) {
    // Newest first, this one included: a row in that place is the one whose end makes room again.
    const row = await among(recent, attempt)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .offset(failures)
      .limit(1)
      .executeTakeFirst()
    if (row !== undefined) until = Math.max(until, row.created_at.getTime() + ATTEMPT_WINDOW_MS)
  }
  return until === 0 ? 0 : Math.max(1, Math.ceil((until - ctx.now.getTime()) / 1000))
}

/** The password was right: the failures of that user name from that address are forgiven. */
export async function clearAttempts(ctx: BaseCtx, { usernameKey, address }: Attempt): Promise<void> {
  await ctx.db
    .deleteFrom('login_attempts')
    .where('username_key', '=', usernameKey)
    .where('address', '=', address)
    .execute()
}

/** The password was never looked at (overload, a lost database): nobody's failure. Never throws. */
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

/** Whatever goes wrong with the count, nobody is let through (decisions: guessing). */
async function failingClosed<T>(ctx: BaseCtx, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError) throw error
    ctx.log.error({ err: error }, 'login throttle unreadable')
    throw new AppError('UNAVAILABLE', messages.unavailable, { retryAfter: RETRY_AFTER_SECONDS })
  }
}

/**
 * What counts as one address: an IPv4 address, or the /64 network of an IPv6 one, which is the least that a
 * single customer has.
 */
export function throttleAddress(address: string): string {
  const bare = address.split('%', 1)[0] ?? ''
  if (!isIPv6(bare)) return bare
  // A URL writes an address in one way only: small letters, no leading zeros, the longest run of zeros as '::'.
  const canonical = new URL(`http://[${bare}]`).hostname.slice(1, -1)
  const [head = [], tail = []] = canonical.split('::').map((part) => part.split(':').filter(Boolean))
  const zeros = Array<string>(8 - head.length - tail.length).fill('0')
  return `${[...head, ...zeros, ...tail].slice(0, 4).join(':')}::/64`
}
