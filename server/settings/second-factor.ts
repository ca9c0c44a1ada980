import { recordOwnChange } from '#server/auth/accounts.ts'
import { changeOwnAccount, lockCaller } from '#server/auth/enter.ts'
import { createChallenge, takeChallenge, countPasskeys, findPasskeys } from '#server/auth/passkeys.ts'
import {
  factorSince,
  confirmFactor,
  beginFactorSetUp,
  countCodes,
  makeRecoveryCodes,
  removeFactor,
  requiresFactor,
} from '#server/auth/second-factor.ts'
import { endOtherSessions } from '#server/auth/sessions.ts'
import { clearAllAttempts } from '#server/auth/throttle.ts'
import { creationOptions, relyingParty, verifyCreated } from '#server/auth/webauthn.ts'
import { inTransaction, requireConfirmed, type UserCtx } from '#server/platform/core/context.ts'
import { requireBelowLimit } from '#server/platform/core/row-limit.ts'
import { logEvent } from '#server/platform/core/security-log.ts'
import { isUniqueViolation } from '#server/platform/db/errors.ts'
import { passkeyMessages } from '#shared/auth/passkey-messages.ts'
import { type AddPasskeyInput, MAX_PASSKEYS, type PasskeyState } from '#shared/auth/passkeys.ts'
import type { FactorSetUp, FactorState } from '#shared/auth/schema.ts'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { foldUserName } from '#shared/turkish.ts'

/** Returns since when the caller's second factor is on, whether it is required, and the number of codes left. */
export async function getFactor(ctx: UserCtx): Promise<FactorState> {
  const { user } = ctx.actor
  const since = await factorSince(ctx, user)
  return {
    since: since?.toISOString() ?? null,
    codes_left: await countCodes(ctx, user),
    is_required: requiresFactor(ctx, ctx.actor),
  }
}

/** Returns a key for a second factor of the caller, after the password. Throws UNCONFIRMED, CONFLICT when it is on. */
export function beginFactor(ctx: UserCtx): Promise<FactorSetUp> {
  const { user: id, username } = ctx.actor
  return changeOwnAccount(ctx, (trx) => beginFactorSetUp(trx, { id, username }))
}

/**
 * Activates the factor with a first code, ends the sessions that the password alone opened, and returns the recovery codes,
 * once. Throws UNCONFIRMED, INVALID, CONFLICT.
 */
export async function activateFactor(ctx: UserCtx, { code }: { code: string }): Promise<{ codes: string[] }> {
  const { user, session } = ctx.actor
  const codes = await changeOwnAccount(ctx, async (trx) => {
    await recordOwnChange(trx, 'factor-on')
    const made = await confirmFactor(trx, user, code)
    await endOtherSessions(trx, user, session.id)
    return made
  })
  logEvent(ctx, 'second factor on')
  return { codes }
}

/** Replaces all recovery codes by new ones. Throws UNCONFIRMED, CONFLICT while the factor is off. */
export async function renewCodes(ctx: UserCtx): Promise<{ codes: string[] }> {
  const codes = await changeOwnAccount(ctx, async (trx, { factorAt }) => {
    if (factorAt === null) throw new AppError('CONFLICT', messages.factorIsOff)
    await recordOwnChange(trx, 'recovery-codes')
    return makeRecoveryCodes(trx, ctx.actor.user)
  })
  logEvent(ctx, 'recovery codes made')
  return { codes }
}

/** Switches the caller's second factor off, unless it is required. Throws UNCONFIRMED, INVALID. */
export async function switchOffFactor(ctx: UserCtx): Promise<void> {
  const { actor } = ctx
  const wasOn = await changeOwnAccount(ctx, async (trx) => {
    if (requiresFactor(ctx, ctx.actor)) throw new AppError('INVALID', messages.factorMustStay)
    await clearAllAttempts(trx, foldUserName(actor.username), ['code'])
    const removed = await removeFactor(trx, actor.user)
    if (removed) await recordOwnChange(trx, 'factor-off')
    return removed
  })
  if (wasOn) logEvent(ctx, 'second factor off', { targetId: actor.user })
}

/** Returns the caller's passkeys, the newest first, and the origin where they work. */
export async function listPasskeys(ctx: UserCtx): Promise<PasskeyState> {
  const rows = await findPasskeys(ctx, ctx.actor.user)
  return {
    origin: ctx.passkeyOrigin ?? null,
    is_last_kept: rows.length === 1 && (await isLastKept(ctx)),
    items: rows.map(({ id, name, created_at, last_used_at }) => ({
      id,
      name,
      created_at: created_at.toISOString(),
      last_used_at: last_used_at?.toISOString() ?? null,
    })),
  }
}

