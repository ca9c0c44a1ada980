import * as z from 'zod/mini'

import { textField } from '#shared/fields.ts'
import { EARLY_STAGES } from '#shared/kayit/stage.ts'
import { messages } from '#shared/messages.ts'
import { count, day, resultSchema, rowId } from '#shared/values.ts'

/** A search in all lists at once: a plate, a name, a phone or a number, from the second character on. */
export const searchInput = z.object({ q: textField('Arama') }, messages.invalidInput)

/** A car with its last visit: its customer then, and whether work is still open. */
const vehicleHit = /* @__PURE__ */ resultSchema(() => ({
  id: rowId,
  plate: z.string(),
  vin: z.string(),
  make: z.string(),
  model: z.string(),
  customer: z.string(),
  last_day: day,
  is_open: z.boolean(),
}))
export type VehicleHit = z.output<typeof vehicleHit>

const customerHit = /* @__PURE__ */ resultSchema(() => ({
  id: rowId,
  name: z.string(),
  phone: z.string(),
  tax_no: z.string(),
  visits: count,
  last_day: day,
}))
export type CustomerHit = z.output<typeof customerHit>

const recordHit = /* @__PURE__ */ resultSchema(() => ({
  id: rowId,
  plate: z.string(),
  vin: z.string(),
  customer: z.string(),
  phone: z.string(),
  /** The day of the record, of an appointment the day on which the car is awaited. */
  day,
  durum: z.string(),
  /** Absent for a visit. */
  stage: z.exactOptional(z.enum(EARLY_STAGES)),
}))
export type RecordHit = z.output<typeof recordHit>

/** The hits of one kind; `similar` is true if the search matched nothing and these match without Turkish marks. */
const hitsOf = <T extends z.ZodMiniType>(hit: T) =>
  z.strictObject({ items: z.array(hit), similar: z.exactOptional(z.literal(true)) })

export const searchResult = /* @__PURE__ */ resultSchema(() => ({
  vehicles: hitsOf(vehicleHit),
  customers: hitsOf(customerHit),
  records: hitsOf(recordHit),
}))
export type SearchResult = z.output<typeof searchResult>
