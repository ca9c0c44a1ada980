import { createHash, randomBytes } from 'node:crypto'

import { sql } from 'kysely'

import { type BaseCtx, inTransaction } from '#server/platform/core/context.ts'
import { requireBelowLimit } from '#server/platform/core/row-limit.ts'
import { logRefused } from '#server/platform/core/security-log.ts'
import { countDeleted, countRows } from '#server/platform/db/row-counts.ts'
import { networkOf } from '#server/platform/http/client-address.ts'
import { currentCaller } from '#server/platform/lib/caller.ts'
import { createSemaphore } from '#server/platform/lib/semaphore.ts'
import { passkeyMessages } from '#shared/auth/passkey-messages.ts'
import { CHALLENGE_MINUTES } from '#shared/auth/passkeys.ts'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'

import { createToken, hashToken, isToken } from './token.ts'

type Db = Pick<BaseCtx, 'db'>

/** Returns a user's handle for the authenticator: it names the account but no person, and survives a restore. */
export const handleForUser = (userId: number): Buffer => Buffer.from(`oto-servis-${userId}`)

export const toBytes = (base64url: string): Buffer => Buffer.from(base64url, 'base64url')
export const toText = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')

export const transportsOf = ({ transports }: { transports: string }): string[] =>
  transports.split(',').filter((one) => one !== '')

/** Returns the user's passkeys, the newest first, without their keys. */
export const findPasskeys = ({ db }: Db, userId: number) =>
  db
    .selectFrom('passkey')
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .select(['id', 'credential_id', 'transports', 'name', 'created_at', 'last_used_at'])
    .execute()

export const countPasskeys = ({ db }: Db, userId: number): Promise<number> =>
  countRows(db.selectFrom('passkey').where('user_id', '=', userId))

export const hasPasskey = async (ctx: Db, userId: number): Promise<boolean> =>
  (await countPasskeys(ctx, userId)) > 0

/** Removes the user's passkeys made at `since` or later, except the one with id `but`; returns their number. */
export const removePasskeys = (
  { db }: Db,
  userId: number,
  { since = new Date(0), but = 0 }: { since?: Date; but?: number | undefined } = {},
): Promise<number> => {
  const passkeys = db.deleteFrom('passkey').where('user_id', '=', userId)
  return countDeleted(passkeys.where('created_at', '>=', since).where('id', '<>', but))
}

/** Returns the passkey with this id and its user; `undefined` for a closed user or shop. */
export const findPasskey = ({ db }: Db, credentialId: Uint8Array) =>
  db
    .selectFrom('passkey as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .innerJoin('shops', 'shops.id', 'u.shop_id')
    .where('p.credential_id', '=', credentialId)
    .where('u.deleted_at', 'is', null)
    .where('shops.closed_at', 'is', null)
    .select(['p.id', 'p.user_id', 'p.public_key', 'p.transports', 'u.shop_id', 'u.username'])
    .executeTakeFirst()
export type FoundPasskey = NonNullable<Awaited<ReturnType<typeof findPasskey>>>

/** The specification asks for at least 16 (WebAuthn 3, 13.4.3). */
const CHALLENGE_BYTES = 32
/** The open challenges of one network, as many as its failed logins. */
export const MAX_CHALLENGES = 100

/** At most one connection of a process waits for the count of another process. */
const queue = createSemaphore({ permits: 1, maxQueued: 1000, keyOf: currentCaller })
/** The first number of the advisory locks, which no other lock uses. */
const CHALLENGES = 20_261_126

/**
 * Returns a challenge for a passkey and the token of the asking page. It is for `sessionId` only: the session that adds a
 * passkey or the login before its second step; `null` for a login with the passkey alone. Throws TOO_MANY.
 */
export async function createChallenge(ctx: BaseCtx, sessionId: number | null) {
  const address = networkOf(ctx.client.address)
  const token = createToken()
  const challenge = randomBytes(CHALLENGE_BYTES)
  const row = {
    token_hash: hashToken(token),
    challenge,
    address,
    session_id: sessionId,
    expires_at: new Date(ctx.now.getTime() + CHALLENGE_MINUTES * 60_000),
  }
  await ctx.db.deleteFrom('passkey_challenge').where('expires_at', '<=', ctx.now).execute()
  await queue.run(() =>
    inTransaction(ctx, async (trx) => {
      await requireBelowLimit(trx, {
        max: MAX_CHALLENGES,
        lock: () => lockAddress(trx, address),
        count: () => countRows(trx.db.selectFrom('passkey_challenge').where('address', '=', address)),
        refusal: () => tooMany(ctx),
      })
      await trx.db.insertInto('passkey_challenge').values(row).execute()
    }),
  )
  return { token, challenge }
}

/** Locks an address by its hash, because it has no row; addresses with equal hashes wait for each other needlessly. */
async function lockAddress({ db }: Pick<BaseCtx, 'db'>, address: string): Promise<void> {
  const number = createHash('sha256').update(address).digest().readInt32BE()
  await sql`select pg_advisory_xact_lock(${CHALLENGES}::int, ${number}::int)`.execute(db)
}

function tooMany(ctx: BaseCtx): AppError {
  logRefused(ctx, { reason: 'too many failures' })
  return new AppError('TOO_MANY', messages.tooManyLogins, { retryAfter: CHALLENGE_MINUTES * 60 })
}

/** Removes a challenge and returns it, for one use. Throws INVALID with `token` when it is used, expired or another session's. */
export async function takeChallenge(
  ctx: BaseCtx,
  token: string,
  sessionId: number | null,
): Promise<Uint8Array> {
  const stored = isToken(token)
    ? await ctx.db
        .deleteFrom('passkey_challenge')
        .where('token_hash', '=', hashToken(token))
        .returning(['challenge', 'session_id', 'expires_at'])
        .executeTakeFirst()
    : undefined
  if (stored === undefined || stored.session_id !== sessionId || stored.expires_at <= ctx.now)
    throw new AppError('INVALID', passkeyMessages.expired, { field: 'token' })
  return stored.challenge
}
