import type { UserCtx } from './context.ts'

/** A key that the page made for one new thing; `operation` keeps the keys of different things apart. */
type Claim = { operation: string; key: string }

/**
 * `null` where the key is new: the caller then makes the thing and calls `keepTarget`, in the same transaction.
 * Otherwise the id of what the key has already made; a second attempt at the same time waits here for it.
 */
export async function claimKey(ctx: UserCtx, { operation, key }: Claim): Promise<number | null> {
  await ctx.db
    .insertInto('idempotency_keys')
    .values({ user_id: ctx.actor.id, operation, key, target_id: null, created_at: ctx.now })
    .onConflict((conflict) => conflict.columns(['user_id', 'operation', 'key']).doNothing())
    .execute()
  // A key without a target is our own: one that another transaction has committed always has its target.
  const { target_id } = await ctx.db
    .selectFrom('idempotency_keys')
    .where('user_id', '=', ctx.actor.id)
    .where('operation', '=', operation)
    .where('key', '=', key)
    .select('target_id')
    .executeTakeFirstOrThrow()
  return target_id
}

/** Remembers what a claimed key has made. */
export async function keepTarget(ctx: UserCtx, { operation, key }: Claim, targetId: number): Promise<void> {
  await ctx.db
    .updateTable('idempotency_keys')
    .set({ target_id: targetId })
    .where('user_id', '=', ctx.actor.id)
    .where('operation', '=', operation)
    .where('key', '=', key)
    .execute()
}
