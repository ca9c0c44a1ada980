import { type ChangeEntry, recordChanges } from '#server/platform/core/changes.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import { ownRows, updateOwn } from '#server/platform/core/own-rows.ts'
import { pipelineSteps } from '#server/platform/core/pipeline-steps.ts'
import { dayOfPayment } from '#server/till/open-day.ts'
import { fieldChanges } from '#shared/change/rules.ts'
import { AppError } from '#shared/errors.ts'
import { kayitTitle } from '#shared/kayit/rules.ts'
import { stageMessages } from '#shared/kayit/stage-messages.ts'
import { messages } from '#shared/messages.ts'
import type { Kurus } from '#shared/money.ts'
import { paymentMessages } from '#shared/payment/messages.ts'
import { signedAmount } from '#shared/payment/rules.ts'

import { isDropped, isHeld } from './due.ts'
import { requireRecord, type StoredPayment } from './queries.ts'

/**
 * The locked owner of an entry: a record, or a customer for money on account. `held_kurus` is the money that the
 * shop can give back; `title` names it in the change log.
 */
export type Holder = { kayit_id: number | null; customer_id: number | null; held_kurus: Kurus; title: string }

/** Locks a record and returns it as the holder of its payments. Throws NOT_FOUND. */
export async function recordHolder(ctx: UserCtx, id: number): Promise<Holder> {
  const record = await requireRecord(ctx, id, { lock: true })
  // A quote takes no advance: what it will cost is not agreed yet, and it may never become a visit.
  if (record.stage !== 'visit') throw new AppError('INVALID', stageMessages.paymentOfVisit)
  const { customer_id, paid_kurus } = record
  return { kayit_id: id, customer_id, held_kurus: paid_kurus, title: kayitTitle(record) }
}

/** Returns the customer who stands for `id`: the one that it was merged into, if any. */
export async function rootCustomer(ctx: UserCtx, id: number): Promise<number> {
  const row = await ownRows(ctx, 'customer').where('id', '=', id).select('merged_into').executeTakeFirst()
  return row?.merged_into ?? id
}

/**
 * Locks a customer and returns it as the holder of its money on account. What the shop holds of merged customers and
 * for cancelled and deleted records can be given back too. Throws NOT_FOUND.
 */
export async function customerHolder(ctx: UserCtx, id: number): Promise<Holder> {
  const row = await ownRows(ctx, 'customer')
    .where('id', '=', id)
    .select(['id', 'name', 'merged_into'])
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (row === undefined) throw new AppError('NOT_FOUND', messages.customerNotFound)
  const root = row.merged_into ?? id
  const family = await ownRows(ctx, 'customer')
    .where((eb) => eb.or([eb('id', '=', root), eb('merged_into', '=', root)]))
    .select(['id', 'opening_kurus', 'account_kurus'])
    .execute()
  const dropped = await ownRows(ctx, 'kayit')
    .where(
      'customer_id',
      'in',
      family.map((one) => one.id),
    )
    .where(isHeld)
    .where(isDropped)
    .select('paid_kurus')
    .execute()
  const held_kurus =
    family.reduce((sum, one) => sum + one.account_kurus - Math.min(one.opening_kurus, 0), 0) +
    dropped.reduce((sum, { paid_kurus }) => sum + paid_kurus, 0)
  return { kayit_id: null, customer_id: row.id, held_kurus, title: row.name }
}

type Entry = Pick<StoredPayment, 'kind' | 'method' | 'amount_kurus' | 'day' | 'note' | 'reverses'>

/** Stores an entry of a locked holder, with its sum and its change. */
export async function insertEntry(ctx: UserCtx, holder: Holder, entry: Entry): Promise<void> {
  const { shop: shop_id, user: actor_id, username: actor_name } = ctx.actor
  const { kayit_id } = holder
  const customer_id = kayit_id === null ? holder.customer_id : null
  const owner = { shop_id, kayit_id, customer_id, actor_id, actor_name }
  const day_end_number = await dayOfPayment(ctx, entry.reverses)
  const { id } = await ctx.db
    .insertInto('payment')
    .values({ ...entry, ...owner, day_end_number, created_at: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await pipelineSteps(ctx, (one) => [
    addToHolder(one, holder, signedAmount(entry)),
    recordChanges(one, [entryChange(id, holder, entry)]),
  ])
}

/** Lets an entry on account belong to a record. Both are locked. */
export async function moveEntry(
  ctx: UserCtx,
  { id, from, to, amount }: { id: number; from: Holder; to: Holder; amount: Kurus },
): Promise<void> {
  const { kayit_id, title, customer_id } = to
  await updateOwn(ctx, 'payment').set({ kayit_id, customer_id: null }).where('id', '=', id).execute()
  await addToHolder(ctx, from, 0 - amount)
  await addToHolder(ctx, to, amount)
  await recordChanges(ctx, [{ noun: 'payment', id, verb: 'link', title, customer_id }])
}

/** Changes the sum of a locked holder. A record's version stays, because no form has the sum. */
const addToHolder = (ctx: UserCtx, { kayit_id, customer_id }: Holder, amount: Kurus): Promise<unknown> =>
  kayit_id !== null
    ? updateOwn(ctx, 'kayit')
        .set((eb) => ({ paid_kurus: eb('paid_kurus', '+', amount) }))
        .where('id', '=', kayit_id)
        .execute()
    : updateOwn(ctx, 'customer')
        .set((eb) => ({ account_kurus: eb('account_kurus', '+', amount) }))
        .where('id', '=', customer_id)
        .execute()

const LOGGED = ['amount_kurus', 'method', 'day'] as const
const NOTHING = { amount_kurus: null, method: null, day: null }

/** The note is left out, because the entry itself keeps it. */
function entryChange(id: number, { title, customer_id }: Holder, entry: Entry): ChangeEntry {
  const { kind, reverses } = entry
  const verb = reverses !== null ? 'reverse' : kind === 'payment' ? 'create' : 'refund'
  const detail = { fields: fieldChanges(LOGGED, NOTHING, entry) }
  return { noun: 'payment', id, verb, title, detail, customer_id }
}

/** Returns an entry with its record or customer. Throws NOT_FOUND, also for another shop's. */
export async function requireEntry(ctx: UserCtx, id: number) {
  const row = await ownRows(ctx, 'payment')
    .where('id', '=', id)
    .select(['kayit_id', 'customer_id', 'kind', 'method', 'amount_kurus', 'reverses'])
    .select(['actor_id', 'created_at', 'day_end_number'])
    .executeTakeFirst()
  if (row === undefined) throw new AppError('NOT_FOUND', paymentMessages.notFound)
  return row
}

export async function isReversed(ctx: UserCtx, id: number): Promise<boolean> {
  const rows = await ownRows(ctx, 'payment').where('reverses', '=', id).select('id').execute()
  return rows.length > 0
}

/** Returns the holder of an entry, locked, and the entry. Throws NOT_FOUND, and CONFLICT if it just moved. */
export async function lockEntry(ctx: UserCtx, id: number) {
  const { kayit_id, customer_id } = await requireEntry(ctx, id)
  const holder = await (kayit_id === null
    ? customerHolder(ctx, customer_id ?? 0)
    : recordHolder(ctx, kayit_id))
  const entry = await requireEntry(ctx, id)
  if (entry.kayit_id !== kayit_id || entry.customer_id !== customer_id)
    throw new AppError('CONFLICT', paymentMessages.moved)
  return { holder, entry }
}
