import * as z from 'zod/mini'

import { textField } from '#shared/fields.ts'
import { visitedListInput, visitFacts } from '#shared/history/schema.ts'
import { messages } from '#shared/messages.ts'
import { count, day, price, resultSchema, rowId } from '#shared/values.ts'
import { vehicleFacts } from '#shared/vehicle/schema.ts'

export const CUSTOMER_SORTS = ['last_day', 'name', 'visits', 'total'] as const
export type CustomerSort = (typeof CUSTOMER_SORTS)[number]

/** One page of the customers: those with at least one record. */
export const customerListInput = visitedListInput(CUSTOMER_SORTS)
export type CustomerListInput = z.output<typeof customerListInput>

/** A row of the list: the customer with the cars of the last visits. */
export const customerListItem = /* @__PURE__ */ resultSchema(() => ({
  id: rowId,
  name: z.string(),
  phone: z.string(),
  visits: count,
  total_kurus: price,
  last_day: z.nullable(day),
  /** At most three cars, the last one first. */
  cars: z.array(z.strictObject({ id: rowId, plate: z.string(), name: z.string() })),
  car_count: count,
}))
export type CustomerListItem = z.output<typeof customerListItem>

export type CustomerPage = {
  items: CustomerListItem[]
  /** Customers in the whole list, as far as they were counted. */
  total: number
  /** The list has more customers than were counted (`exact` counts all). */
  more?: true
  /** Whether the search matched nothing and these match without Turkish marks. */
  similar?: true
}

/** A customer with the facts of their records. */
export const customerDetail = /* @__PURE__ */ resultSchema(() => ({
  ...visitFacts,
  id: rowId,
  name: z.string(),
  phone: z.string(),
  tax_no: z.string(),
  /** The customer's cars, the last one first. */
  cars: z.array(
    z.strictObject({
      id: rowId,
      plate: z.string(),
      vin: z.string(),
      make: z.string(),
      model: z.string(),
      model_year: z.nullable(z.int()),
      visits: count,
      last_day: day,
    }),
  ),
  /** The customers that were merged into this one. */
  merged: z.array(z.strictObject({ id: rowId, name: z.string(), phone: z.string() })),
}))
export type CustomerDetail = z.output<typeof customerDetail>

/** A lookup of customers by the beginning of one or more words of a name, or of a phone number in any spelling. */
export const customerLookupInput = z.object({ q: textField('Arama') }, messages.invalidInput)

/** A customer who has been in the shop. */
const customerMatch = /* @__PURE__ */ resultSchema(() => ({
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

export const customerMatches = /* @__PURE__ */ resultSchema(() => ({ customers: z.array(customerMatch) }))
export type CustomerMatches = z.output<typeof customerMatches>
