import type { Insertable, Kysely, Selectable, Updateable } from 'kysely'

import { kept } from '#server/platform/db/kept.ts'
import type { DB, IdempotencyKeysTable } from '#server/platform/db/schema.ts'
import { AppError } from '#shared/errors.ts'

import { type ActorIds, type UserCtx, inTransaction } from './context.ts'
import { inOrder } from './in-order.ts'
import { fingerprint, formerKeys, isOf, storedKey, withoutText } from './stored-keys.ts'

const RETENTION_MS = 7 * 86_400_000

/** A key that a caller made for one change; `operation` separates the keys of different operations and of staff. */
type Claim = { operation: string; key: string }

/** Of a call that creates something: `input` recognises an identical repetition. */
type CreatingClaim = Claim & { input?: unknown }

/**
 * The thing that was created with a key, and its version after the last save with it; `undefined` when versions
 * were not stored yet.
 */
type Made = { id: number; version: number | undefined }

/**
 * `null` when the key is new: the caller then creates the thing and calls `storeTarget`, in the same transaction.
 * Otherwise the thing that was created with the key; a concurrent second attempt waits here for the first.
 */
export async function claimKey(ctx: UserCtx, claim: Claim): Promise<Made | null> {
  return madeWith(await lockKey(ctx, claim))
}

/** A key without a target was inserted by this transaction: committed keys always have a target. */
function madeWith({
  target_id,
  target_version,
}: Pick<Selectable<IdempotencyKeysTable>, 'target_id' | 'target_version'>): Made | null {
  return target_id === null ? null : { id: target_id, version: target_version ?? undefined }
}

type KeyResult = Pick<
  Selectable<IdempotencyKeysTable>,
  'target_id' | 'target_version' | 'request_sha256' | 'answer'
>

/**
 * The key's row, inserted when the key is new. It stays locked until the end of the transaction, so that each of
 * several concurrent retries sees the result of the one before.
 */
async function lockKey(ctx: UserCtx, claim: Claim): Promise<KeyResult> {
  const row = rowOf(ctx, claim)
  const [[locked], [former]] = await inOrder(ctx, ({ db }) => [
    keptKey(db, [{ ...row, target_id: null, created_at: ctx.now }]),
    keptFormer(db, { ...row, ...formerKeys(claim.key) }),
  ])
  if (locked === undefined) throw new Error('The row of a key was neither inserted nor found.')
  return former === undefined ? locked : adopt(ctx, claim, former)
}

const rowOf = ({ actor }: UserCtx, { operation, key }: Claim) => ({
  user_id: actor.shop,
  operation: ownOperation(actor, operation),
  key: storedKey(key),
})

/** Moves the result that an earlier version stored under another form of the key, for a week after the update. */
async function adopt(ctx: UserCtx, claim: Claim, former: KeyResult & { key: string }): Promise<KeyResult> {
  const { user_id, operation } = rowOf(ctx, claim)
  const result = { ...former, ...withoutText(former) }
  await updateKey(ctx, claim, result)
  await ctx.db
    .deleteFrom('idempotency_keys')
    .where('user_id', '=', user_id)
    .where('operation', '=', operation)
    .where('key', '=', former.key)
    .execute()
  return result
}

/** Nobody gets the answer to another one's call, who may have other rights. */
const ownOperation = ({ shop, user }: ActorIds, operation: string) =>
  user === shop ? operation : `${operation} ${user}`

const RESULT = ['target_id', 'target_version', 'request_sha256', 'answer'] as const

const keptKey = kept((db, rows: Insertable<IdempotencyKeysTable>[]) =>
  db
    .insertInto('idempotency_keys')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'operation', 'key'])
        // Changes nothing, but locks and returns the row, which DO NOTHING does not do.
        .doUpdateSet((eb) => ({ operation: eb.ref('excluded.operation') })),
    )
    .returning(RESULT),
)

const keptFormer = kept(
  (
    db,
    { user_id, operation, hash, text }: Omit<KeyUpdate, 'change' | 'key'> & ReturnType<typeof formerKeys>,
  ) =>
    db
      .selectFrom('idempotency_keys')
      .where('user_id', '=', user_id)
      .where('operation', '=', operation)
      .where((eb) => eb.or([eb('key', '=', hash), ...(text === undefined ? [] : [eb('key', '=', text)])]))
      .select(['key', ...RESULT]),
)

