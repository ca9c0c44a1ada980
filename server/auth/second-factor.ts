import { createHash, randomInt } from 'node:crypto'

import type { BaseCtx } from '#server/platform/core/context.ts'
import { countDeleted, countRows } from '#server/platform/db/row-counts.ts'
import { readCode, RECOVERY_CODES, RECOVERY_LENGTH, RECOVERY_SIGNS } from '#shared/auth/second-factor.ts'
import type { FactorSetUp } from '#shared/auth/schema.ts'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { AUTH_ADMIN } from '#shared/options.ts'

import { qrPicture, acceptedStep, enrolmentUrl, createSecret, secretText } from './totp.ts'

/** Returns whether the user must have a second factor: without one, a password only opens its set-up (decision 30). */
export const requiresFactor = (
  { adminFactorRequired = false }: Pick<BaseCtx, 'adminFactorRequired'>,
  { auth }: { auth: number },
): boolean => adminFactorRequired && auth === AUTH_ADMIN

/** Returns when the user's second factor was switched on; `null` without one. */
export const factorSince = async (ctx: Pick<BaseCtx, 'db'>, userId: number): Promise<Date | null> =>
  (await findFactor(ctx, userId))?.activated_at ?? null

export const countCodes = ({ db }: Pick<BaseCtx, 'db'>, userId: number): Promise<number> =>
  countRows(db.selectFrom('recovery_codes').where('user_id', '=', userId))

/** Stores a new key for `confirmFactor`, and returns it, once. The user's row is locked. Throws CONFLICT when the factor is on. */
export async function beginFactorSetUp(
  { db, now }: Pick<BaseCtx, 'db' | 'now'>,
  user: { id: number; username: string },
): Promise<FactorSetUp> {
  if ((await factorSince({ db }, user.id)) !== null) throw new AppError('CONFLICT', messages.factorIsOn)
  const secret = createSecret()
  await db
    .insertInto('second_factors')
    .values({ user_id: user.id, secret, created_at: now, activated_at: null })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ secret, created_at: now }))
    .execute()
  return { key: secretText(secret), qr: qrPicture(enrolmentUrl(secret, user.username)) }
}

/** Activates the factor; returns the recovery codes. The user's row is locked. Throws INVALID with `code`, CONFLICT. */
export async function confirmFactor(ctx: BaseCtx, userId: number, typed: string): Promise<string[]> {
  const factor = await findFactor(ctx, userId)
  if (factor !== undefined && factor.activated_at !== null)
    throw new AppError('CONFLICT', messages.factorIsOn)
  const code = readCode(typed)
  const step =
    factor === undefined || code?.kind !== 'app'
      ? null
      : acceptedStep(factor.secret, code.code, { now: ctx.now, lastStep: 0 })
  if (step === null) throw wrongCodeError()
  await ctx.db
    .updateTable('second_factors')
    .set({ last_step: step, activated_at: ctx.now })
    .where('user_id', '=', userId)
    .execute()
  return makeRecoveryCodes(ctx, userId)
}

/** Replaces the recovery codes and returns the new ones, which cannot be read later. */
export async function makeRecoveryCodes({ db, now }: Pick<BaseCtx, 'db' | 'now'>, userId: number) {
  const codes = Array.from({ length: RECOVERY_CODES }, randomCode)
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await db
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashCode(code), created_at: now })))
    .execute()
  return codes
}

/** Uses up a code and returns its kind; `null` for a wrong or used one. The user's row is locked, so a code succeeds once. */
export async function takeCode(
  ctx: BaseCtx,
  userId: number,
  typed: string,
): Promise<'app' | 'recovery' | null> {
  const factor = await findFactor(ctx, userId)
  const code = readCode(typed)
  if (factor === undefined || factor.activated_at === null || code === null) return null
  if (code.kind === 'recovery') {
    const codes = ctx.db.deleteFrom('recovery_codes').where('user_id', '=', userId)
    const removed = await countDeleted(codes.where('code_hash', '=', hashCode(code.code)))
    return removed === 0 ? null : 'recovery'
  }
  const { last_step: lastStep, secret } = factor
  const step = acceptedStep(secret, code.code, { now: ctx.now, lastStep })
  if (step === null) return null
  await ctx.db.updateTable('second_factors').set({ last_step: step }).where('user_id', '=', userId).execute()
  return 'app'
}

/** Removes the factor with its recovery codes, also an unfinished one. Returns whether it was on. */
export async function removeFactor({ db }: Pick<BaseCtx, 'db'>, userId: number): Promise<boolean> {
  const removed = await db
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .returning('activated_at')
    .executeTakeFirst()
  return removed !== undefined && removed.activated_at !== null
}

export const wrongCodeError = () => new AppError('INVALID', messages.codeWrong, { field: 'code' })

const findFactor = ({ db }: Pick<BaseCtx, 'db'>, userId: number) =>
  db
    .selectFrom('second_factors')
    .select(['secret', 'last_step', 'activated_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst()

const randomCode = () =>
  Array.from({ length: RECOVERY_LENGTH }, () => RECOVERY_SIGNS[randomInt(RECOVERY_SIGNS.length)]).join('')

const hashCode = (code: string): Buffer => createHash('sha256').update(code).digest()
