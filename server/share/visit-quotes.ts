import { canGetMore } from '#server/kayit/extra-work.ts'
import { approvalOf, approvedLines, findAnswers, type QuoteAnswer } from '#server/kayit/quote.ts'
import type { requireDetail } from '#server/kayit/queries.ts'
import { inSameShop, ownRows, type ShopCtx } from '#server/platform/core/own-rows.ts'
import type { ExtraState, ExtraWork, QuoteFacts } from '#shared/quote/schema.ts'

export type Detail = Awaited<ReturnType<typeof requireDetail>>

/** Returns the quotes that asked for a visit, and the lines that its customer approved. */
export async function readVisitQuotes(
  ctx: ShopCtx,
  { kayit }: Detail,
): Promise<Pick<QuoteFacts, 'extra' | 'approved'>> {
  const quotes = await readExtraQuotes(ctx, kayit.id)
  const ids = quotes.map(({ id }) => id)
  const [answers, views] = await Promise.all([findAnswers(ctx, [kayit.id, ...ids]), readViews(ctx, ids)])
  const isOpen = canGetMore({ ...kayit, stage: 'visit' })
  const added = new Set([kayit.id, ...quotes.filter(({ added_at }) => added_at !== null).map(({ id }) => id)])
  const extra = quotes
    .filter(({ deleted_at }) => deleted_at === null)
    .map((quote): ExtraWork => {
      const answer = answers.find(({ kayit_id }) => kayit_id === quote.id)
      const isViewed = quote.version !== null && views(quote.id, quote.version) > 0
      const is_added = quote.added_at !== null
      return {
        kayit_id: quote.id,
        total_kurus: answer?.verdict === 'approved' ? answer.total_kurus : quote.toplam_kurus,
        state: answer?.verdict ?? stateOf({ isSent: quote.version !== null, isViewed }),
        is_added,
        can_add: isOpen && !is_added && approvalOf(answer) !== null,
      }
    })
  return { extra, approved: approvedOf(answers.filter(({ kayit_id }) => added.has(kayit_id))) }
}

const stateOf = ({ isSent, isViewed }: { isSent: boolean; isViewed: boolean }): ExtraState =>
  isViewed ? 'seen' : isSent ? 'sent' : 'draft'

/** The newest ones are cut, because a visit has a few. */
const MOST_QUOTES = 50

/** Returns the quotes that asked for a visit, also deleted ones, whose added lines stay approved. */
const readExtraQuotes = (ctx: ShopCtx, id: number) =>
  ownRows(ctx, 'kayit')
    .leftJoin('quote', inSameShop('quote.kayit_id', 'kayit.id'))
    .where('kayit.for_kayit_id', '=', id)
    .orderBy('kayit.id')
    .select(['kayit.id', 'kayit.toplam_kurus', 'kayit.deleted_at', 'kayit.added_at', 'quote.version'])
    .limit(MOST_QUOTES)
    .execute()

/** Returns the lines that were approved in these answers, and their sum. */
export function approvedOf(answers: readonly QuoteAnswer[]): QuoteFacts['approved'] {
  const approved = answers.flatMap((answer) => {
    const approval = approvalOf(answer)
    return approval === null ? [] : [{ ...answer, lines: approvedLines(approval) }]
  })
  if (approved.length === 0) return null
  return {
    lines: approved.flatMap(({ at, lines }) =>
      lines.map(({ name, quantity, unit_kurus }) => ({ name, quantity, unit_kurus, at: at.toISOString() })),
    ),
    total_kurus: approved.reduce((sum, { total_kurus }) => sum + total_kurus, 0),
  }
}

/** Returns the function that gives the views of a version of one of these quotes. */
export async function readViews(
  ctx: ShopCtx,
  ids: readonly number[],
): Promise<(id: number, version: number) => number> {
  if (ids.length === 0) return () => 0
  const shares = await ownRows(ctx, 'share')
    .where('kayit_id', 'in', [...ids])
    .where('kind', '=', 'quote')
    .select(['kayit_id', 'quote_version', 'views'])
    .execute()
  return (id, version) =>
    shares
      .filter(({ kayit_id, quote_version }) => kayit_id === id && quote_version === version)
      .reduce((sum, { views }) => sum + views, 0)
}
