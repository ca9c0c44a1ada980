import type { Selectable } from 'kysely'

import { rederiveRows, type ShopCtx, ownRows, updateOwn } from '#server/platform/core/own-rows.ts'
import { recordChange } from '#server/platform/core/changes.ts'
import { type UserCtx, inTransaction } from '#server/platform/core/context.ts'
import { createPurge } from '#server/platform/core/purge.ts'
import { idempotentCreate } from '#server/platform/core/idempotency.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { ERASED_USER_NAME } from '#shared/change/rules.ts'
import { AppError } from '#shared/errors.ts'
import type { Feedback, FeedbackInput } from '#shared/feedback/schema.ts'
import { messages } from '#shared/messages.ts'
import { foldName, storedSortKey } from '#shared/turkish.ts'

export const FEEDBACK_COLUMNS = [
  'id',
  'shop_id',
  'sender_name',
  'sender_phone',
  'sender_email',
  'subject',
  'message',
  'created_at',
] as const

type FeedbackRow = Omit<Feedback, 'user_id' | 'created_at'> & { shop_id: number; created_at: Date }

/** Returns the row as the contract names and writes it. */
export function feedbackView({ shop_id, ...row }: FeedbackRow): Feedback {
  return { ...row, user_id: shop_id, created_at: row.created_at.toISOString() }
}

type Fields = Pick<
  Selectable<DB['feedback']>,
  'subject' | 'message' | 'sender_name' | 'sender_phone' | 'sender_email'
>

/** Returns search text and sort keys. Two spaces part its texts, because no folded text, so no hit, has two. */
export function derivedColumns({ subject, message, sender_name, sender_phone, sender_email }: Fields) {
  const texts = [sender_name, sender_email, sender_phone, subject, message]
  return {
    search_text: texts.map(foldName).join('  '),
    sender_sort_key: storedSortKey(sender_name),
    email_sort_key: storedSortKey(sender_email),
    subject_sort_key: storedSortKey(subject),
  }
}

/** Recomputes the shop's feedbacks as `rederiveKayitlar` does; returns the number of changed rows. */
export const rederiveFeedbacks = (shop: ShopCtx, stop?: AbortSignal): Promise<number> =>
  rederiveRows(shop, 'feedback', { expected: async (rows) => rows.map(derivedColumns), stop })

const DAY_MS = 86_400_000
/** Messages of a day: many times a person's usual number, and still few enough to read. */
const MAX_A_DAY = 20

/**
 * Stores a message to the administrators with the sender's name and the shop's phone and e-mail as they are now, and
 * returns it. A repeated key stores no second one and returns the first. Throws TOO_MANY after 20 within 24 hours.
 */
export function addFeedback(ctx: UserCtx, input: FeedbackInput): Promise<Feedback> {
  return inTransaction(ctx, async (trx) => {
    // Locks the shop's row, so that each of several concurrent feedbacks counts those before it.
    const sender = await lockSender(trx)
    const create = async () => {
      await requireBelowDailyLimit(trx)
      const fields = { subject: input.subject, message: input.message, ...sender }
      const stored = await trx.db
        .insertInto('feedback')
        .values({ shop_id: ctx.actor.shop, ...fields, ...derivedColumns(fields), created_at: ctx.now })
        .returning(FEEDBACK_COLUMNS)
        .executeTakeFirstOrThrow()
      await recordChange(trx, { noun: 'feedback', id: stored.id, verb: 'create', title: input.subject })
      return feedbackView(stored)
    }
    const call = { operation: 'feedback', key: input.key }
    return idempotentCreate<Feedback>(trx, call, { create, change: ({ id }) => readOwn(trx, id) })
  })
}

/** Returns the shop's own message, also if an administrator has deleted it since, because it was delivered. */
async function readOwn(ctx: UserCtx, id: number): Promise<Feedback> {
  const row = await ownRows(ctx, 'feedback')
    .where('id', '=', id)
    .select(FEEDBACK_COLUMNS)
    .executeTakeFirstOrThrow()
  return feedbackView(row)
}

async function lockSender({ db, actor }: UserCtx) {
  const shop = await db
    .selectFrom('users')
    .innerJoin('shops', 'shops.id', 'users.id')
    .where('users.id', '=', actor.shop)
    // Staff have neither phone nor e-mail of their own.
    .select(['company_tel as sender_phone', 'email as sender_email'])
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const { username, name_surname } = await db
    .selectFrom('users')
    .where('id', '=', actor.user)
    .select(['username', 'name_surname'])
    .executeTakeFirstOrThrow()
  return { sender_name: name_surname === '' ? username : name_surname, ...shop }
}

async function requireBelowDailyLimit(ctx: UserCtx): Promise<void> {
  // The oldest feedback that counts: another one is allowed when it is older than 24 hours.
  const oldest = await ownRows(ctx, 'feedback')
    .where('created_at', '>', new Date(ctx.now.getTime() - DAY_MS))
    .orderBy('created_at', 'desc')
    .offset(MAX_A_DAY - 1)
    .limit(1)
    .select('created_at')
    .executeTakeFirst()
  if (oldest === undefined) return
  const wait = oldest.created_at.getTime() + DAY_MS - ctx.now.getTime()
  throw new AppError('TOO_MANY', messages.tooManyFeedbacks, { retryAfter: Math.ceil(wait / 1_000) })
}

/** Returns the e-mail address for support (SUPPORT_EMAIL). */
export function supportContact({ supportEmail }: UserCtx): { email: string } {
  return { email: supportEmail }
}

/** Removes every shop's feedbacks that were deleted more than 30 days before `now`; returns how many. */
export const purgeDeletedFeedbacks = createPurge('feedback')

/** A member of staff with an erased account, and every name that it has had. */
type Sender = { id: number; names: ReadonlySet<string> }

/**
 * Removes an erased sender's name from the messages to the administrators. The change log names the sender of a
 * message; without an entry, a message is the sender's if no other user of the shop has that name. The caller must see
 * all shops, and call this before the log and the account lose the names.
 */
export async function forgetSender(shop: ShopCtx, { id, names }: Sender): Promise<void> {
  const entries = await ownRows(shop, 'change')
    .where('noun', '=', 'feedback')
    .where('verb', '=', 'create')
    .select(['target_id', 'actor_id'])
    .execute()
  const senderOf = new Map(entries.map(({ target_id, actor_id }) => [target_id, actor_id]))
  const others = await ownRows(shop, 'users')
    .where('id', '<>', id)
    .select(['username', 'name_surname'])
    .execute()
  const namesOfOthers = new Set(others.flatMap(({ username, name_surname }) => [username, name_surname]))
  const feedbacks = await ownRows(shop, 'feedback')
    .select(['id', 'subject', 'message', 'sender_name', 'sender_phone', 'sender_email'])
    .forNoKeyUpdate()
    .execute()
  for (const { id: feedback, ...fields } of feedbacks) {
    const { sender_name } = fields
    const sender = senderOf.get(feedback)
    const isNamed = sender === undefined && names.has(sender_name) && !namesOfOthers.has(sender_name)
    if (sender !== id && !isNamed) continue
    await updateOwn(shop, 'feedback')
      .set({ sender_name: ERASED_USER_NAME, ...derivedColumns({ ...fields, sender_name: ERASED_USER_NAME }) })
      .where('id', '=', feedback)
      .execute()
  }
}
