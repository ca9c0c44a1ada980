import { sql } from 'kysely'

import {
  findAnswer,
  findApproval,
  findQuote,
  type FrozenQuote,
  hashTerms,
  isSameWork,
  termsOf,
} from '#server/kayit/quote.ts'
import { requireDetail } from '#server/kayit/queries.ts'
import { redactFor, requireRight, type UserCtx } from '#server/platform/core/context.ts'
import { inSameShop, ownRows } from '#server/platform/core/own-rows.ts'
import { withSnapshot } from '#server/platform/core/snapshot.ts'
import type { AnsweredQuote, QuoteSending } from '#shared/quote/schema.ts'

/**
 * Returns the views and the answer of a sent quote, `null` for a record that was never sent as one. Throws FORBIDDEN and
 * NOT_FOUND.
 */
export async function quoteSendingOf(
  ctx: UserCtx,
  { kayit_id }: { kayit_id: number },
): Promise<{ sending: QuoteSending | null }> {
  requireRight(ctx, 'quotes')
  const [found, quote, answer, approval, shares] = await withSnapshot(ctx, (one) =>
    Promise.all([
      requireDetail(one, kayit_id),
      findQuote(one, kayit_id),
      findAnswer(one, kayit_id),
      findApproval(one, kayit_id),
      ownRows(one, 'share')
        .where('kayit_id', '=', kayit_id)
        .where('kind', '=', 'quote')
        .select(['quote_version', 'views'])
        .execute(),
    ]),
  )
  if (quote === undefined) return { sending: null }
  const { year, number, version, terms_hash, sent_at } = quote
  const seen = shares.filter(({ quote_version }) => quote_version === version)
  const sending = {
    year,
    number,
    version,
    sent_at: sent_at.toISOString(),
    views: seen.reduce((sum, { views }) => sum + views, 0),
    is_changed: terms_hash === null || !hashTerms(termsOf(found)).equals(terms_hash),
    answer: answer
      ? {
          verdict: answer.verdict,
          at: answer.at.toISOString(),
          name: answer.name,
          accepted: (JSON.parse(answer.positions) as number[]).length,
          total_kurus: answer.total_kurus,
          lines: linesOf(answer.content),
          is_valid: approval !== null && isSameWork(found.islemler, approval.lines),
        }
      : null,
  }
  return redactFor(ctx, { sending })
}

const linesOf = (content: string | null): number =>
  content === null ? 0 : (JSON.parse(content) as FrozenQuote).lines.length

const DAY_MS = 86_400_000
/** Days for which answers are shown, and refusals, which leave nothing to do. */
const SHOWN_DAYS = 30
const REFUSED_DAYS = 3
const MOST_ANSWERS = 3

/** Returns the newest answers to quotes that are no visit yet, for the first screen. Throws FORBIDDEN. */
export async function answeredQuotes(ctx: UserCtx): Promise<AnsweredQuote[]> {
  requireRight(ctx, 'quotes')
  const since = (days: number) => new Date(ctx.now.getTime() - days * DAY_MS)
  const rows = await ownRows(ctx, 'quote_answer')
    .innerJoin('quote', inSameShop('quote.kayit_id', 'quote_answer.kayit_id'))
    .innerJoin('kayit', inSameShop('kayit.id', 'quote_answer.kayit_id'))
    .where('quote_answer.at', '>=', since(SHOWN_DAYS))
    .whereRef('quote.version', '=', 'quote_answer.version')
    .where('kayit.stage', '=', sql.lit('quote'))
    .where('kayit.deleted_at', 'is', null)
    .where((eb) => eb.or([eb('verdict', '=', 'approved'), eb('quote_answer.at', '>=', since(REFUSED_DAYS))]))
    .orderBy('quote_answer.at', 'desc')
    .select(['quote_answer.kayit_id', 'kayit.plaka', 'kayit.musteri_adi_soyadi'])
    .select(['quote_answer.verdict', 'quote_answer.at', 'quote_answer.total_kurus'])
    .limit(MOST_ANSWERS)
    .execute()
  return redactFor(
    ctx,
    rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })),
  )
}
