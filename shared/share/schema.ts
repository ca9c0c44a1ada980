import * as z from 'zod/mini'

import { idField } from '#shared/fields.ts'
import { messages } from '#shared/messages.ts'
import { count, resultSchema, rowId } from '#shared/values.ts'

import { TOKEN_SHAPE } from './token.ts'

/** The ways in which a user takes a link: 'link' is one that could not be copied, so that the page shows it. */
export const SHARE_WAYS = ['whatsapp', 'copy', 'link'] as const
export type ShareWay = (typeof SHARE_WAYS)[number]

/** A link to a record that a user takes. The page makes the token, so that WhatsApp opens in the press itself. */
export const shareInput = z.strictObject(
  {
    kayit_id: idField,
    with_vat: z.boolean(messages.invalidInput),
    token: z.string(messages.invalidInput).check(z.regex(TOKEN_SHAPE, messages.invalidInput)),
    way: z.enum(SHARE_WAYS, messages.invalidInput),
  },
  messages.invalidInput,
)
export type ShareInput = z.output<typeof shareInput>

/** The record whose links are listed. */
export const sharesInput = z.object({ kayit_id: idField }, messages.invalidInput)

export const shareIdInput = z.object({ id: idField }, messages.invalidInput)

/** A link that was stored. */
export const storedShare = /* @__PURE__ */ resultSchema(() => ({ id: rowId, expires_at: z.iso.datetime() }))
export type StoredShare = z.output<typeof storedShare>

/** An open link of a record. */
export const share = /* @__PURE__ */ resultSchema(() => ({
  id: rowId,
  with_vat: z.boolean(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  /** The name of the user who made it, at that time. */
  actor_name: z.string(),
  views: count,
  last_viewed_at: z.nullable(z.iso.datetime()),
}))
export type Share = z.output<typeof share>

/** The open links, and the shop's number, with which the page makes the token of another one. */
export type ShareList = { shop_id: number; links: Share[] }
