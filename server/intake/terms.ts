import { recordChange } from '#server/platform/core/changes.ts'
import { inTransaction, requireRight, type UserCtx } from '#server/platform/core/context.ts'
import type { ShopCtx } from '#server/platform/core/own-rows.ts'
import { fieldChanges } from '#shared/change/rules.ts'
import { AppError } from '#shared/errors.ts'
import { intakeMessages } from '#shared/intake/messages.ts'
import { DEFAULT_TERMS, LONGEST_WAIT_MS } from '#shared/intake/rules.ts'
import type { TermsInput } from '#shared/intake/schema.ts'

import type { IntakeRow } from './queries.ts'

/** A text that the shop has replaced at this time, in ms since 1970. */
type EarlierTerms = { text: string; until: number }

const MAX_EARLIER = 10

/** Returns the terms of a new intake: the shop's own, else the usual ones. */
export async function readTerms(shop: ShopCtx): Promise<string> {
  return (await readOwnTerms(shop)).intake_terms || DEFAULT_TERMS
}

async function readOwnTerms({ db, actor }: ShopCtx, { lock = false } = {}) {
  const { intake_terms, earlier_terms } = await db
    .selectFrom('shops')
    .where('id', '=', actor.shop)
    .select(['intake_terms', 'earlier_terms'])
    .$if(lock, (query) => query.forNoKeyUpdate())
    .executeTakeFirstOrThrow()
  return { intake_terms, earlier: JSON.parse(earlier_terms) as EarlierTerms[] }
}

type SentTerms = {
  terms: string
  isSigning: boolean
  /** Whether the form was signed without a connection: the signer has read what the device knew. */
  isLate: boolean
}

/**
 * Returns the terms to store. Signed terms stay until the form is signed again, which needs those that the signer has
 * read: the shop's present ones, or in a form that waited for the connection earlier ones.
 */
export async function termsOf(
  ctx: UserCtx,
  stored: IntakeRow | undefined,
  { terms, isSigning, isLate }: SentTerms,
): Promise<string> {
  const { intake_terms, earlier } = await readOwnTerms(ctx)
  const current = intake_terms || DEFAULT_TERMS
  const isSigned = stored !== undefined && stored.signed_at !== null
  if (!isSigning) return isSigned ? stored.terms : current
  if (terms === current || (isSigned && terms === stored.terms)) return terms
  if (isLate && earlier.some(({ text }) => text === terms)) return terms
  const refusal = isLate ? intakeMessages.termsUnknown : intakeMessages.termsChanged
  throw new AppError('INVALID', refusal, { field: 'terms' })
}

/**
 * Changes the terms of the shop's intakes; empty, or the usual ones, for those. The replaced text stays known while a
 * form that was signed under it may still arrive. Throws FORBIDDEN.
 */
export async function saveTerms(ctx: UserCtx, { text }: TermsInput): Promise<{ terms: string }> {
  requireRight(ctx, 'settings')
  return inTransaction(ctx, async (trx) => {
    const { intake_terms: before, earlier } = await readOwnTerms(trx, { lock: true })
    const intake_terms = text === DEFAULT_TERMS ? '' : text
    const fields = fieldChanges(['intake_terms'], { intake_terms: before }, { intake_terms })
    if (fields.length > 0) {
      const { db, actor, now } = trx
      const until = now.getTime()
      const known = earlier.filter((one) => one.until > until - LONGEST_WAIT_MS)
      const earlier_terms = [...known, { text: before || DEFAULT_TERMS, until }].slice(-MAX_EARLIER)
      await db
        .updateTable('shops')
        .set({ intake_terms, earlier_terms: JSON.stringify(earlier_terms) })
        .where('id', '=', actor.shop)
        .execute()
      await recordChange(trx, { noun: 'settings', id: null, verb: 'update', detail: { fields } })
    }
    return { terms: intake_terms || DEFAULT_TERMS }
  })
}
