import * as z from 'zod/mini'

import { count, price, resultSchema, rowId } from '#shared/values.ts'

import { VERDICTS } from './rules.ts'

/** A quote that was sent, with the views of its newest version and the customer's answer to it. */
export const quoteSending = /* @__PURE__ */ resultSchema(() => ({
  year: count,
  number: count,
  version: count,
  sent_at: z.iso.datetime(),
  views: count,
  /** Whether the stored quote offers something else than the customer got. */
  is_changed: z.boolean(),
  answer: z.nullable(
    z.strictObject({
      verdict: z.enum(VERDICTS),
      at: z.iso.datetime(),
      name: z.string(),
      /** The number of accepted lines, and their sum with VAT. */
      accepted: count,
      total_kurus: price,
      /** The number of all lines; 0 after an erasure. */
      lines: count,
      /** Whether the quote becomes a visit with the accepted lines only: its work is still the approved one. */
      is_valid: z.boolean(),
    }),
  ),
}))
export type QuoteSending = z.output<typeof quoteSending>

/** A customer's answer to a quote that is no visit yet. */
export const answeredQuote = /* @__PURE__ */ resultSchema(() => ({
  kayit_id: rowId,
  plaka: z.string(),
  musteri_adi_soyadi: z.string(),
  verdict: z.enum(VERDICTS),
  at: z.iso.datetime(),
  total_kurus: price,
}))
export type AnsweredQuote = z.output<typeof answeredQuote>
