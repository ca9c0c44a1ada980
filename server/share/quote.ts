import { sql } from 'kysely'

import { requireAskable } from '#server/kayit/extra-work.ts'
import { findQuote, type FrozenQuote, hashTerms, termsOf } from '#server/kayit/quote.ts'
import { requireDetail } from '#server/kayit/queries.ts'
import { today, type UserCtx } from '#server/platform/core/context.ts'
import { compiledOwn, ownRows, updateOwn } from '#server/platform/core/own-rows.ts'
import { freeze, type Frozen } from '#server/platform/lib/frozen.ts'
import { AppError } from '#shared/errors.ts'
import { quoteMessages } from '#shared/quote/messages.ts'

type Sent = { id: number; with_vat: boolean }

/**
 * Returns the columns of a link that freeze a quote, whose record is locked. The first sending gives it its number, and
 * another offer than the last one is the next version. Throws INVALID for a quote that nobody could approve, or whose
 * work cannot be added to its visit.
 */
export async function freezeQuote(
  ctx: UserCtx,
  { id, with_vat }: Sent,
): Promise<Frozen & { kind: 'quote'; quote_version: number }> {
  await requireAskable(ctx, id)
  const found = await requireDetail(ctx, id)
  const terms = termsOf(found)
  if (terms.lines.length === 0) throw new AppError('INVALID', quoteMessages.empty)
  const day = today(ctx)
  if (terms.valid_until !== null && terms.valid_until < day)
    throw new AppError('INVALID', quoteMessages.overdue)
  const quote = await numberVersion(ctx, id, hashTerms(terms))
  const isExtra = found.for_kayit_id !== undefined
  const document: FrozenQuote = { ...quote, day, with_vat, ...terms, ...(isExtra && { isExtra }) }
  const frozen = freeze(document)
  if (frozen === null) throw new AppError('INVALID', quoteMessages.tooLong)
  return { kind: 'quote', quote_version: quote.version, ...frozen }
}

/** Returns the number and the version with which these terms are sent now. */
async function numberVersion(ctx: UserCtx, kayit_id: number, terms_hash: Buffer) {
  const before = await findQuote(ctx, kayit_id)
  const sent_at = ctx.now
  if (before === undefined) {
    const year = Number(today(ctx).slice(0, 4))
    const quote = { year, number: await nextNumber(ctx, year), version: 1 }
    const row = { shop_id: ctx.actor.shop, kayit_id, ...quote, terms_hash, sent_at }
    await ctx.db.insertInto('quote').values(row).execute()
    return quote
  }
  const { year, number, version: last } = before
  const isSame = before.terms_hash !== null && terms_hash.equals(before.terms_hash)
  const version = isSame ? last : last + 1
  await updateOwn(ctx, 'quote')
    .set({ version, terms_hash, sent_at })
    .where('kayit_id', '=', kayit_id)
    .execute()
  return { year, number, version }
}

/** Beside the numbers of other advisory locks. */
const QUOTE_NUMBERS = 20_261_130

const lockNumbers = compiledOwn((db, { shop }: { shop: number }) =>
  db.selectNoFrom(sql`pg_advisory_xact_lock(${sql.lit(QUOTE_NUMBERS)}, ${shop}::int)`.as('locked')),
)

/** Returns the shop's next number of a year. It is the last lock; the number is read behind it, so none is left out. */
async function nextNumber(ctx: UserCtx, year: number): Promise<number> {
  await lockNumbers(ctx, {})
  const last = await ownRows(ctx, 'quote')
    .where('year', '=', year)
    .orderBy('number', 'desc')
    .select('number')
    .limit(1)
    .executeTakeFirst()
  return (last?.number ?? 0) + 1
}
