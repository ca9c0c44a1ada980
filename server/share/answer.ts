import type { FrozenQuote } from '#server/kayit/quote.ts'
import { recordChange } from '#server/platform/core/changes.ts'
import { type BaseCtx, inTransaction, requireNotRestoring } from '#server/platform/core/context.ts'
import { liveRows } from '#server/platform/core/own-rows.ts'
import { scopeToShop } from '#server/platform/db/shop-scope.ts'
import { AppError } from '#shared/errors.ts'
import { kayitTitle } from '#shared/kayit/rules.ts'
import type { Kurus } from '#shared/money.ts'
import { answerMessages } from '#shared/quote/messages.ts'
import { acceptedTotal, hasFixedLines, type Verdict } from '#shared/quote/rules.ts'

import { requireQuote, shareNotFound } from './public.ts'
import { findShare, type OpenShare, subjectOf } from './queries.ts'
import { readShareToken } from './token.ts'
import { asCustomer } from './views.ts'

/** The form that a customer sends from the page of a quote. */
export type Answer = {
  verdict: Verdict
  name: string
  positions: readonly number[]
  /** The total that the customer saw at the press. */
  seen_kurus: Kurus
}

/** 'unseen': the total of the chosen lines is another than the customer saw, so nothing is stored yet. */
export type Outcome = 'stored' | 'unseen'

/**
 * Stores the customer's answer to the quote of a link; a repetition changes nothing. Throws the same NOT_FOUND for every
 * token without an open quote's link, CONFLICT for a quote that cannot be answered any more, and INVALID.
 */
export async function answerQuote(base: BaseCtx, token: string, answer: Answer): Promise<Outcome> {
  requireNotRestoring(base)
  const read = readShareToken(token)
  if (read === null) throw shareNotFound()
  const { shop, tokenHash } = read
  const ctx = { ...base, db: scopeToShop(base.db, shop), actor: { shop } }
  return inTransaction(ctx, async (trx) => {
    const share = await findShare(trx, { tokenHash, now: base.now })
    if (share?.kind !== 'quote') throw shareNotFound()
    const record = await lockRecord(trx, subjectOf(share).id)
    // The lock may have waited for an erasure, after which nothing of the customer may be stored.
    if ((await findShare(trx, { tokenHash, now: base.now })) === undefined) throw shareNotFound()
    const { answer: stored, quote, state } = await requireQuote(trx, share)
    if (stored !== null) return 'stored'
    if (state !== 'open') throw new AppError('CONFLICT', answerMessages[state])
    const accepted = acceptedOf(quote, answer)
    if (answer.verdict === 'approved' && accepted.total_kurus !== answer.seen_kurus) return 'unseen'
    await storeAnswer(trx, { share, quote, answer, accepted })
    await recordChange(asCustomer(trx), {
      noun: 'kayit',
      id: record.id,
      verb: answer.verdict === 'approved' ? 'approve' : 'refuse',
      title: kayitTitle(record),
      customer_id: record.customer_id,
    })
    return 'stored'
  })
}

type Answering = Parameters<typeof requireQuote>[0]

/** Locks the record, so that a new version, a conversion and other answers wait. */
async function lockRecord(ctx: Answering, id: number) {
  const record = await liveRows(ctx, 'kayit')
    .where('id', '=', id)
    .select(['id', 'plaka', 'musteri_adi_soyadi', 'customer_id'])
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (record === undefined) throw shareNotFound()
  return record
}

type Accepted = { positions: number[]; total_kurus: Kurus }

/** Returns the lines that the customer accepts. Throws INVALID without a name or a line. */
function acceptedOf({ lines }: FrozenQuote, { verdict, name, positions }: Answer): Accepted {
  if (verdict === 'refused') return { positions: [], total_kurus: 0 }
  if (name === '') throw new AppError('INVALID', answerMessages.nameRequired, { field: 'ad' })
  const chosen = new Set(positions)
  const accepted = hasFixedLines(lines)
    ? lines.map((_, position) => position)
    : lines.flatMap((_, position) => (chosen.has(position) ? [position] : []))
  if (accepted.length === 0) throw new AppError('INVALID', answerMessages.nothingChosen, { field: 'is' })
  return { positions: accepted, total_kurus: acceptedTotal(lines, accepted) }
}

type NewAnswer = { share: OpenShare; quote: FrozenQuote; answer: Answer; accepted: Accepted }

async function storeAnswer(
  ctx: Answering,
  { share, quote: { version }, answer: { verdict, name }, accepted }: NewAnswer,
): Promise<void> {
  const { content, content_hash } = share
  if (content_hash === null) throw new Error('A quote is frozen.')
  await ctx.db
    .insertInto('quote_answer')
    .values({
      shop_id: ctx.actor.shop,
      kayit_id: subjectOf(share).id,
      version,
      share_id: share.id,
      at: ctx.now,
      verdict,
      name,
      positions: JSON.stringify(accepted.positions),
      total_kurus: accepted.total_kurus,
      address: ctx.client.address,
      user_agent: ctx.client.userAgent,
      content,
      content_hash,
    })
    .execute()
}
