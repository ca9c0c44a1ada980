import * as z from 'zod/mini'

import { endsAfterStart, periodOfAccount } from '#shared/balance/schema.ts'
import { idField } from '#shared/fields.ts'
import { MAIL_STATES } from '#shared/mail/rules.ts'
import { addressField } from '#shared/mail/schema.ts'
import { messages } from '#shared/messages.ts'
import type { AnsweredQuote } from '#shared/quote/schema.ts'
import { PERIOD_REVERSED } from '#shared/stats/period.ts'
import { count, resultSchema, rowId } from '#shared/values.ts'

import { TOKEN_SHAPE } from './token.ts'

/** The kinds of pages: of a record, of a car's history ('vehicle') and of a customer's account ('statement'). */
export const SHARE_KINDS = ['record', 'vehicle', 'statement'] as const
export type ShareKind = (typeof SHARE_KINDS)[number]

/** The ways in which a user takes a link: 'link' is one that could not be copied, so that the page shows it. */
export const SHARE_WAYS = ['whatsapp', 'copy', 'link'] as const
export type ShareWay = (typeof SHARE_WAYS)[number]

/** The kind of a page, and the id of its record, car or customer. */
const subject = { kind: z.enum(SHARE_KINDS, messages.invalidInput), id: idField }

/** The fields of a link. Only a record has a document without VAT, and only a statement a period. */
const link = {
  ...subject,
  with_vat: z.boolean(messages.invalidInput),
  ...periodOfAccount,
  token: z.string(messages.invalidInput).check(z.regex(TOKEN_SHAPE, messages.invalidInput)),
}

/** A link that a user takes. The page makes the token, so that WhatsApp opens in the press itself. */
export const shareInput = z
  .strictObject({ ...link, way: z.enum(SHARE_WAYS, messages.invalidInput) }, messages.invalidInput)
  .check(z.refine(endsAfterStart, PERIOD_REVERSED))
export type ShareInput = z.output<typeof shareInput>

/** A link that a user sends by e-mail. */
export const mailInput = z
  .strictObject(
    {
      ...link,
      recipient: addressField,
    },
    messages.invalidInput,
  )
  .check(z.refine(endsAfterStart, PERIOD_REVERSED))
export type MailInput = z.output<typeof mailInput>

/** The thing whose links are listed. */
export const sharesInput = z.object(subject, messages.invalidInput)
export type SharesInput = z.output<typeof sharesInput>

export const shareIdInput = z.object({ id: idField }, messages.invalidInput)

/** A link that was stored. */
export const storedShare = /* @__PURE__ */ resultSchema(() => ({ id: rowId, expires_at: z.iso.datetime() }))
export type StoredShare = z.output<typeof storedShare>

/** An open link of a thing. */
export const share = /* @__PURE__ */ resultSchema(() => ({
  id: rowId,
  with_vat: z.boolean(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  /** The name of the user who made it, at that time. */
  actor_name: z.string(),
  views: count,
  last_viewed_at: z.nullable(z.iso.datetime()),
  /** The e-mails with it, the newest first; `error` is the outcome of a failed attempt. */
  mails: z.array(
    z.object({ id: rowId, recipient: z.string(), state: z.enum(MAIL_STATES), error: z.string() }),
  ),
}))
export type Share = z.output<typeof share>

/** An e-mail that did not arrive, with the thing of its link, named by `title`. */
export type FailedMail = { id: number; of: SharesInput; recipient: string; error: string; title: string }

/** Answered quotes and failed e-mails. */
export type ShareNews = { answers: AnsweredQuote[]; mails: FailedMail[] }

/**
 * The open links, the shop's number, with which the page makes another token, whether e-mail is set up, and the parts of
 * the message, between which the link's address stands.
 */
export type ShareList = { shop_id: number; can_mail: boolean; message: string[]; links: Share[] }
