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

/** How far a quote for more work on an open visit is. */
export const EXTRA_STATES = ['draft', 'sent', 'seen', 'approved', 'refused'] as const
export type ExtraState = (typeof EXTRA_STATES)[number]

/** A quote that asked a visit's customer about more work; the amount is the accepted one once there is an acceptance. */
export const extraWork = /* @__PURE__ */ resultSchema(() => ({
  kayit_id: rowId,
  total_kurus: price,
  state: z.enum(EXTRA_STATES),
  is_added: z.boolean(),
  /** Whether the accepted lines can be added to the visit now. */
  can_add: z.boolean(),
}))
export type ExtraWork = z.output<typeof extraWork>

/** A line that the customer approved, and when. */
export const approvedLine = /* @__PURE__ */ resultSchema(() => ({
  name: z.string(),
  quantity: count,
  unit_kurus: price,
  at: z.iso.datetime(),
}))
export type ApprovedLine = z.output<typeof approvedLine>

/** The quotes around a record. */
export type QuoteFacts = {
  /** The sending of a quote; `null` for one that was never sent, and for a visit. */
  sending: QuoteSending | null
  /** The visit that a quote asks for; its name is the plate or chassis number, `null` if it is deleted. */
  visit: { kayit_id: number; name: string | null } | null
  /** The quotes that asked for a visit. */
  extra: ExtraWork[]
  /** The work that the customer approved, and its sum with VAT at that time; `null` without a valid approval. */
  approved: { lines: ApprovedLine[]; total_kurus?: number } | null
}

/** A customer's answer to a quote that is no visit yet. */
export const answeredQuote = /* @__PURE__ */ resultSchema(() => ({
  kayit_id: rowId,
  /** The visit whose customer was asked about more work. */
  for_kayit_id: z.nullable(rowId),
  plaka: z.string(),
  musteri_adi_soyadi: z.string(),
  verdict: z.enum(VERDICTS),
  at: z.iso.datetime(),
  total_kurus: price,
}))
export type AnsweredQuote = z.output<typeof answeredQuote>
