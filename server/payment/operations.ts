import { type ChangeEntry, recordChanges } from '#server/platform/core/changes.ts'
import { inTransaction, requireRight, today, type UserCtx } from '#server/platform/core/context.ts'
import { idempotentCall } from '#server/platform/core/idempotency.ts'
import { ownRows } from '#server/platform/core/own-rows.ts'
import { pipelineSteps } from '#server/platform/core/pipeline-steps.ts'
import { withSnapshot } from '#server/platform/core/snapshot.ts'
import { fieldChanges } from '#shared/change/rules.ts'
import { type Day, todayInIstanbul } from '#shared/date.ts'
import { AppError } from '#shared/errors.ts'
import { kayitTitle } from '#shared/kayit/rules.ts'
import { paymentMessages } from '#shared/payment/messages.ts'
import { dueDay, oppositeKind, restOf, signedAmount } from '#shared/payment/rules.ts'
import type {
  AccountStartInput,
  PaymentInput,
  RecordPayments,
  ReversalInput,
} from '#shared/payment/schema.ts'

import {
  addToPaid,
  type PaidRecord,
  readAccountsStart,
  readPayments,
  requireRecord,
  type StoredPayment,
} from './queries.ts'

/** Returns a record's payments and its rest. Throws FORBIDDEN and NOT_FOUND. */
export async function paymentsOf(
  ctx: UserCtx,
  { kayit_id: id }: { kayit_id: number },
): Promise<RecordPayments> {
  requireRight(ctx, 'payments')
  return withSnapshot(ctx, async (one) => {
    const [record, payments, start] = await Promise.all([
      requireRecord(one, id),
      readPayments(one, id),
      readAccountsStart(one),
    ])
    const due = dueDay(record)
    const reversed = new Set(payments.map(({ reverses }) => reverses))
    return {
      start,
      toplam_kurus: record.toplam_kurus,
      paid_kurus: record.paid_kurus,
      rest_kurus: restOf(record, start),
      is_due: due !== null,
      payments: payments.map(({ actor_id, created_at, ...entry }) => ({
        ...entry,
        created_at: created_at.toISOString(),
        can_reverse:
          entry.reverses === null && !reversed.has(entry.id) && mayReverse(ctx, { actor_id, created_at }),
      })),
    }
  })
}

/** Returns whether the caller may cancel an entry: an owner any, a member of staff an own one of the same day. */
const mayReverse = (ctx: UserCtx, { actor_id, created_at }: Pick<StoredPayment, 'actor_id' | 'created_at'>) =>
  ctx.actor.user === ctx.actor.shop ||
  (actor_id === ctx.actor.user && todayInIstanbul(created_at) === today(ctx))

/**
 * Stores money that the customer of a record paid, or got back, once for its key; returns the record's payments. The
 * first one of a shop also sets the start of its accounts. Throws FORBIDDEN, NOT_FOUND, CONFLICT for a used key, and
 * INVALID with the field.
 */
export async function takePayment(ctx: UserCtx, input: PaymentInput): Promise<RecordPayments> {
  requireRight(ctx, 'payments')
  const { key, kayit_id } = input
  await once(ctx, { operation: 'payment', key, input }, async (trx) => {
    const record = await requireRecord(trx, kayit_id, { lock: true })
    const start = await readAccountsStart(trx)
    const entry = plannedEntry(input, record, today(trx))
    await insertEntry(trx, record, { ...entry, reverses: null })
    if (start === null) await storeStart(trx, { before: null, start: input.start ?? today(trx) })
  })
  return paymentsOf(ctx, { kayit_id })
}

/** Runs a change once for its key. Throws CONFLICT for a key that was used with another input. */
async function once(
  ctx: UserCtx,
  call: { operation: string; key: string; input: object },
  work: (trx: UserCtx) => Promise<unknown>,
): Promise<void> {
  const done = await idempotentCall(ctx, call, async (trx) => {
    await work(trx)
    return {}
  })
  if (done === null) throw new AppError('CONFLICT', paymentMessages.alreadyStored)
}

type Entry = Pick<StoredPayment, 'kind' | 'method' | 'amount_kurus' | 'day' | 'note' | 'reverses'>

function plannedEntry(input: PaymentInput, { paid_kurus }: PaidRecord, now: Day): Omit<Entry, 'reverses'> {
  const { kind, method, amount_kurus, note } = input
  const day = input.day ?? now
  if (amount_kurus === 0)
    throw new AppError('INVALID', paymentMessages.amountRequired, { field: 'amount_kurus' })
  if (day > now) throw new AppError('INVALID', paymentMessages.futureDay, { field: 'day' })
  if (kind === 'refund' && amount_kurus > paid_kurus)
    throw new AppError('INVALID', paymentMessages.refundTooLarge, { field: 'amount_kurus' })
  return { kind, method, amount_kurus, day, note }
}

