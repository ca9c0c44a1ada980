import { type Kysely, sql } from 'kysely'

import type { UserCtx } from '#server/platform/core/context.ts'
import { inSameShop, ownRows, type ShopCtx } from '#server/platform/core/own-rows.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { AppError } from '#shared/errors.ts'
import { MAX_MAILS_A_DAY, mailMessages } from '#shared/mail/rules.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** Time after which a mail is given up, so that neither a restored backup nor a panel that was off sends an older one. */
const GIVE_UP_MS = 2 * DAY_MS
/** Time of one attempt, after which another process may try: longer than all limits of `send.ts`. */
const LEASE_MS = 10 * MINUTE_MS
/** Pauses after the first attempts, in minutes; the last one holds for all further ones. */
const PAUSES = [1, 5, 15, 60, 180]
/** Minutes between two looks at a suspended shop. */
const WAIT = 15

type NewMail = { share_id: number; recipient: string; subject: string; body: string }

/** Queues a mail; the same link to the same address is sent once. Throws TOO_MANY for a shop that sent too many. */
export async function enqueueMail(ctx: UserCtx, mail: NewMail): Promise<void> {
  const { count } = await ownRows(ctx, 'mail')
    .where('created_at', '>', new Date(ctx.now.getTime() - DAY_MS))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count >= MAX_MAILS_A_DAY) throw new AppError('TOO_MANY', mailMessages.tooMany, { retryAfter: 3_600 })
  await ctx.db
    .insertInto('mail')
    .values({
      ...mail,
      shop_id: ctx.actor.shop,
      state: 'queued',
      next_attempt_at: ctx.now,
      created_at: ctx.now,
    })
    .onConflict((conflict) => conflict.columns(['shop_id', 'share_id', 'recipient']).doNothing())
    .execute()
}

/** Returns the mails of these links, the newest first. */
export const readMails = (shop: ShopCtx, shareIds: readonly number[]) =>
  ownRows(shop, 'mail')
    .where((eb) => eb('share_id', '=', eb.fn.any(eb.val([...shareIds]))))
    .orderBy('id', 'desc')
    .select(['id', 'share_id', 'recipient', 'state', 'last_error'])
    .execute()

export type ClaimedMail = NonNullable<Awaited<ReturnType<typeof claimMail>>>

/**
 * Takes the next mail that is due, of any shop, so that no other process sends it meanwhile; `undefined` if none is.
 * `isOpen`: the link still opens, at least after the shop's suspension; `isLate`: the mail is too old to be sent. A process that dies leaves the mail to the next
 * attempt after its lease.
 */
export async function claimMail(db: Kysely<DB>, now: Date) {
  const due = await db
    .selectFrom('mail')
    .where('state', '=', 'queued')
    .where('next_attempt_at', '<=', now)
    .orderBy('next_attempt_at')
    .limit(1)
    .select(['shop_id', 'id', 'next_attempt_at'])
    .executeTakeFirst()
  if (due === undefined) return undefined
  const { shop_id, id } = due
  const claimed = await db
    .updateTable('mail')
    .set((eb) => ({
      attempts: eb('attempts', '+', sql.lit(1)),
      next_attempt_at: new Date(now.getTime() + LEASE_MS),
    }))
    .where('shop_id', '=', shop_id)
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .where('next_attempt_at', '=', due.next_attempt_at)
    .returning(['shop_id', 'id', 'share_id', 'recipient', 'subject', 'body', 'attempts', 'created_at'])
    .executeTakeFirst()
  if (claimed === undefined) return undefined
  const isLate = now.getTime() - claimed.created_at.getTime() > GIVE_UP_MS
  return { ...claimed, isLate, ...(await senderOf(db, claimed, now)) }
}

/** Returns the shop's name and address for answers, whether the mail's link still opens, and whether the shop is suspended. */
async function senderOf(
  db: Kysely<DB>,
  { shop_id, share_id }: { shop_id: number; share_id: number },
  now: Date,
): Promise<{ sender: string; replyTo: string; isOpen: boolean; isSuspended: boolean }> {
  const row = await db
    .selectFrom('share')
    .innerJoin('shops', 'shops.id', 'share.shop_id')
    .leftJoin('kayit', inSameShop('kayit.id', 'share.kayit_id'))
    .where('share.shop_id', '=', shop_id)
    .where('share.id', '=', share_id)
    .where('share.revoked_at', 'is', null)
    .where('share.expires_at', '>', now)
    .where('kayit.deleted_at', 'is', null)
    .where('shops.closed_at', 'is', null)
    .select(['company_name', 'reply_to', 'suspended_at'])
    .executeTakeFirst()
  return {
    sender: row?.company_name ?? '',
    replyTo: row?.reply_to ?? '',
    isOpen: row !== undefined,
    isSuspended: row?.suspended_at != null,
  }
}

/** The outcome of an attempt; a mail that may be accepted later is tried again, one of a suspended shop ('wait') soon. */
export type Outcome = { state: 'sent' } | { state: 'failed' | 'retry' | 'wait'; error: string }

const lateError = ({ state }: Outcome): string =>
  state === 'wait' ? mailMessages.suspendedLate : mailMessages.late

/** Stores the outcome of an attempt. The text goes with the last one, because it holds the token. */
export async function finishMail(
  db: Kysely<DB>,
  { shop_id, id, attempts, created_at }: ClaimedMail,
  { outcome, now }: { outcome: Outcome; now: Date },
): Promise<void> {
  const minutes = outcome.state === 'wait' ? WAIT : (PAUSES[attempts - 1] ?? PAUSES.at(-1) ?? 0)
  const pause = minutes * MINUTE_MS
  const next = new Date(now.getTime() + pause)
  const isLate = next.getTime() - created_at.getTime() > GIVE_UP_MS
  const change =
    (outcome.state === 'retry' || outcome.state === 'wait') && !isLate
      ? { next_attempt_at: next, last_error: outcome.error }
      : {
          state: outcome.state === 'sent' ? ('sent' as const) : ('failed' as const),
          body: '',
          finished_at: now,
          last_error: outcome.state === 'sent' ? '' : isLate ? lateError(outcome) : outcome.error,
        }
  await db
    .updateTable('mail')
    .set(change)
    .where('shop_id', '=', shop_id)
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .execute()
}
