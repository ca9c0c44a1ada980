import { createHash, createHmac } from 'node:crypto'

import type { Insertable, Kysely, Selectable, Updateable } from 'kysely'

import { compiled } from '#server/platform/db/compiled.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { AppError } from '#shared/errors.ts'

import { type UserCtx, inTransaction } from './context.ts'
import { pipelineSteps } from './pipeline-steps.ts'

const RETENTION_MS = 7 * 86_400_000

/** A call with the key that its caller made for it; `operation` separates the keys of different operations and of staff. */
type KeyedCall = { operation: string; key: string }

/** A call whose caller may send no key. Without `input` every repetition counts as identical. */
type Call = { operation: string; key: string | undefined; input?: unknown }

/** A thing that was stored with a key, and its version then; `undefined` where the operation stores no versions. */
type Result = { id: number; version?: number | undefined }
type Versioned = { id: number; version: number }

/** Stores the result of a key. A change that knows it beforehand sends it with its own statements. */
export type StoreResult = (ctx: UserCtx, made: Result) => Promise<void>

/** `read` sends its statements behind those of the key; without one the state is `undefined`. */
type Reading<State> = { read?: ((ctx: UserCtx) => Promise<State>) | undefined }

type Creation<Saved extends Result, State> = Reading<State> & {
  create: (state: State, storeResult: StoreResult) => Promise<Saved>
  /** Saves another input in the thing that was created with the key. */
  change: (made: Result) => Promise<Saved>
  /** Returns the result of an identical repetition. */
  repeat?: (made: Result) => Promise<Saved>
}

/**
 * Creates a thing once for a key; without one it just creates it. An identical repetition changes nothing, another input
 * updates the key's thing, and a concurrent one waits for the first. The thing is created again when it was deleted
 * since, or changed by another user before another input was sent.
 */
export const idempotentCreate = <Saved extends Result, State = undefined>(
  ctx: UserCtx,
  call: Call,
  { read, create, change, repeat }: Creation<Saved, State>,
): Promise<Saved> =>
  withKey<Saved, State>(ctx, call, {
    read,
    work: create,
    replay: async (made, { isSameInput, storeResult }) => {
      try {
        if (repeat !== undefined && isSameInput) return await repeat(made)
        const saved = await change(made)
        await storeResult(ctx, saved)
        return saved
      } catch (error) {
        if (error instanceof AppError && (error.code === 'CONFLICT' || error.code === 'NOT_FOUND'))
          return null
        throw error
      }
    },
  })

type Update<Saved extends Versioned, State> = Reading<State> & {
  change: (state: State, storeResult: StoreResult) => Promise<Saved>
  repeat: (made: Versioned) => Promise<Saved>
}

/**
 * Changes a thing once for a key and an `input`. An identical repetition, after a lost response, would otherwise be
 * refused as a conflict with another user; `repeat` builds its result from the row as it is now. Without
 * a key it just makes the change.
 */
export const idempotentUpdate = <Saved extends Versioned, State = undefined>(
  ctx: UserCtx,
  { operation, ...call }: Call,
  { read, change, repeat }: Update<Saved, State>,
): Promise<Saved> =>
  // A form goes on changing a new thing with the key that created it, so changes have their own row for the key.
  withKey<Saved, State>(
    ctx,
    { ...call, operation: `${operation} change` },
    {
      read,
      work: change,
      replay: async ({ id, version }, { isSameInput }) =>
        isSameInput && version !== undefined ? repeat({ id, version }) : null,
    },
  )

type KeyedWork<Saved, State> = Reading<State> & {
  work: (state: State, storeResult: StoreResult) => Promise<Saved>
  /** Returns the result after an earlier call with the key; `null` when the work is to be done. */
  replay: (made: Result, earlier: { isSameInput: boolean; storeResult: StoreResult }) => Promise<Saved | null>
}

/** Does `work`, unless `replay` answers for an earlier call with the key, and stores the result with the key. */
async function withKey<Saved extends Result, State>(
  ctx: UserCtx,
  { operation, key, input }: Call,
  { read = () => Promise.resolve(undefined as State), work, replay }: KeyedWork<Saved, State>,
): Promise<Saved> {
  if (key === undefined) return work(await read(ctx), () => Promise.resolve())
  const call = { operation, key }
  // Takes the lock of the key, and behind it those of `read`, in one round trip.
  const [{ target_id, target_version, ...earlier }, state] = await pipelineSteps<UserCtx, [KeyResult, State]>(
    ctx,
    (one) => [lockKey(one, call), read(one)],
  )
  const request_sha256 = input === undefined ? null : fingerprint(key, input)
  let isStored = false
  const storeResult: StoreResult = (one, { id, version = null }) => {
    isStored = true
    return updateKey(one, call, { target_id: id, target_version: version, request_sha256 })
  }
  // A key without a target was inserted by this transaction: committed keys always have a target.
  if (target_id !== null) {
    const made = { id: target_id, version: target_version ?? undefined }
    const isSameInput = earlier.request_sha256 === fingerprint(key, input)
    const answered = await replay(made, { isSameInput, storeResult })
    if (answered !== null) return answered
  }
  isStored = false
  const saved = await work(state, storeResult)
  if (!isStored) await storeResult(ctx, saved)
  return saved
}

