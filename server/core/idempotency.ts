import { AppError } from '#shared/errors.ts'

import type { UserCtx } from './context.ts'

/** A key that the page made for one new thing; `operation` keeps the keys of different things apart. */
type Claim = { operation: string; key: string }

/** What a key has made, and the version that its last save left; `undefined` where versions were not kept yet. */
type Made = { id: number; version: number | undefined }

/**
 * `null` where the key is new: the caller then makes the thing and calls `keepTarget`, in the same transaction.
 * Otherwise what the key has already made; a second attempt at the same time waits here for it.
 */
export async function claimKey(ctx: UserCtx, { operation, key }: Claim): Promise<Made | null> {
  await ctx.db
    .insertInto('idempotency_keys')
    .values({ user_id: ctx.actor.id, operation, key, target_id: null, created_at: ctx.now })
    .onConflict((conflict) => conflict.columns(['user_id', 'operation', 'key']).doNothing())
    .execute()
  // Held until the end, so that of several retries at once each finds the version that the one before has left. A
  // key without a target is our own: one that another transaction has committed always has its target.
  const { target_id, target_version } = await ctx.db
    .selectFrom('idempotency_keys')
    .where('user_id', '=', ctx.actor.id)
    .where('operation', '=', operation)
    .where('key', '=', key)
    .select(['target_id', 'target_version'])
    .forUpdate()
    .executeTakeFirstOrThrow()
  return target_id === null ? null : { id: target_id, version: target_version ?? undefined }
}

/** Remembers what a claimed key has made or changed. */
export async function keepTarget(
  ctx: UserCtx,
  { operation, key }: Claim,
  made: { id: number; version?: number },
): Promise<void> {
  await ctx.db
    .updateTable('idempotency_keys')
    .set({ target_id: made.id, target_version: made.version ?? null })
    .where('user_id', '=', ctx.actor.id)
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
