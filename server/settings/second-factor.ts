import { changeOwn } from '#server/auth/enter.ts'
import { recordOwnChange } from '#server/auth/accounts.ts'
import {
  activate,
  beginSetUp,
  countCodes,
  factorSince,
  lacksFactor,
  makeRecoveryCodes,
  removeFactor,
} from '#server/auth/second-factor.ts'
import { endOtherSessions } from '#server/auth/sessions.ts'
import { clearAllAttempts } from '#server/auth/throttle.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import { logEvent } from '#server/platform/core/security-log.ts'
import type { FactorSetUp, FactorState } from '#shared/auth/schema.ts'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { foldUserName } from '#shared/turkish.ts'

/** Whether the caller's second factor is on, since when, and how many recovery codes are left. */
export async function getFactor(ctx: UserCtx): Promise<FactorState> {
  const { user } = ctx.actor
  const since = await factorSince(ctx, user)
  return {
    since: since?.toISOString() ?? null,
    codes_left: await countCodes(ctx, user),
    is_required: isRequired(ctx),
  }
}

/** A key for a second factor of the caller, after the password. Throws UNCONFIRMED, CONFLICT when it is on already. */
export function beginFactor(ctx: UserCtx): Promise<FactorSetUp> {
  const { user: id, username } = ctx.actor
  return changeOwn(ctx, (trx) => beginSetUp(trx, { id, username }))
}

/**
 * Activates the factor with a first code, ends the sessions that the password alone opened, and returns the recovery codes,
 * once. Throws UNCONFIRMED, INVALID, CONFLICT.
 */
export async function activateFactor(ctx: UserCtx, { code }: { code: string }): Promise<{ codes: string[] }> {
  const { user, session } = ctx.actor
  const codes = await changeOwn(ctx, async (trx) => {
    await recordOwnChange(trx, 'factor-on')
    const made = await activate(trx, user, code)
    await endOtherSessions(trx, user, session.id)
    return made
  })
  logEvent(ctx, 'second factor on')
  return { codes }
}

/** New recovery codes in place of all that are left. Throws UNCONFIRMED, CONFLICT while the factor is off. */
export async function renewCodes(ctx: UserCtx): Promise<{ codes: string[] }> {
  const codes = await changeOwn(ctx, async (trx, { factorAt }) => {
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
  const wasOn = await changeOwn(ctx, async (trx) => {
    if (isRequired(ctx)) throw new AppError('INVALID', messages.factorMustStay)
    await clearAllAttempts(trx, foldUserName(actor.username), 'code')
    const removed = await removeFactor(trx, actor.user)
    if (removed) await recordOwnChange(trx, 'factor-off')
    return removed
  })
  if (wasOn) logEvent(ctx, 'second factor off', { targetId: actor.user })
}

const isRequired = (ctx: UserCtx) => lacksFactor(ctx, { auth: ctx.actor.auth, factorAt: null })