/** Stores the thing that was created or changed with a claimed key. */
export async function storeTarget(
  ctx: UserCtx,
  { input, ...claim }: CreatingClaim,
  made: { id: number; version?: number },
): Promise<void> {
  await updateKey(ctx, claim, {
    target_id: made.id,
    target_version: made.version ?? null,
    request_sha256: input === undefined ? null : fingerprint(claim.key, input),
  })
}

async function updateKey(
  ctx: UserCtx,
  claim: Claim,
  change: Updateable<IdempotencyKeysTable>,
): Promise<void> {
  await keptUpdate(ctx.db, { ...rowOf(ctx, claim), change })
}

type KeyUpdate = Claim & { user_id: number; change: Updateable<IdempotencyKeysTable> }

const keptUpdate = kept((db, { user_id, operation, key, change }: KeyUpdate) =>
  db
    .updateTable('idempotency_keys')
    .set(change)
    .where('user_id', '=', user_id)
    .where('operation', '=', operation)
    .where('key', '=', key),
)

/**
 * A retry; a concurrent one waits for the first. An identical repetition changes nothing: `repeat` builds its result.
 * Another input updates the key's thing. `null` when the caller has to create one: the key is new, or its thing was
 * deleted, or changed by another user before another input was sent.
 */
export async function retried<Saved extends { id: number; version: number }>(
  ctx: UserCtx,
  { input, ...claim }: CreatingClaim,
  { change, repeat }: { change: (made: Made) => Promise<Saved>; repeat?: (made: Made) => Promise<Saved> },
): Promise<Saved | null> {
  const key = await lockKey(ctx, claim)
  const made = madeWith(key)
  if (made === null) return null
  try {
    if (repeat !== undefined && isOf(key.request_sha256, claim.key, input)) return await repeat(made)
    const saved = await change(made)
    await storeTarget(ctx, { ...claim, input }, saved)
    return saved
  } catch (error) {
    if (error instanceof AppError && (error.code === 'CONFLICT' || error.code === 'NOT_FOUND')) return null
    throw error
  }
}

type Left = { id: number; version: number }

/**
 * Changes a thing once for a key and an `input`. An identical repetition, after a lost response, would otherwise
 * be refused as a conflict with another user; for it `repeat` builds the result from what the first call stored.
 * Without a key it just makes the change.
 */
export async function changedOnce<Saved extends Left>(
  ctx: UserCtx,
  { operation, key, input }: { operation: string; key: string | undefined; input: unknown },
  { change, repeat }: { change: () => Promise<Saved>; repeat: (left: Left) => Promise<Saved> },
): Promise<Saved> {
  if (key === undefined) return change()
  // Not the row of the key that created the thing: a form goes on changing that thing with the same key.
  const claim = { operation: `${operation} change`, key }
  const request_sha256 = fingerprint(key, input)
  const { target_id, target_version, ...earlier } = await lockKey(ctx, claim)
  if (isOf(earlier.request_sha256, key, input) && target_id !== null && target_version !== null)
    return repeat({ id: target_id, version: target_version })
  const saved = await change()
  await updateKey(ctx, claim, { target_id: saved.id, target_version: saved.version, request_sha256 })
  return saved
}

/** The response of a keyed call; `replayed` when an earlier call with the key gave it. */
type Replayable<Answer> = { answer: Answer; replayed: boolean }

/**
 * Runs `work` once for a key, in one transaction with the key: both are stored or neither, so that a refused call
 * may be repeated. A repetition gets the first call's response; a concurrent one waits for it. `null` when the key
 * belongs to a call with another `input`.
 */
export function once<Answer extends object>(
  ctx: UserCtx,
  { input, ...claim }: Claim & { input: unknown },
  work: (ctx: UserCtx) => Promise<Answer>,
): Promise<Replayable<Answer> | null> {
  const request_sha256 = fingerprint(claim.key, input)
  return inTransaction(ctx, async (trx) => {
    const earlier = await lockKey(trx, claim)
    if (earlier.answer !== null) {
      if (!isOf(earlier.request_sha256, claim.key, input)) return null
      return { answer: JSON.parse(earlier.answer) as Answer, replayed: true }
    }
    const answer = await work(trx)
    await updateKey(trx, claim, { request_sha256, answer: JSON.stringify(answer) })
    return { answer, replayed: false }
  })
}

/** Removes every user's keys that are older than a week. */
export async function purgeKeys(db: Kysely<DB>, now: Date): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', new Date(now.getTime() - RETENTION_MS))
    .execute()
}
