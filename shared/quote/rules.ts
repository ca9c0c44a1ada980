import type { Day } from '#shared/day.ts'
import type { Kurus } from '#shared/money.ts'

/** The year and the number within it that a quote gets when it is first sent. */
export type QuoteNumber = { year: number; number: number }

/** Returns a quote's number as its documents show it: 'T-2026-0042'. */
export const quoteNumber = ({ year, number }: QuoteNumber): string =>
  `T-${year}-${String(number).padStart(4, '0')}`

/** Returns the number, with the version if it is not the first: 'T-2026-0042, 2. teklif'. */
export const quoteTitle = (quote: QuoteNumber & { version: number }): string =>
  quote.version === 1 ? quoteNumber(quote) : `${quoteNumber(quote)}, ${quote.version}. teklif`

/** Returns the name of a sent quote's document. */
export const quoteWord = ({ isExtra = false }: { isExtra?: boolean | undefined }): string =>
  isExtra ? 'Ek iş teklifi' : 'Teklif'

export const VERDICTS = ['approved', 'refused'] as const
export type Verdict = (typeof VERDICTS)[number]

/** Whether a link's quote can be answered, or why not. */
export type QuoteState = 'open' | 'expired' | 'newer' | 'converted' | 'closed'

/** Returns whether a version of a quote can be answered on a day. */
export function stateOf({
  isQuote,
  isClosed,
  isNewest,
  valid_until,
  today,
}: {
  isQuote: boolean
  /** Whether the visit of a quote for more work can get none. */
  isClosed: boolean
  isNewest: boolean
  valid_until: Day | null
  today: Day
}): QuoteState {
  if (!isQuote) return 'converted'
  if (!isNewest) return 'newer'
  if (isClosed) return 'closed'
  return valid_until !== null && valid_until < today ? 'expired' : 'open'
}

/** The name of a customer in the log, where the actor is no user. */
export const CUSTOMER_NAME = 'Müşteri'

type AnsweredLine = { isDiscount: boolean; brut_kurus: Kurus }

/** Returns whether the lines can only be accepted together: a discount was given on all of them. */
export const hasFixedLines = (lines: readonly Pick<AnsweredLine, 'isDiscount'>[]): boolean =>
  lines.some(({ isDiscount }) => isDiscount)

/** Returns the sum with VAT of the lines at these positions. */
export const acceptedTotal = (lines: readonly AnsweredLine[], positions: readonly number[]): Kurus =>
  positions.reduce((sum, position) => sum + (lines[position]?.brut_kurus ?? 0), 0)
