import { type Ctx, inTransaction } from '#server/platform/core/context.ts'
import { logEvent, logRefused } from '#server/platform/core/security-log.ts'
import { passkeyMessages } from '#shared/auth/passkey-messages.ts'
import type { Assertion, EnterPasskeyInput, PasskeyLoginInput } from '#shared/auth/passkeys.ts'
import { AppError } from '#shared/errors.ts'

import { type LoginResult, finishLogin, loginResult, lockUser, takePendingLogin } from './enter.ts'
import {
  createChallenge,
  takeChallenge,
  type FoundPasskey,
  findPasskey,
  handleForUser,
  toBytes,
} from './passkeys.ts'
import { tryPurgeLogins } from './purge.ts'
import { requirePending } from './second-step.ts'
import { findPendingLogin } from './sessions.ts'
import { refuseSuspended } from './suspension.ts'
import { runAsAttempt } from './throttle.ts'
import { relyingParty, requestOptions, verifySigned } from './webauthn.ts'

type Refusal = Parameters<typeof logRefused>[1]['reason']

const PASSKEY = { what: 'passkey', field: 'passkey' } as const

/** Begins a login with any passkey of this panel. Throws INVALID where none are possible, and TOO_MANY. */
export async function beginPasskeyLogin(ctx: Ctx) {
  relyingParty(ctx)
  const { token, challenge } = await createChallenge(ctx, null)
  return { token, options: await requestOptions(ctx, challenge, null) }
}

/**
 * Logs in with a passkey alone, which is both factors. Throws INVALID with `passkey` (one message for all causes) or `token`
 * (expired), or with the reason of a suspended shop, TOO_MANY, UNAVAILABLE.
 */
export async function loginWithPasskey(
  ctx: Ctx,
  { token, passkey, remember, consentGiven }: PasskeyLoginInput & { consentGiven: boolean },
): Promise<LoginResult> {
  const { found, opened } = await runAsAttempt(ctx, PASSKEY, async () => {
    const challenge = await takeChallenge(ctx, token, null)
    const signed = await requireSigned(ctx, passkey, challenge)
    const { found } = signed
    return inTransaction(ctx, async (trx) => {
      await storeUse(trx, signed)
      const ids = idsOf(found)
      // The user has not typed the password, so operations that ask for it still do.
      const session = { ids, remember, confirmedAt: null, method: 'passkey' as const }
      return { found, opened: await finishLogin(trx, { ...session, consentGiven }) }
    })
  })
  await tryPurgeLogins(ctx)
  logEvent({ ...ctx, actor: idsOf(found) }, 'login', { kind: opened.kind, method: 'passkey' })
  return loginResult(ctx, opened)
}

/** Begins the second step of a login, with a passkey of that user only. Throws INVALID and TOO_MANY. */
export async function beginPasskeyStep(ctx: Ctx, { pending }: { pending: string }) {
  relyingParty(ctx)
  const found = requirePending(await findPendingLogin(ctx, pending, 'code'))
  refuseSuspended(ctx, found)
  const { token, challenge } = await createChallenge(ctx, found.id)
  return { token, options: await requestOptions(ctx, challenge, found.ids.user) }
}

/** Accepts a passkey instead of the code after a password. Throws as `loginWithPasskey`, and INVALID with `pending`. */
export async function enterPasskey(
  ctx: Ctx,
  { pending: pendingToken, token, passkey, consentGiven }: EnterPasskeyInput & { consentGiven: boolean },
): Promise<LoginResult> {
  const { id: session, ids } = requirePending(await findPendingLogin(ctx, pendingToken, 'code'))
  const opened = await runAsAttempt(ctx, PASSKEY, async () => {
    const challenge = await takeChallenge(ctx, token, session)
    const signed = await requireSigned(ctx, passkey, challenge)
    if (signed.found.user_id !== ids.user) throw refusal(ctx, 'wrong passkey', signed.found)
    return inTransaction(ctx, async (trx) => {
      const pending = requirePending(await takePendingLogin(trx, pendingToken, 'code'))
      await storeUse(trx, signed)
      return finishLogin(trx, { ...pending, method: 'passkey', consentGiven })
    })
  })
  logEvent({ ...ctx, actor: ids }, 'passkey accepted', { kind: opened.kind })
  return loginResult(ctx, opened)
}

type Signed = { found: FoundPasskey; counter: number }

const idsOf = ({ user_id: user, shop_id: shop }: FoundPasskey) => ({ shop, user })

/** Returns the passkey that signed the challenge. Throws INVALID with `passkey`. */
async function requireSigned(ctx: Ctx, passkey: Assertion, challenge: Uint8Array): Promise<Signed> {
  const found = await findPasskey(ctx, toBytes(passkey.id))
  if (found === undefined) throw refusal(ctx, 'unknown passkey')
  const { userHandle } = passkey.response
  const isOfAnother = userHandle != null && !toBytes(userHandle).equals(handleForUser(found.user_id))
  const signed = await verifySigned(ctx, { passkey, publicKey: found.public_key }, challenge)
  if (signed === null || isOfAnother) throw refusal(ctx, 'wrong passkey', found)
  return { found, counter: signed.counter }
}

/**
 * Stores the use of a passkey under the lock of the user's row, so that only one of two uses of a counter succeeds. Throws
 * INVALID with `passkey` when it is gone or its counter did not rise (a copy exists), with `pending` for a suspended shop.
 */
async function storeUse(trx: Ctx, { found, counter }: Signed): Promise<void> {
  const user = await lockUser(trx, found.user_id)
  const stored = await trx.db
    .selectFrom('passkey')
    .where('id', '=', found.id)
    .select('counter')
    .executeTakeFirst()
  if (user === undefined || stored === undefined) throw refusal(trx, 'unknown passkey', found)
  const counts = counter > 0 || stored.counter > 0
  if (counts && counter <= stored.counter) throw refusal(trx, 'passkey counter went back', found)
  if (user.suspensionReason !== null) logReason(trx, 'shop suspended', found)
  refuseSuspended(trx, user)
  await trx.db
    .updateTable('passkey')
    .set({ counter, last_used_at: trx.now })
    .where('id', '=', found.id)
    .execute()
}

function refusal(ctx: Ctx, reason: Refusal, found?: FoundPasskey): AppError {
  logReason(ctx, reason, found)
  return new AppError('INVALID', passkeyMessages.refused, { field: 'passkey' })
}

function logReason(ctx: Ctx, reason: Refusal, found?: FoundPasskey): void {
  const details = found && { username: found.username, userId: found.user_id, shopId: found.shop_id }
  logRefused({ ...ctx, actor: null }, { reason, ...details })
}
