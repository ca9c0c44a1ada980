import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'

import { type BaseCtx, type Ctx, inTransaction } from '#server/platform/core/context.ts'
import { logEvent, logRefused } from '#server/platform/core/security-log.ts'
import { passkeyMessages } from '#shared/auth/passkey-messages.ts'
import type { Assertion, EnterPasskeyInput, PasskeyLoginInput } from '#shared/auth/passkeys.ts'
import { AppError } from '#shared/errors.ts'

import { type LoginResult, admit, answerOf, lockUser, takePending } from './enter.ts'
import { createChallenge, takeChallenge } from './passkey-challenge.ts'
import { type FoundPasskey, findPasskey, handleOf, toBytes } from './passkeys.ts'
import { tryPurgeLogins } from './purge.ts'
import { stepExpired } from './second-step.ts'
import { findPending } from './sessions.ts'
import { refuseSuspended } from './suspension.ts'
import { beginPasskeyTry, withdrawAttempt } from './throttle.ts'
import { relyingParty, requestOptions, verifySigned } from './webauthn.ts'

type Begun = { token: string; options: PublicKeyCredentialRequestOptionsJSON }
type Refusal = Parameters<typeof logRefused>[1]['reason']

/** What the browser needs to log in with any passkey of this panel. Throws INVALID where they cannot be used, TOO_MANY. */
export async function beginPasskeyLogin(ctx: Ctx): Promise<Begun> {
  relyingParty(ctx)
  const { token, challenge } = await createChallenge(ctx, null)
  return { token, options: await requestOptions(ctx, challenge, null) }
}

/**
 * Logs in with a passkey alone: it is both factors, what the user has and finger, face or PIN. The notice follows as
 * after a password. Throws INVALID with `passkey` (unknown, removed, of a closed account or wrong: one message) or
 * `token` (expired), TOO_MANY, UNAVAILABLE; INVALID also while the shop is suspended, with the reason.
 */
export async function loginWithPasskey(
  ctx: Ctx,
  { token, passkey, remember, consentGiven }: PasskeyLoginInput & { consentGiven: boolean },
): Promise<LoginResult> {
  const { found, opened } = await counted(ctx, async () => {
    const challenge = await takeChallenge(ctx, token, null)
    const signed = await requireSigned(ctx, passkey, challenge)
    const { found } = signed
    return inTransaction(ctx, async (trx) => {
      await useUp(trx, signed)
      const ids = { shop: found.shop_id, user: found.user_id }
      // The password was not typed: what asks for it still does.
      const session = { ids, remember, confirmedAt: null, method: 'passkey' as const }
      return { found, opened: await admit(trx, { ...session, consentGiven }) }
    })
  })
  await tryPurgeLogins(ctx)
  const actor = { shop: found.shop_id, user: found.user_id }
  logEvent({ ...ctx, actor }, 'login', { kind: opened.kind, method: 'passkey' })
  return answerOf(ctx, opened)
}

/** The same for a login that waits for its second step: only with a passkey of that user. Throws INVALID, TOO_MANY. */
export async function beginPasskeyStep(ctx: Ctx, { pending }: { pending: string }): Promise<Begun> {
  relyingParty(ctx)
  const found = await findPending(ctx, pending, 'code')
  if (found === undefined) throw stepExpired()
  refuseSuspended(ctx, found)
  const { token, challenge } = await createChallenge(ctx, found.id)
  return { token, options: await requestOptions(ctx, challenge, found.ids.user) }
}

/** A passkey in place of the code, after the password. Throws as `loginWithPasskey`, and INVALID with `pending`. */
export async function enterPasskey(
  ctx: Ctx,
  { pending: pendingToken, token, passkey, consentGiven }: EnterPasskeyInput & { consentGiven: boolean },
): Promise<LoginResult> {
  const waiting = await findPending(ctx, pendingToken, 'code')
  if (waiting === undefined) throw stepExpired()
  const { opened, ids } = await counted(ctx, async () => {
    const challenge = await takeChallenge(ctx, token, waiting.id)
    const signed = await requireSigned(ctx, passkey, challenge)
    if (signed.found.user_id !== waiting.ids.user) throw refused(ctx, 'wrong passkey', signed.found)
    return inTransaction(ctx, async (trx) => {
      const pending = await takePending(trx, pendingToken, 'code')
      if (pending === null) throw stepExpired()
      await useUp(trx, signed)
      const { confirmed_at: confirmedAt, ...rest } = pending
      const session = { ...rest, confirmedAt, method: 'passkey' as const, consentGiven }
      return { ids: pending.ids, opened: await admit(trx, session) }
    })
  })
  logEvent({ ...ctx, actor: ids }, 'passkey accepted', { kind: opened.kind })
  return answerOf(ctx, opened)
}

/** Counts a try of the request's address while it lasts, and for longer if the passkey is refused. */
async function counted<T>(ctx: BaseCtx, work: () => Promise<T>): Promise<T> {
  const attempt = await beginPasskeyTry(ctx)
  let isFailure = false
  try {
    return await work()
  } catch (error) {
    isFailure = error instanceof AppError && error.field === 'passkey'
    throw error
  } finally {
    if (!isFailure) await withdrawAttempt(ctx, attempt)
  }
}

type Signed = { found: FoundPasskey; counter: number }

/** The passkey that signed the challenge. Throws INVALID with `passkey`. */
async function requireSigned(ctx: Ctx, passkey: Assertion, challenge: Uint8Array): Promise<Signed> {
  const found = await findPasskey(ctx, toBytes(passkey.id))
  if (found === undefined) throw refused(ctx, 'unknown passkey')
  const { userHandle } = passkey.response
  const isOfAnother = userHandle != null && !toBytes(userHandle).equals(handleOf(found.user_id))
  const signed = await verifySigned(ctx, { passkey, publicKey: found.public_key }, challenge)
  if (signed === null || isOfAnother) throw refused(ctx, 'wrong passkey', found)
  return { found, counter: signed.counter }
}

/**
 * Stores the use of a passkey. The user's row is locked, so that of two uses with one counter one wins. Throws INVALID with
 * `passkey` when it or the user is gone, or when the counter did not go on: then there is a copy of it somewhere. Throws
 * INVALID with `pending` while the shop is suspended.
 */
async function useUp(trx: Ctx, { found, counter }: Signed): Promise<void> {
  const user = await lockUser(trx, found.user_id)
  const stored = await trx.db
    .selectFrom('passkey')
    .where('id', '=', found.id)
    .select('counter')
    .executeTakeFirst()
  if (user === undefined || stored === undefined) throw refused(trx, 'unknown passkey', found)
  const counts = counter > 0 || stored.counter > 0
  if (counts && counter <= stored.counter) throw refused(trx, 'passkey counter went back', found)
  if (user.suspended !== null) logReason(trx, 'shop suspended', found)
  refuseSuspended(trx, user)
  await trx.db
    .updateTable('passkey')
    .set({ counter, last_used_at: trx.now })
    .where('id', '=', found.id)
    .execute()
}

/** Logs why; the caller is told the same in every case. */
function refused(ctx: Ctx, reason: Refusal, of?: FoundPasskey): AppError {
  logReason(ctx, reason, of)
  return new AppError('INVALID', passkeyMessages.refused, { field: 'passkey' })
}

function logReason(ctx: Ctx, reason: Refusal, of?: FoundPasskey): void {
  const details = of && { username: of.username, userId: of.user_id, shopId: of.shop_id }
  logRefused({ ...ctx, actor: null }, { reason, ...details })
}
