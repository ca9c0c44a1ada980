import * as z from 'zod/mini'

import { textField } from '#shared/fields.ts'
import { messages } from '#shared/messages.ts'
import { day, returned, rowId } from '#shared/values.ts'
import { vehicleFacts } from '#shared/vehicle/schema.ts'

/** The beginning of a word of a name, of several words, or of a phone number, however it is written. */
export const customerLookupInput = z.object({ q: textField('Arama') }, messages.invalidInput)

/** A customer who has been in the shop. */
export const customerMatch = /* @__PURE__ */ returned(() => ({
  id: rowId,
  name: z.string(),
  phone: z.string(),
  tax_no: z.string(),
  /** The day of the last visit. */
  last_day: day,
  /** At most three cars with which they came, the last one first. */
  cars: z.array(z.strictObject(vehicleFacts())),
}))
export type CustomerMatch = z.output<typeof customerMatch>

export const customerMatches = /* @__PURE__ */ returned(() => ({ customers: z.array(customerMatch) }))
export type CustomerMatches = z.output<typeof customerMatches>
