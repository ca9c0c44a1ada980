import { createHash } from 'node:crypto'

import type { Kysely, Updateable } from 'kysely'

import type { DB, IdempotencyKeysTable } from '#server/db/schema.ts'
import { AppError } from '#shared/errors.ts'

import { type UserCtx, inTransaction } from './context.ts'

const KEPT_MS = 7 * 86_400_000

/** A key that a caller made for one change; `operation` keeps the keys of different things apart. */
type Claim = { operation: string; key: string }

/** What a key has made, and the version that its last save left; `undefined` where versions were not kept yet. */
type Made = { id: number; version: number | undefined }

/**
 * `null` where the key is new: the caller then makes the thing and calls `keepTarget`, in the same transaction.
 * Otherwise what the key has already made; a second attempt at the same time waits here for it.
 */
export async function claimKey(ctx: UserCtx, claim: Claim): Promise<Made | null> {
  // A key without a target is our own: one that another transaction has committed always has its target.
  const { target_id, target_version } = await lockKey(ctx, claim)
  return target_id === null ? null : { id: target_id, version: target_version ?? undefined }
}

/**
 * The key's row, made where it is new. Held until the end of the transaction, so that of several retries at once
 * each finds what the one before has left.
 */
function lockKey(ctx: UserCtx, { operation, key }: Claim) {
  return ctx.db
    .insertInto('idempotency_keys')
    .values({ user_id: ctx.actor.shop, operation, key, target_id: null, created_at: ctx.now })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'operation', 'key'])
        // Changes nothing, but locks the row and returns it: DO NOTHING would do neither.
        .doUpdateSet((eb) => ({ operation: eb.ref('excluded.operation') })),
    )
    .returning(['target_id', 'target_version', 'request_sha256', 'answer'])
    .executeTakeFirstOrThrow()
}

/** Remembers what a claimed key has made or changed. */
export async function keepTarget(
  ctx: UserCtx,
  claim: Claim,
  made: { id: number; version?: number },
): Promise<void> {
  await updateKey(ctx, claim, { target_id: made.id, target_version: made.version ?? null })
}

async function updateKey(
  ctx: UserCtx,
  { operation, key }: Claim,
  change: Updateable<IdempotencyKeysTable>,
): Promise<void> {
  await ctx.db
    .updateTable('idempotency_keys')
    .set(change)
    .where('user_id', '=', ctx.actor.shop)
    .where('operation', '=', operation)
    .where('key', '=', key)
    .execute()
}

/**
 * A double click or a retry: what the key has made becomes what was sent last. `null` where a new thing is to be
 * made: the key is new, or its thing was changed by somebody else or deleted since, which nobody may overwrite.
 */
export async function retried<Saved extends { id: number; version: number }>(
  ctx: UserCtx,
  claim: Claim,
  change: (made: Made) => Promise<Saved>,
): Promise<Saved | null> {
  const made = await claimKey(ctx, claim)
  if (made === null) return null
  try {
    const saved = await change(made)
    await keepTarget(ctx, claim, saved)
    return saved
  } catch (error) {
    if (error instanceof AppError && (error.code === 'CONFLICT' || error.code === 'NOT_FOUND')) return null
    throw error
  }
}

type Left = { id: number; version: number }

/**
 * Changes a thing, once for a key and an `input`: who repeats a change word for word, because its response was lost,
 * would else be told of somebody else's change. `repeat` then makes the result of what the first one left. Without a
 * key it just changes.
 */
export async function changedOnce<Saved extends Left>(
  ctx: UserCtx,
  { operation, key, input }: { operation: string; key: string | undefined; input: unknown },
  { change, repeat }: { change: () => Promise<Saved>; repeat: (left: Left) => Promise<Saved> },
): Promise<Saved> {
  if (key === undefined) return change()
  // Not the key's row of a new thing: a form that has made one goes on changing it with the same key.
  const claim = { operation: `${operation} change`, key }
  const request_sha256 = fingerprint(input)
  const { target_id, target_version, ...earlier } = await lockKey(ctx, claim)
  if (earlier.request_sha256 === request_sha256 && target_id !== null && target_version !== null)
    return repeat({ id: target_id, version: target_version })
  const saved = await change()
  await updateKey(ctx, claim, { target_id: saved.id, target_version: saved.version, request_sha256 })
  return saved
}

/** What a call of an integrator was answered; `replayed` where that was another call with the same key. */
type Answered = { answer: Record<string, unknown>; replayed: boolean }

/**
 * Does `work` once for a key, in one transaction with the key: both are stored or neither, so that a call that
 * was refused may be repeated. A repetition gets the first call's response; one at the same time waits for it.
 * `null` where the key belongs to a call with another `input`.
 */
export function once(
  ctx: UserCtx,
  { input, ...claim }: Claim & { input: unknown },
  work: (ctx: UserCtx) => Promise<Record<string, unknown>>,
): Promise<Answered | null> {
  const request_sha256 = fingerprint(input)
  return inTransaction(ctx, async (trx) => {
    const earlier = await lockKey(trx, claim)
    if (earlier.answer !== null) {
      if (earlier.request_sha256 !== request_sha256) return null
      return { answer: JSON.parse(earlier.answer) as Answered['answer'], replayed: true }
    }
    const answer = await work(trx)
    await updateKey(trx, claim, { request_sha256, answer: JSON.stringify(answer) })
    return { answer, replayed: false }
  })
}

/** Without passwords: a quick hash of one would be the easiest way to it. */
function fingerprint(input: unknown): string {
  const text = JSON.stringify(input, (name, value: unknown) =>
    name.endsWith('password') ? undefined : value,
  )
  return createHash('sha256').update(text).digest('hex')
}

/** Removes every user's keys that are older than a week. */
export async function purgeKeys(db: Kysely<DB>, now: Date): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', new Date(now.getTime() - KEPT_MS))
    .execute()
}