/**
 * Runs `work` once for a key, in one transaction with the key: both are stored or neither, so that a refused call
 * may be repeated. A repetition gets the first call's response, `isReplayed`; a concurrent one waits for it. `null` when the
 * key belongs to a call with another `input`.
 */
export function idempotentCall<Answer extends object>(
  ctx: UserCtx,
  { input, ...call }: KeyedCall & { input: unknown },
  work: (ctx: UserCtx) => Promise<Answer>,
): Promise<{ answer: Answer; isReplayed: boolean } | null> {
  return inTransaction(ctx, async (trx) => {
    const earlier = await lockKey(trx, call)
    const request_sha256 = fingerprint(call.key, input)
    if (earlier.answer !== null) {
      if (earlier.request_sha256 !== request_sha256) return null
      return { answer: JSON.parse(earlier.answer) as Answer, isReplayed: true }
    }
    const answer = await work(trx)
    await updateKey(trx, call, { request_sha256, answer: JSON.stringify(answer) })
    return { answer, isReplayed: false }
  })
}

/**
 * Runs a change whose answer is read afterwards once for a key, as `idempotentCall` does. Throws CONFLICT with
 * `usedMessage` for a key that was used with another input.
 */
export async function changeOnce(
  ctx: UserCtx,
  { usedMessage, ...call }: KeyedCall & { input: unknown; usedMessage: string },
  work: (ctx: UserCtx) => Promise<unknown>,
): Promise<void> {
  const done = await idempotentCall(ctx, call, async (trx) => {
    await work(trx)
    return {}
  })
  if (done === null) throw new AppError('CONFLICT', usedMessage)
}

const RESULT = ['target_id', 'target_version', 'request_sha256', 'answer'] as const
type KeyResult = Pick<Selectable<DB['idempotency_keys']>, (typeof RESULT)[number]>

/** Keys are scoped per user, because staff of one shop can have different rights. */
export const keyRowOf = ({ actor: { shop, user } }: UserCtx, { operation, key }: KeyedCall) => ({
  shop_id: shop,
  operation: user === shop ? operation : `${operation} ${user}`,
  key: hashKey(key),
})

export type KeyRow = ReturnType<typeof keyRowOf>

export const targetQuery = (db: Kysely<DB>, { shop_id, operation, key }: KeyRow) =>
  db
    .selectFrom('idempotency_keys')
    .where('shop_id', '=', shop_id)
    .where('operation', '=', operation)
    .where('key', '=', key)
    .select('target_id')

/**
 * The key's row, inserted when the key is new. It stays locked until the end of the transaction, so that each of
 * several concurrent retries sees the result of the one before.
 */
async function lockKey(ctx: UserCtx, call: KeyedCall): Promise<KeyResult> {
  const row = { ...keyRowOf(ctx, call), target_id: null, created_at: ctx.now }
  const [locked] = await lockKeyQuery(ctx.db, [row])
  if (locked === undefined) throw new Error('The row of a key was neither inserted nor found.')
  return locked
}

const lockKeyQuery = compiled((db, rows: Insertable<DB['idempotency_keys']>[]) =>
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

type KeyChange = { change: Updateable<DB['idempotency_keys']> }

const updateKey = async (ctx: UserCtx, call: KeyedCall, change: KeyChange['change']): Promise<void> =>
  void (await updateKeyQuery(ctx.db, { ...keyRowOf(ctx, call), change }))

const updateKeyQuery = compiled((db, { change, shop_id, operation, key }: KeyRow & KeyChange) =>
  db
    .updateTable('idempotency_keys')
    .set(change)
    .where('shop_id', '=', shop_id)
    .where('operation', '=', operation)
    .where('key', '=', key),
)

/** Removes every user's keys that are older than a week. */
export async function purgeKeys(db: Kysely<DB>, now: Date): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', new Date(now.getTime() - RETENTION_MS))
    .execute()
}

/** Marks a hash. Keys of callers are ASCII, so no key that a caller sends equals a stored hash. */
const MARK = 'sha256§'

/**
 * Returns the stored form of a key, without its text: a caller may write a name or a phone number into it. It has no
 * secret, because one in the database would be in every copy of these rows, and the panel has no other (decision 13).
 */
export const hashKey = (key: string): string => MARK + createHash('sha256').update(key).digest('hex')

/**
 * Returns the HMAC of the input, with the key as its secret. The input names the customer, and a plain hash could be
 * guessed from an erased record. The key's text is not stored, and the page's key has 128 random bits.
 */
const fingerprint = (key: string, input: unknown): string =>
  createHmac('sha256', key).update(withoutPasswords(input)).digest('hex')

/** The input without passwords: a fast hash of a password would be easy to break. */
const withoutPasswords = (input: unknown): string =>
  JSON.stringify(input ?? null, (name, value: unknown) => (name.endsWith('password') ? undefined : value))
