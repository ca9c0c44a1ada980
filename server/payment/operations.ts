import { recordChanges } from '#server/platform/core/changes.ts'
import { inTransaction, requireRight, today, type UserCtx } from '#server/platform/core/context.ts'
import { changeOnce } from '#server/platform/core/idempotency.ts'
import { lockShop } from '#server/platform/core/row-limit.ts'
import { withSnapshot } from '#server/platform/core/snapshot.ts'
import { readOpenDay } from '#server/till/open-day.ts'
import { fieldChanges } from '#shared/change/rules.ts'
import { type Day, todayInIstanbul } from '#shared/date.ts'
import { AppError } from '#shared/errors.ts'
import { paymentMessages } from '#shared/payment/messages.ts'
import { dueDay, oppositeKind, restOf, signedAmount } from '#shared/payment/rules.ts'
import type {
  AccountStartInput,
  AssignmentInput,
  OnAccountInput,
  PaymentInput,
  RecordPayments,
  ReversalInput,
} from '#shared/payment/schema.ts'

import {
  customerHolder,
  type Holder,
  insertEntry,
  isReversed,
  lockEntry,
  moveEntry,
  recordHolder,
  requireEntry,
  rootCustomer,
} from './entries.ts'
import {
  readAccountsStart,
  readPayments,
  recountAccounts,
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
    const [record, payments, start, open] = await Promise.all([
      requireRecord(one, id),
      readPayments(one, id),
      readAccountsStart(one),
      readOpenDay(one),
    ])
    const due = dueDay(record)
    const reversed = new Set(payments.map(({ reverses }) => reverses))
    return {
      start,
      toplam_kurus: record.toplam_kurus,
      paid_kurus: record.paid_kurus,
      rest_kurus: restOf(record, start),
      is_due: due !== null,
      payments: payments.map(({ actor_id, created_at, day_end_number, ...entry }) => ({
        ...entry,
        created_at: created_at.toISOString(),
        can_reverse:
          entry.reverses === null &&
          !reversed.has(entry.id) &&
          mayReverse(ctx, { actor_id, created_at, day_end_number }, open),
      })),
    }
  })
}

/**
 * Returns whether the caller may cancel an entry: an owner any, a member of staff an own one of the same day, unless the
 * drawer was counted since. `open` is the number of the open day.
 */
export const mayReverse = (
  ctx: UserCtx,
  { actor_id, created_at, day_end_number }: Pick<StoredPayment, 'actor_id' | 'created_at' | 'day_end_number'>,
  open: number | null,
) =>
  ctx.actor.user === ctx.actor.shop ||
  (actor_id === ctx.actor.user && todayInIstanbul(created_at) === today(ctx) && day_end_number === open)

const KEYED = { usedMessage: paymentMessages.alreadyStored }

/**
 * Stores money that the customer of a record paid, or got back, once for its key; returns the record's payments. The
 * first one of a shop also sets the start of its accounts. Throws FORBIDDEN, NOT_FOUND, INVALID with the field, and
 * CONFLICT for a used key or if the record's payments are not those that the caller saw.
 */
export async function takePayment(ctx: UserCtx, input: PaymentInput): Promise<RecordPayments> {
  await storePayment(ctx, input)
  return paymentsOf(ctx, { kayit_id: input.kayit_id })
}

/** Does the same without the answer, and `finish` in the same transaction, in which the record is locked. */
export async function storePayment(
  ctx: UserCtx,
  // A retry may have read the payments anew, with its own among them.
  { paid_kurus, ...entry }: PaymentInput,
  finish?: (ctx: UserCtx) => Promise<unknown>,
): Promise<void> {
  requireRight(ctx, 'payments')
  const { key, kayit_id, start } = entry
  await changeOnce(ctx, { ...KEYED, operation: 'payment', key, input: entry }, async (trx) => {
    const holder = await recordHolder(trx, kayit_id)
    if (paid_kurus !== undefined && paid_kurus !== holder.held_kurus)
      throw new AppError('CONFLICT', paymentMessages.paidMeanwhile)
    await startAccounts(trx, start)
    await insertEntry(trx, holder, { ...plannedEntry(entry, holder, today(trx)), reverses: null })
    await finish?.(trx)
  })
}

/**
 * Stores money on account of a customer as `takePayment` does; returns the customer's id. Throws also INVALID for a day
 * before the accounts started.
 */
export async function takeOnAccount(ctx: UserCtx, input: OnAccountInput): Promise<{ customer_id: number }> {
  requireRight(ctx, 'payments')
  const { key, customer_id } = input
  await changeOnce(ctx, { ...KEYED, operation: 'payment on account', key, input }, async (trx) => {
    const start = await holdStart(trx, input.start)
    const holder = await customerHolder(trx, await rootCustomer(trx, customer_id))
    const entry = plannedEntry(input, holder, today(trx))
    if (entry.day < start) throw new AppError('INVALID', paymentMessages.beforeStart, { field: 'day' })
    await insertEntry(trx, holder, { ...entry, reverses: null })
  })
  return { customer_id }
}

function plannedEntry(input: PaymentInput | OnAccountInput, { held_kurus, kayit_id }: Holder, now: Day) {
  const { kind, method, amount_kurus, note } = input
  const day = input.day ?? now
  if (amount_kurus === 0)
    throw new AppError('INVALID', paymentMessages.amountRequired, { field: 'amount_kurus' })
  if (day > now) throw new AppError('INVALID', paymentMessages.futureDay, { field: 'day' })
  if (kind === 'refund' && amount_kurus > held_kurus) {
    const message = kayit_id === null ? paymentMessages.refundAboveCredit : paymentMessages.refundTooLarge
    throw new AppError('INVALID', message, { field: 'amount_kurus' })
  }
  return { kind, method, amount_kurus, day, note }
}

