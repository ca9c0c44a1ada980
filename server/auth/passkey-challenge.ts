import { createHash, randomBytes } from 'node:crypto'

import { type Kysely, sql } from 'kysely'

import { type BaseCtx, inTransaction } from '#server/platform/core/context.ts'
import { requireRoom } from '#server/platform/core/room.ts'
import { logRefused } from '#server/platform/core/security-log.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { networkOf } from '#server/platform/http/client-network.ts'
import { currentCaller } from '#server/platform/lib/caller.ts'
import { createSemaphore } from '#server/platform/lib/semaphore.ts'
import { passkeyMessages } from '#shared/auth/passkey-messages.ts'
import { CHALLENGE_MINUTES } from '#shared/auth/passkeys.ts'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'

import { createToken, hashToken, isToken } from './token.ts'

/** As the specification asks for at least 16 (WebAuthn 3, 13.4.3). */
const CHALLENGE_BYTES = 32
/** Of one network at a time: as many as it may fail to log in. */
export const MAX_CHALLENGES = 100

/** Those who wait for another process's count take one connection of this process. */
const inTurn = createSemaphore({ permits: 1, queued: 1000, keyOf: currentCaller })
/** Beside the numbers of other advisory locks. */
const CHALLENGES = 20_261_126

export type Challenge = { token: string; challenge: Buffer }

/**
 * A challenge for a passkey to sign, for `sessionId` only: the session that adds a passkey, or the login that waits for
 * its second step; `null` for a login with the passkey alone. Only the page that asked knows the token. Throws TOO_MANY.
 */
export async function createChallenge(ctx: BaseCtx, sessionId: number | null): Promise<Challenge> {
  const address = networkOf(ctx.client.address)
  const made = { token: createToken(), challenge: randomBytes(CHALLENGE_BYTES) }
  const row = {
    token_hash: hashToken(made.token),
    challenge: made.challenge,
    address,
    session_id: sessionId,
    expires_at: new Date(ctx.now.getTime() + CHALLENGE_MINUTES * 60_000),
  }
  await purgeChallenges(ctx.db, ctx.now)
  await inTurn.run(() =>
    inTransaction(ctx, async (trx) => {
      await requireRoom(trx, {
        most: MAX_CHALLENGES,
        lock: () => lockAddress(trx, address),
        count: () => countChallenges(trx, address),
        refusal: () => tooMany(ctx),
      })
      await trx.db.insertInto('passkey_challenge').values(row).execute()
    }),
  )
  return made
}

/** An address has no row to lock. Two with the same number wait for each other without need. */
async function lockAddress({ db }: Pick<BaseCtx, 'db'>, address: string): Promise<void> {
  const number = createHash('sha256').update(address).digest().readInt32BE()
  await sql`select pg_advisory_xact_lock(${CHALLENGES}::int, ${number}::int)`.execute(db)
}

async function countChallenges({ db }: Pick<BaseCtx, 'db'>, address: string): Promise<number> {
  const { open } = await db
    .selectFrom('passkey_challenge')
    .where('address', '=', address)
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .executeTakeFirstOrThrow()
  return open
}

function tooMany(ctx: BaseCtx): AppError {
  logRefused(ctx, { reason: 'too many failures' })
  return new AppError('TOO_MANY', messages.tooManyLogins, { retryAfter: CHALLENGE_MINUTES * 60 })
}

/**
 * Uses a challenge up, whatever becomes of what was signed, and returns it. Throws INVALID with `token` when it was used,
 * has expired, or was made for something else.
 */
export async function takeChallenge(
  ctx: BaseCtx,
  token: string,
  sessionId: number | null,
): Promise<Uint8Array> {
  const taken = isToken(token)
    ? await ctx.db
        .deleteFrom('passkey_challenge')
        .where('token_hash', '=', hashToken(token))
        .returning(['challenge', 'session_id', 'expires_at'])
        .executeTakeFirst()
    : undefined
  if (taken === undefined || taken.session_id !== sessionId || taken.expires_at <= ctx.now)
    throw new AppError('INVALID', passkeyMessages.expired, { field: 'token' })
  return taken.challenge
}

/** Removes challenges that nobody signed in time. */
export async function purgeChallenges(db: Kysely<DB>, now: Date): Promise<void> {
  await db.deleteFrom('passkey_challenge').where('expires_at', '<=', now).execute()
}

/** Removes what the user's sessions wait for, before these end. */
export async function endSessionChallenges({ db }: Pick<BaseCtx, 'db'>, userId: number): Promise<void> {
  const sessions = db.selectFrom('sessions').where('user_id', '=', userId).select('id')
  await db.deleteFrom('passkey_challenge').where('session_id', 'in', sessions).execute()
}
