import type { Insertable, Kysely, Selectable, Updateable } from 'kysely'

import { compiled } from '#server/platform/db/compiled.ts'
import type { DB, IdempotencyKeysTable } from '#server/platform/db/schema.ts'
import { AppError } from '#shared/errors.ts'

import { type ActorIds, type UserCtx, inTransaction } from './context.ts'
import { pipelineWrites } from './pipeline-writes.ts'
import { fingerprint, formerKeys, isOf, storedKey, withoutText } from './stored-keys.ts'

const RETENTION_MS = 7 * 86_400_000

/** A key that a caller made for one change; `operation` separates the keys of different operations and of staff. */
type Claim = { operation: string; key: string }

/** The same where a caller may send no key. Without `input` every repetition counts as identical. */
type OptionalClaim = { operation: string; key: string | undefined; input?: unknown }

/** A thing that was stored with a key, and its version then; `undefined` where the operation stores no versions. */
type Result = { id: number; version?: number | undefined }

/** Stores what the key has led to. A change that knows it beforehand sends it with its own statements. */
export type StoreResult = (ctx: UserCtx, made: Result) => Promise<void>

/** `read` sends its statements behind those of the key; without one the state is `undefined`. */
type Reading<State> = { read?: ((ctx: UserCtx) => Promise<State>) | undefined }

type Creation<Saved extends Result, State> = Reading<State> & {
  create: (state: State, storeResult: StoreResult) => Promise<Saved>
  /** Saves another input in the thing that was created with the key. */
  change: (made: Result) => Promise<Saved>
  /** Returns what an identical repetition gets. */
  repeat?: (made: Result) => Promise<Saved>
}

/**
 * Creates a thing once for a key; without one it just creates it. An identical repetition changes nothing, another input
 * updates the key's thing, and a concurrent one waits for the first. The thing is created again when it was deleted
 * since, or changed by another user before another input was sent.
 */
export async function idempotentCreate<Saved extends Result, State = undefined>(
  ctx: UserCtx,
  { operation, key, input }: OptionalClaim,
  { read, create, change, repeat }: Creation<Saved, State>,
): Promise<Saved> {
  if (key === undefined) return create((await read?.(ctx)) as State, () => Promise.resolve())
  const claim = { operation, key }
  const [locked, state] = await lockAndRead(ctx, claim, read)
  const request_sha256 = input === undefined ? null : fingerprint(key, input)
  const storeResult: StoreResult = (one, { id, version }) =>
    updateKey(one, claim, { target_id: id, target_version: version ?? null, request_sha256 })
  // A key without a target was inserted by this transaction: committed keys always have a target.
  if (locked.target_id !== null) {
    const made = { id: locked.target_id, version: locked.target_version ?? undefined }
    try {
      if (repeat !== undefined && isOf(locked.request_sha256, key, input)) return await repeat(made)
      const saved = await change(made)
      await storeResult(ctx, saved)
      return saved
    } catch (error) {
      if (!(error instanceof AppError && (error.code === 'CONFLICT' || error.code === 'NOT_FOUND')))
        throw error
    }
  }
  return storing(ctx, storeResult, (store) => create(state, store))
}

/** Stores the result of `work`, unless it did so itself. */
async function storing<Saved extends Result>(
  ctx: UserCtx,
  storeResult: StoreResult,
  work: (storeResult: StoreResult) => Promise<Saved>,
): Promise<Saved> {
  let isStored = false
  const saved = await work((one, made) => {
    isStored = true
    return storeResult(one, made)
  })
  if (!isStored) await storeResult(ctx, saved)
  return saved
}

/** Takes the lock of the key, and behind it those of `read`, in one round trip. */
async function lockAndRead<State>(
  ctx: UserCtx,
  claim: Claim,
  read: Reading<State>['read'],
): Promise<[KeyResult, State]> {
  const [locked, state] = await pipelineWrites(ctx, (one) => [
    lockKey(one, claim),
    read === undefined ? Promise.resolve(undefined) : read(one),
  ])
  return [locked, state as State]
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
  const [[locked], [former]] = await pipelineWrites(ctx, ({ db }) => [
    lockKeyQuery(db, [{ ...row, target_id: null, created_at: ctx.now }]),
    storedKeyQuery(db, { ...row, ...formerKeys(claim.key) }),
  ])
  if (locked === undefined) throw new Error('The row of a key was neither inserted nor found.')
  return former === undefined ? locked : adopt(ctx, claim, former)
}

const rowOf = ({ actor }: UserCtx, { operation, key }: Claim) => ({
  shop_id: actor.shop,
  operation: ownOperation(actor, operation),
  key: storedKey(key),
})

/** A key in all forms in which its row may be stored. */
export type KeyRows = Omit<ReturnType<typeof rowOf>, 'key'> & { keys: string[] }