/**
 * Cancels an entry by one of the other kind, once for its key; returns the payments of its record, `null` for an entry
 * on account. Throws FORBIDDEN, NOT_FOUND, and INVALID if it is cancelled already, is a cancellation itself, or was
 * refunded since.
 */
export async function reversePayment(ctx: UserCtx, input: ReversalInput): Promise<RecordPayments | null> {
  requireRight(ctx, 'payments')
  const { id, key, note } = input
  await changeOnce(ctx, { ...KEYED, operation: 'payment reversal', key, input }, async (trx) => {
    const { holder, entry: stored } = await lockEntry(trx, id)
    const { kind, method, amount_kurus, reverses, ...made } = stored
    if (!mayReverse(trx, made, await readOpenDay(trx)))
      throw new AppError('FORBIDDEN', paymentMessages.reversalRefused)
    if (reverses !== null) throw new AppError('INVALID', paymentMessages.reversalStays)
    if (await isReversed(trx, id)) throw new AppError('INVALID', paymentMessages.alreadyReversed)
    const entry = { kind: oppositeKind(kind), method, amount_kurus, day: today(trx), note, reverses: id }
    if (holder.held_kurus + signedAmount(entry) < 0)
      throw new AppError('INVALID', paymentMessages.refundFirst)
    await insertEntry(trx, holder, entry)
  })
  const { kayit_id } = await requireEntry(ctx, id)
  return kayit_id === null ? null : paymentsOf(ctx, { kayit_id })
}

/**
 * Lets an entry on account pay a record of the same customer ('Bu kayda say'); the entry keeps its day, method and
 * amount. Throws FORBIDDEN, NOT_FOUND, and INVALID if the record is another customer's or the entry was cancelled.
 */
export async function assignPayment(ctx: UserCtx, input: AssignmentInput): Promise<RecordPayments> {
  requireRight(ctx, 'payments')
  const { id, kayit_id } = input
  await inTransaction(ctx, async (trx) => {
    const record = await recordHolder(trx, kayit_id)
    const { holder, entry } = await lockEntry(trx, id)
    if (holder.kayit_id !== null) throw new AppError('INVALID', paymentMessages.onRecord)
    const [payer, debtor] = [holder.customer_id ?? 0, record.customer_id ?? 0]
    if ((await rootCustomer(trx, payer)) !== (await rootCustomer(trx, debtor)))
      throw new AppError('INVALID', paymentMessages.otherCustomer)
    if (entry.reverses !== null || (await isReversed(trx, id)))
      throw new AppError('INVALID', paymentMessages.alreadyReversed)
    if (entry.kind === 'refund') throw new AppError('INVALID', paymentMessages.refundStays)
    if (entry.amount_kurus > holder.held_kurus) throw new AppError('INVALID', paymentMessages.refundFirst)
    await moveEntry(trx, { id, from: holder, to: record, amount: signedAmount(entry) })
  })
  return paymentsOf(ctx, { kayit_id })
}

/**
 * Returns the first day of the shop's accounts, which begin now if they have not: today, or on the owner's `start`. Throws
 * INVALID for a later day, and FORBIDDEN for a `start` of somebody else.
 */
export async function startAccounts(ctx: UserCtx, start: Day | null | undefined): Promise<Day> {
  const known = await readAccountsStart(ctx)
  if (known !== null) return known
  const now = today(ctx)
  const first = start ?? now
  if (first !== now && !ctx.actor.rights.includes('settings'))
    throw new AppError('FORBIDDEN', paymentMessages.startRefused)
  await lockShop(ctx)
  const before = await readAccountsStart(ctx)
  if (before !== null) return before
  await storeStart(ctx, { before, start: first })
  return first
}

/**
 * Does the same and keeps the day until the end of the transaction. It comes before any lock of a customer, because a
 * change of the day locks the shop first and then the customers whose entries it recounts.
 */
export async function holdStart(ctx: UserCtx, start: Day | null | undefined): Promise<Day> {
  await lockShop(ctx)
  return startAccounts(ctx, start)
}

/** Returns the first day of the shop's accounts. Throws FORBIDDEN. */
export async function getAccountsStart(ctx: UserCtx): Promise<{ start: Day | null }> {
  requireRight(ctx, 'settings')
  return { start: await readAccountsStart(ctx) }
}

/** Changes the first day of the shop's accounts; `null` ends all debts. Throws FORBIDDEN, and INVALID for a later day. */
export async function saveAccountsStart(
  ctx: UserCtx,
  { start }: AccountStartInput,
): Promise<{ start: Day | null }> {
  requireRight(ctx, 'settings')
  return inTransaction(ctx, async (trx) => {
    await lockShop(trx)
    const before = await readAccountsStart(trx)
    if (before !== start) await storeStart(trx, { before, start })
    return { start }
  })
}

async function storeStart(ctx: UserCtx, { before, start }: { before: Day | null; start: Day | null }) {
  if (start !== null && start > today(ctx))
    throw new AppError('INVALID', paymentMessages.startInFuture, { field: 'start' })
  await ctx.db.updateTable('shops').set({ accounts_start: start }).where('id', '=', ctx.actor.shop).execute()
  if (before !== null) await recountAccounts(ctx)
  const fields = fieldChanges(['accounts_start'], { accounts_start: before }, { accounts_start: start })
  await recordChanges(ctx, [{ noun: 'settings', id: null, verb: 'update', detail: { fields } }])
}
