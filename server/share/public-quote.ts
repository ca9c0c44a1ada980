import { canGetMore, findVisit } from '#server/kayit/extra-work.ts'
import { findQuote, type FrozenQuote } from '#server/kayit/quote.ts'
import { type BaseCtx, today } from '#server/platform/core/context.ts'
import { liveRows, ownRows, type ShopCtx } from '#server/platform/core/own-rows.ts'
import { thaw } from '#server/platform/lib/frozen.ts'
import type { Kurus } from '#shared/money.ts'
import { type QuoteState, stateOf, type Verdict } from '#shared/quote/rules.ts'

import { type OpenShare, subjectOf } from './queries.ts'

/** The stored answer as the customer sees it. */
export type PublicAnswer = {
  verdict: Verdict
  at: Date
  name: string
  positions: number[]
  total_kurus: Kurus
}

/** Everything that the public page of a quote shows. */
export type PublicQuote = {
  kind: 'quote'
  quote: FrozenQuote
  state: QuoteState
  answer: PublicAnswer | null
}

/** Returns the quote of a link as it was sent, whether it can be answered, and its answer; `null` if its record is gone. */
export async function readQuote(ctx: BaseCtx & ShopCtx, share: OpenShare): Promise<PublicQuote | null> {
  const { id } = subjectOf(share)
  const quote = thaw(share) as FrozenQuote
  const [record, sent, answer] = await Promise.all([
    liveRows(ctx, 'kayit')
      .where('id', '=', id)
      .select(['stage', 'for_kayit_id', 'added_at'])
      .executeTakeFirst(),
    findQuote(ctx, id),
    ownRows(ctx, 'quote_answer')
      .where('kayit_id', '=', id)
      .where('version', '=', quote.version)
      .select(['verdict', 'at', 'name', 'positions', 'total_kurus'])
      .executeTakeFirst(),
  ])
  if (record === undefined) return null
  const { stage, for_kayit_id, added_at } = record
  const visit = for_kayit_id === null ? undefined : await findVisit(ctx, for_kayit_id)
  const state = stateOf({
    isQuote: stage === 'quote' && added_at === null,
    isClosed: for_kayit_id !== null && !canGetMore(visit),
    isNewest: sent?.version === quote.version,
    valid_until: quote.valid_until,
    today: today(ctx),
  })
  return {
    kind: 'quote',
    quote,
    state,
    answer: answer ? { ...answer, positions: JSON.parse(answer.positions) as number[] } : null,
  }
}