export function keyRows(ctx: UserCtx, claim: Claim): KeyRows {
  const { key, ...row } = rowOf(ctx, claim)
  const { hash, text = hash } = formerKeys(claim.key)
  return { ...row, keys: [key, hash, text] }
}

/** The id of the thing that was created with the key. */
export const targetOf = (db: Kysely<DB>, { shop_id, operation, keys }: KeyRows) =>
  db
    .selectFrom('idempotency_keys')
    .where('shop_id', '=', shop_id)
    .where('operation', '=', operation)
    .where((eb) => eb('key', '=', eb.fn.any(eb.val(keys))))
    .select((eb) => eb.fn.max('target_id').as('target_id'))

/** Moves the result that an earlier version stored under another form of the key, for a week after the update. */
async function adopt(ctx: UserCtx, claim: Claim, former: KeyResult & { key: string }): Promise<KeyResult> {
  const { shop_id, operation } = rowOf(ctx, claim)
  const result = { ...former, ...withoutText(former) }
  await updateKey(ctx, claim, result)
  await ctx.db
    .deleteFrom('idempotency_keys')
    .where('shop_id', '=', shop_id)
    .where('operation', '=', operation)
    .where('key', '=', former.key)
    .execute()
  return result
}

/** Keys are scoped per user, because staff of one shop can have different rights. */
const ownOperation = ({ shop, user }: ActorIds, operation: string) =>
  user === shop ? operation : `${operation} ${user}`

const RESULT = ['target_id', 'target_version', 'request_sha256', 'answer'] as const

const lockKeyQuery = compiled((db, rows: Insertable<IdempotencyKeysTable>[]) =>
  db
    .insertInto('idempotency_keys')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['shop_id', 'operation', 'key'])
        // Changes nothing, but locks and returns the row, which DO NOTHING does not do.
        .doUpdateSet((eb) => ({ operation: eb.ref('excluded.operation') })),
    )
    .returning(RESULT),
)

const storedKeyQuery = compiled(
  (
    db,
    { shop_id, operation, hash, text }: Omit<KeyUpdate, 'change' | 'key'> & ReturnType<typeof formerKeys>,
  ) =>
    db
      .selectFrom('idempotency_keys')
      .where('shop_id', '=', shop_id)
      .where('operation', '=', operation)
      .where((eb) => eb.or([eb('key', '=', hash), ...(text === undefined ? [] : [eb('key', '=', text)])]))
      .select(['key', ...RESULT]),
)

async function updateKey(
  ctx: UserCtx,
  claim: Claim,
  change: Updateable<IdempotencyKeysTable>,
): Promise<void> {
  await storeResultQuery(ctx.db, { ...rowOf(ctx, claim), change })
}

type KeyUpdate = Claim & { shop_id: number; change: Updateable<IdempotencyKeysTable> }

const storeResultQuery = compiled((db, { shop_id, operation, key, change }: KeyUpdate) =>
  db
    .updateTable('idempotency_keys')
    .set(change)
    .where('shop_id', '=', shop_id)
    .where('operation', '=', operation)
    .where('key', '=', key),
)

type Left = { id: number; version: number }

type Update<Saved extends Left, State> = Reading<State> & {
  change: (state: State, storeResult: StoreResult) => Promise<Saved>
  repeat: (left: Left) => Promise<Saved>
}

/**
 * Changes a thing once for a key and an `input`. An identical repetition, after a lost response, would otherwise
 * be refused as a conflict with another user; for it `repeat` builds the result from what the first call stored.
 * Without a key it just makes the change.
 */
export async function idempotentUpdate<Saved extends Left, State = undefined>(
  ctx: UserCtx,
  { operation, key, input }: OptionalClaim,
  { read, change, repeat }: Update<Saved, State>,
): Promise<Saved> {
  if (key === undefined) return change((await read?.(ctx)) as State, () => Promise.resolve())
  // Not the row of the key that created the thing: a form goes on changing that thing with the same key.
  const claim = { operation: `${operation} change`, key }
  const [{ target_id, target_version, ...earlier }, state] = await lockAndRead(ctx, claim, read)
  if (isOf(earlier.request_sha256, key, input) && target_id !== null && target_version !== null)
    return repeat({ id: target_id, version: target_version })
  const request_sha256 = fingerprint(key, input)
  const storeResult: StoreResult = (one, { id, version }) =>
    updateKey(one, claim, { target_id: id, target_version: version ?? null, request_sha256 })
  return storing(ctx, storeResult, (store) => change(state, store))
}

/** The response of a keyed call; `replayed` when an earlier call with the key gave it. */
type Replayable<Answer> = { answer: Answer; replayed: boolean }

/**
 * Runs `work` once for a key, in one transaction with the key: both are stored or neither, so that a refused call
 * may be repeated. A repetition gets the first call's response; a concurrent one waits for it. `null` when the key
 * belongs to a call with another `input`.
 */
export function idempotentCall<Answer extends object>(
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
