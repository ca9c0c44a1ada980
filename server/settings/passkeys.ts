import { changeOwn, lockCaller } from '#server/auth/enter.ts'
import { createChallenge, takeChallenge, countPasskeys, findPasskeys } from '#server/auth/passkeys.ts'
import { recordOwnChange } from '#server/auth/accounts.ts'
import { factorSince, lacksFactor } from '#server/auth/second-factor.ts'
import { creationOptions, relyingParty, verifyCreated } from '#server/auth/webauthn.ts'
import { inTransaction, requireConfirmed, type UserCtx } from '#server/platform/core/context.ts'
import { requireRoom } from '#server/platform/core/room.ts'
import { logEvent } from '#server/platform/core/security-log.ts'
import { isUniqueViolation } from '#server/platform/db/errors.ts'
import { passkeyMessages } from '#shared/auth/passkey-messages.ts'
import { type AddPasskeyInput, MAX_PASSKEYS, type PasskeyState } from '#shared/auth/passkeys.ts'
import { AppError } from '#shared/errors.ts'

/** The caller's passkeys, the newest first, and where they work. */
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

/** What the browser needs to make a passkey of the caller, after the password. Throws UNCONFIRMED, INVALID, TOO_MANY. */
export async function beginPasskey(ctx: UserCtx) {
  const { actor } = requireConfirmed(ctx)
  relyingParty(ctx)
  if ((await countPasskeys(ctx, actor.user)) >= MAX_PASSKEYS) throw tooMany()
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
    await requireRoom(trx, {
      most: MAX_PASSKEYS,
      lock: () => lockCaller(trx),
      count: () => countPasskeys(trx, actor.user),
      refusal: tooMany,
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
        last_used_at: null,
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
      .executeTakeFirstOrThrow(notFound)
    await recordOwnChange(trx, 'passkey-rename', name)
  })
}

/** Removes a passkey of the caller. Throws UNCONFIRMED, NOT_FOUND, and INVALID for an administrator's last required one. */
export async function removePasskey(ctx: UserCtx, { id }: { id: number }): Promise<void> {
  const { actor } = ctx
  const left = await changeOwn(ctx, async (trx) => {
    const { name } = await trx.db
      .deleteFrom('passkey')
      .where('user_id', '=', actor.user)
      .where('id', '=', id)
      .returning('name')
      .executeTakeFirstOrThrow(notFound)
    await recordOwnChange(trx, 'passkey-remove', name)
    const others = await countPasskeys(trx, actor.user)
    // The refusal takes it back.
    if (others === 0 && (await isLastKept(trx))) throw new AppError('INVALID', passkeyMessages.lastKept)
    return others
  })
  logEvent(ctx, 'passkey removed', { targetId: actor.user, left })
}

/** Returns the caller's first passkey where all were added since then and one has to stay. */
export async function lastPasskeyKept(ctx: UserCtx, since: Date): Promise<number | undefined> {
  const first = (await findPasskeys(ctx, ctx.actor.user)).at(-1)
  return first !== undefined && first.created_at >= since && (await isLastKept(ctx)) ? first.id : undefined
}

/** Whether the caller may not be without a passkey. */
async function isLastKept(ctx: UserCtx): Promise<boolean> {
  const { actor } = ctx
  return lacksFactor(ctx, { auth: actor.auth, factorAt: await factorSince(ctx, actor.user) })
}

const tooMany = () => new AppError('INVALID', passkeyMessages.tooMany)

const notFound = () => new AppError('NOT_FOUND', passkeyMessages.notFound)