/** Stores an entry of a locked record, with its sum and its change. */
async function insertEntry(ctx: UserCtx, record: PaidRecord, entry: Entry): Promise<void> {
  const { shop: shop_id, user: actor_id, username: actor_name } = ctx.actor
  const row = { ...entry, shop_id, kayit_id: record.id, customer_id: null, actor_id, actor_name }
  const { id } = await ctx.db
    .insertInto('payment')
    .values({ ...row, created_at: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await pipelineSteps(ctx, (one) => [
    addToPaid(one, { id: record.id, amount: signedAmount(entry) }),
    recordChanges(one, [entryChange(id, record, entry)]),
  ])
}

const LOGGED = ['amount_kurus', 'method', 'day'] as const
const NOTHING = { amount_kurus: null, method: null, day: null }

/** The note is left out, because the entry itself keeps it. */
function entryChange(id: number, record: PaidRecord, { kind, reverses, ...entry }: Entry): ChangeEntry {
  const verb = reverses !== null ? 'reverse' : kind === 'payment' ? 'create' : 'refund'
  const detail = { fields: fieldChanges(LOGGED, NOTHING, entry) }
  return { noun: 'payment', id, verb, title: kayitTitle(record), detail, customer_id: record.customer_id }
}

/**
 * Cancels an entry by one of the other kind, once for its key; returns the record's payments. Throws FORBIDDEN,
 * NOT_FOUND, and INVALID if it is cancelled already, is a cancellation itself, or was refunded since.
 */
export async function reversePayment(ctx: UserCtx, input: ReversalInput): Promise<RecordPayments> {
  requireRight(ctx, 'payments')
  const { id, key, note } = input
  // An entry never changes, so it can be read before its record is locked.
  const { kayit_id, kind, method, amount_kurus, reverses, ...made } = await requireEntry(ctx, id)
  await once(ctx, { operation: 'payment reversal', key, input }, async (trx) => {
    const record = await requireRecord(trx, kayit_id, { lock: true })
    if (!mayReverse(trx, made)) throw new AppError('FORBIDDEN', paymentMessages.reversalRefused)
    if (reverses !== null) throw new AppError('INVALID', paymentMessages.reversalStays)
    if (await isReversed(trx, id)) throw new AppError('INVALID', paymentMessages.alreadyReversed)
    const entry = { kind: oppositeKind(kind), method, amount_kurus, day: today(trx), note, reverses: id }
    if (record.paid_kurus + signedAmount(entry) < 0)
      throw new AppError('INVALID', paymentMessages.refundFirst)
    await insertEntry(trx, record, entry)
  })
  return paymentsOf(ctx, { kayit_id })
}

/** Returns an entry of a record. Throws NOT_FOUND, also for another shop's. */
async function requireEntry(ctx: UserCtx, id: number) {
  const row = await ownRows(ctx, 'payment')
    .where('id', '=', id)
    .select(['kayit_id', 'kind', 'method', 'amount_kurus', 'reverses', 'actor_id', 'created_at'])
    .executeTakeFirst()
  if (row === undefined || row.kayit_id === null) throw new AppError('NOT_FOUND', paymentMessages.notFound)
  return { ...row, kayit_id: row.kayit_id }
}

async function isReversed(ctx: UserCtx, id: number): Promise<boolean> {
  const rows = await ownRows(ctx, 'payment').where('reverses', '=', id).select('id').execute()
  return rows.length > 0
}

/** Returns the first day of the shop's accounts. Throws FORBIDDEN. */
export async function getAccountsStart(ctx: UserCtx): Promise<{ start: Day | null }> {
  requireRight(ctx, 'settings')
  return { start: await readAccountsStart(ctx) }
}

/** Changes the first day of the shop's accounts; `null` ends all debts. Throws FORBIDDEN. */
export async function saveAccountsStart(
  ctx: UserCtx,
  { start }: AccountStartInput,
): Promise<{ start: Day | null }> {
  requireRight(ctx, 'settings')
  return inTransaction(ctx, async (trx) => {
    const before = await readAccountsStart(trx)
    if (before !== start) await storeStart(trx, { before, start })
    return { start }
  })
}

async function storeStart(ctx: UserCtx, { before, start }: { before: Day | null; start: Day | null }) {
  await ctx.db.updateTable('shops').set({ accounts_start: start }).where('id', '=', ctx.actor.shop).execute()
  const fields = fieldChanges(['accounts_start'], { accounts_start: before }, { accounts_start: start })
  await recordChanges(ctx, [{ noun: 'settings', id: null, verb: 'update', detail: { fields } }])
}
