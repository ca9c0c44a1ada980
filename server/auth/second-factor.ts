import { createHash, randomInt } from 'node:crypto'

import type { BaseCtx } from '#server/platform/core/context.ts'
import { readCode, RECOVERY_CODES, RECOVERY_LENGTH, RECOVERY_SIGNS } from '#shared/auth/second-factor.ts'
import type { FactorSetUp } from '#shared/auth/schema.ts'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { AUTH_ADMIN } from '#shared/options.ts'

import { qrOf } from './qr.ts'
import { acceptedStep, addressOf, createSecret, keyOf } from './totp.ts'

/** Whether this user may be here with a password alone only to set a second factor up (decision 30). */
export const lacksFactor = (
  { adminFactorRequired = false }: Pick<BaseCtx, 'adminFactorRequired'>,
  { auth, factorAt }: { auth: number; factorAt: Date | null },
): boolean => adminFactorRequired && auth === AUTH_ADMIN && factorAt === null

/** When the user's second factor was switched on; `null` without one. */
export async function factorSince({ db }: Pick<BaseCtx, 'db'>, userId: number): Promise<Date | null> {
  const row = await db
    .selectFrom('second_factors')
    .select('activated_at')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.activated_at ?? null
}

/** How many recovery codes are left. */
export async function countCodes({ db }: Pick<BaseCtx, 'db'>, userId: number): Promise<number> {
  const { codes } = await db
    .selectFrom('recovery_codes')
    .where('user_id', '=', userId)
    .select(({ fn }) => fn.countAll<number>().as('codes'))
    .executeTakeFirstOrThrow()
  return codes
}

/**
 * A new key, which counts from `activate` on; it replaces one that was never activated, and is not readable later. The
 * caller holds the lock on the user's row. Throws CONFLICT when the factor is on.
 */
export async function beginSetUp(
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
  return { key: keyOf(secret), qr: qrOf(addressOf(secret, user.username)) }
}

/**
 * Switches the factor on with a first code, and returns the recovery codes. The caller holds the lock on the user's row.
 * Throws INVALID with `code`, CONFLICT when it is on already.
 */
export async function activate(ctx: BaseCtx, userId: number, typed: string): Promise<string[]> {
  const factor = await findFactor(ctx, userId)
  if (factor !== undefined && factor.activated_at !== null)
    throw new AppError('CONFLICT', messages.factorIsOn)
  const code = readCode(typed)
  const step =
    factor === undefined || code?.kind !== 'app'
      ? null
      : acceptedStep(factor.secret, code.code, { now: ctx.now, lastStep: 0 })
  if (step === null) throw wrongCode()
  await ctx.db
    .updateTable('second_factors')
    .set({ last_step: step, activated_at: ctx.now })
    .where('user_id', '=', userId)
    .execute()
  return makeRecoveryCodes(ctx, userId)
}

/** New recovery codes, in place of those that are left. They are not readable later. */
export async function makeRecoveryCodes(
  { db, now }: Pick<BaseCtx, 'db' | 'now'>,
  userId: number,
): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, randomCode)
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await db
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashCode(code), created_at: now })))
    .execute()
  return codes
}

/** Removes the recovery codes made at that moment or later; returns how many. The app's codes go on. */
export async function removeCodesSince(
  { db }: Pick<BaseCtx, 'db'>,
  userId: number,
  since: Date,
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('created_at', '>=', since)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/**
 * Uses a code up, that of the app or a recovery code, and returns which it was; `null` when it is wrong or was used. The
 * caller holds the lock on the user's row, so of two uses of one code one wins.
 */
export async function takeCode(
  ctx: BaseCtx,
  userId: number,
  typed: string,
): Promise<'app' | 'recovery' | null> {
  const factor = await findFactor(ctx, userId)
  const code = readCode(typed)
  if (factor === undefined || factor.activated_at === null || code === null) return null
  if (code.kind === 'recovery') {
    const { numDeletedRows } = await ctx.db
      .deleteFrom('recovery_codes')
      .where('user_id', '=', userId)
      .where('code_hash', '=', hashCode(code.code))
      .executeTakeFirstOrThrow()
    return numDeletedRows === 0n ? null : 'recovery'
  }
  const { last_step: lastStep, secret } = factor
  const step = acceptedStep(secret, code.code, { now: ctx.now, lastStep })
  if (step === null) return null
  await ctx.db.updateTable('second_factors').set({ last_step: step }).where('user_id', '=', userId).execute()
  return 'app'
}

/** Removes the factor with its recovery codes, and one that is being set up. Returns whether it was on. */
export async function removeFactor({ db }: Pick<BaseCtx, 'db'>, userId: number): Promise<boolean> {
  const removed = await db
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .returning('activated_at')
    .executeTakeFirst()
  return removed !== undefined && removed.activated_at !== null
}

/** Removes a set-up that is not finished: whoever began it may know its key. */
export async function removeSetUp({ db }: Pick<BaseCtx, 'db'>, userId: number): Promise<void> {
  await db
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .where('activated_at', 'is', null)
    .execute()
}

/** Removes what was begun a day ago and never activated. */
export async function purgeSetUps({ db, now }: Pick<BaseCtx, 'db' | 'now'>): Promise<void> {
  const before = new Date(now.getTime() - 86_400_000)
  await db
    .deleteFrom('second_factors')
    .where('activated_at', 'is', null)
    .where('created_at', '<=', before)
    .execute()
}

export const wrongCode = () => new AppError('INVALID', messages.codeWrong, { field: 'code' })

const findFactor = ({ db }: BaseCtx, userId: number) =>
  db
    .selectFrom('second_factors')
    .select(['secret', 'last_step', 'activated_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst()

const randomCode = () =>
  Array.from({ length: RECOVERY_LENGTH }, () => RECOVERY_SIGNS[randomInt(RECOVERY_SIGNS.length)]).join('')

const hashCode = (code: string): Buffer => createHash('sha256').update(code).digest()
