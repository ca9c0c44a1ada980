import { sql } from 'kysely'

import { findVisit } from '#server/kayit/extra-work.ts'
import {
  approvalOf,
  findAnswer,
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
import type { AnsweredQuote, QuoteFacts, QuoteSending } from '#shared/quote/schema.ts'

import { approvedOf, type Detail, readViews, readVisitQuotes } from './visit-quotes.ts'

/**
 * Returns the quotes around a record: of a quote its sending, and the visit that it asks for; of a visit its quotes for
 * more work; of both the approved lines. Throws FORBIDDEN and NOT_FOUND.
 */
export async function quoteSendingOf(ctx: UserCtx, { kayit_id }: { kayit_id: number }): Promise<QuoteFacts> {
  requireRight(ctx, 'quotes')
  const facts = await withSnapshot(ctx, async (one) => {
    const found = await requireDetail(one, kayit_id)
    if (found.stage === undefined)
      return { sending: null, visit: null, ...(await readVisitQuotes(one, found)) }
    const [quote, visit] = await Promise.all([
      readSending(one, found),
      found.for_kayit_id === undefined ? null : readVisit(one, found.for_kayit_id),
    ])
    return { ...quote, visit, extra: [] }
  })
  return redactFor(ctx, facts)
}

async function readVisit(ctx: UserCtx, id: number): Promise<QuoteFacts['visit']> {
  const visit = await findVisit(ctx, id)
  return { kayit_id: id, name: visit === undefined ? null : visit.plaka || visit.sasi_no }
}

async function readSending(ctx: UserCtx, found: Detail): Promise<Pick<QuoteFacts, 'sending' | 'approved'>> {
  const { id } = found.kayit
  const [quote, answer, views] = await Promise.all([
    findQuote(ctx, id),
    findAnswer(ctx, id),
    readViews(ctx, [id]),
  ])
  if (quote === undefined) return { sending: null, approved: null }
  const approval = approvalOf(answer)
  const isValid = approval !== null && isSameWork(found.islemler, approval.lines)
  const { year, number, version, terms_hash, sent_at } = quote
  const sending: QuoteSending = {
    year,
    number,
    version,
    sent_at: sent_at.toISOString(),
    views: views(id, version),
    is_changed: terms_hash === null || !hashTerms(termsOf(found)).equals(terms_hash),
    answer: answer
      ? {
          verdict: answer.verdict,
          at: answer.at.toISOString(),
          name: answer.name,
          accepted: (JSON.parse(answer.positions) as number[]).length,
          total_kurus: answer.total_kurus,
          lines: linesOf(answer.content),
          is_valid: isValid,
        }
      : null,
  }
  return { sending, approved: answer && isValid ? approvedOf([answer]) : null }
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
    .where('kayit.added_at', 'is', null)
    .where((eb) => eb.or([eb('verdict', '=', 'approved'), eb('quote_answer.at', '>=', since(REFUSED_DAYS))]))
    .orderBy('quote_answer.at', 'desc')
    .select(['quote_answer.kayit_id', 'kayit.plaka', 'kayit.musteri_adi_soyadi', 'kayit.for_kayit_id'])
    .select(['quote_answer.verdict', 'quote_answer.at', 'quote_answer.total_kurus'])
    .limit(MOST_ANSWERS)
    .execute()
  return redactFor(
    ctx,
    rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })),
  )
}