/** Returns the options for a new passkey of the caller, after the password. Throws UNCONFIRMED, INVALID, TOO_MANY. */
export async function beginPasskey(ctx: UserCtx) {
  const { actor } = requireConfirmed(ctx)
  relyingParty(ctx)
  if ((await countPasskeys(ctx, actor.user)) >= MAX_PASSKEYS) throw tooManyPasskeys()
  const { token, challenge } = await createChallenge(ctx, actor.session.id)
  return {
    token,
    options: await creationOptions(ctx, { id: actor.user, username: actor.username }, challenge),
  }
}

/** Stores a passkey made by the caller's device. Throws UNCONFIRMED, INVALID, and CONFLICT when it is stored already. */
export async function addPasskey(ctx: UserCtx, { token, name, passkey }: AddPasskeyInput) {
  const { actor } = requireConfirmed(ctx)
  const challenge = await takeChallenge(ctx, token, actor.session.id)
  const made = await verifyCreated(ctx, passkey, challenge)
  if (made === null) throw new AppError('INVALID', passkeyMessages.notAdded)
  const stored = await inTransaction(ctx, async (trx) => {
    await requireBelowLimit(trx, {
      max: MAX_PASSKEYS,
      lock: () => lockCaller(trx),
      count: () => countPasskeys(trx, actor.user),
      refusal: tooManyPasskeys,
    })
    await recordOwnChange(trx, 'passkey-add', name)
    return trx.db
      .insertInto('passkey')
      .values({
        user_id: actor.user,
        credential_id: made.credentialId,
        public_key: made.publicKey,
        counter: made.counter,
        transports: passkey.response.transports.join(','),
        name,
        created_at: ctx.now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  }).catch((error: unknown) => {
    if (isUniqueViolation(error, 'credential_id', 'passkey_credential'))
      throw new AppError('CONFLICT', passkeyMessages.alreadyThere)
    throw error
  })
  logEvent(ctx, 'passkey added')
  return stored
}

/** Gives a passkey of the caller another name. Throws NOT_FOUND, also for another user's. */
export async function renamePasskey(ctx: UserCtx, { id, name }: { id: number; name: string }): Promise<void> {
  await inTransaction(ctx, async (trx) => {
    await trx.db
      .updateTable('passkey')
      .set({ name })
      .where('user_id', '=', ctx.actor.user)
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirstOrThrow(passkeyNotFound)
    await recordOwnChange(trx, 'passkey-rename', name)
  })
}

/** Removes a passkey of the caller. Throws UNCONFIRMED, NOT_FOUND, and INVALID for an administrator's last required one. */
export async function removePasskey(ctx: UserCtx, { id }: { id: number }): Promise<void> {
  const { actor } = ctx
  const left = await changeOwnAccount(ctx, async (trx) => {
    const { name } = await trx.db
      .deleteFrom('passkey')
      .where('user_id', '=', actor.user)
      .where('id', '=', id)
      .returning('name')
      .executeTakeFirstOrThrow(passkeyNotFound)
    await recordOwnChange(trx, 'passkey-remove', name)
    const others = await countPasskeys(trx, actor.user)
    // The refusal rolls the removal back.
    if (others === 0 && (await isLastKept(trx))) throw new AppError('INVALID', passkeyMessages.lastKept)
    return others
  })
  logEvent(ctx, 'passkey removed', { targetId: actor.user, left })
}

/** Returns the caller's first passkey, if all were added since then and one has to stay. */
export async function lastPasskeyKept(ctx: UserCtx, since: Date): Promise<number | undefined> {
  const first = (await findPasskeys(ctx, ctx.actor.user)).at(-1)
  return first !== undefined && first.created_at >= since && (await isLastKept(ctx)) ? first.id : undefined
}

/** Returns whether the caller must keep a passkey. */
async function isLastKept(ctx: UserCtx): Promise<boolean> {
  const { actor } = ctx
  return requiresFactor(ctx, actor) && (await factorSince(ctx, actor.user)) === null
}

const tooManyPasskeys = () => new AppError('INVALID', passkeyMessages.tooMany)

const passkeyNotFound = () => new AppError('NOT_FOUND', passkeyMessages.notFound)
