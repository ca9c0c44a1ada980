import * as z from 'zod/mini'

import { idField, keyField } from '#shared/fields.ts'
import { messages } from '#shared/messages.ts'
import { count, resultSchema, rowId } from '#shared/values.ts'

/** A new link to a record. The key makes a retry store one link. */
export const shareInput = z.strictObject(
  { kayit_id: idField, with_vat: z.boolean(messages.invalidInput), key: keyField },
  messages.invalidInput,
)
export type ShareInput = z.output<typeof shareInput>

/** The record whose links are listed. */
export const sharesInput = z.object({ kayit_id: idField }, messages.invalidInput)

export const shareIdInput = z.object({ id: idField }, messages.invalidInput)

/** A link that was just made, with its token, which is returned only here. */
export const createdShare = /* @__PURE__ */ resultSchema(() => ({
  id: rowId,
  token: z.string(),
  expires_at: z.iso.datetime(),
}))
export type CreatedShare = z.output<typeof createdShare>

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
