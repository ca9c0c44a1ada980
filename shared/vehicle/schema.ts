import * as z from 'zod/mini'

import { textField } from '#shared/fields.ts'
import { visitedListInput, visitFacts } from '#shared/history/schema.ts'
import { messages } from '#shared/messages.ts'
import { count, day, price, resultSchema, rowId } from '#shared/values.ts'

/** A lookup of cars by the beginning of a plate or chassis number, in any spelling. */
export const vehicleLookupInput = z.object({ q: textField('Arama') }, messages.invalidInput)

/** Returns the fields of a car as its latest visit described it. */
export const vehicleFacts = () => ({
  id: rowId,
  plate: z.string(),
  vin: z.string(),
  make: z.string(),
  model: z.string(),
  model_year: z.nullable(z.int()),
  engine_no: z.string(),
})

/** A car that has been in the shop, with its last visit and that visit's customer. */
const vehicleMatch = /* @__PURE__ */ resultSchema(() => ({
  ...vehicleFacts(),
  customer: z.strictObject({ id: rowId, name: z.string(), phone: z.string(), tax_no: z.string() }),
  last: z.strictObject({ kayit_id: rowId, day, km: z.nullable(z.int()) }),
  /** The newest record with open work. */
  open_kayit_id: z.nullable(rowId),
  /** The amount that is owed for its records. */
  owed_kurus: price,
}))
export type VehicleMatch = z.output<typeof vehicleMatch>

export const vehicleMatches = /* @__PURE__ */ resultSchema(() => ({ vehicles: z.array(vehicleMatch) }))
export type VehicleMatches = z.output<typeof vehicleMatches>

export const VEHICLE_SORTS = ['last_day', 'plate', 'name', 'visits', 'total'] as const
export type VehicleSort = (typeof VEHICLE_SORTS)[number]

/** One page of the cars: those with at least one record. */
export const vehicleListInput = visitedListInput(VEHICLE_SORTS)
export type VehicleListInput = z.output<typeof vehicleListInput>

/** A row of the list: the car with its last visit. */
export const vehicleListItem = /* @__PURE__ */ resultSchema(() => ({
  id: rowId,
  plate: z.string(),
  vin: z.string(),
  make: z.string(),
  model: z.string(),
  model_year: z.nullable(z.int()),
  visits: count,
  total_kurus: price,
  last_day: z.nullable(day),
  customer_name: z.string(),
  customer_phone: z.string(),
  /** The newest record with open work. */
  open_kayit_id: z.nullable(rowId),
}))
export type VehicleListItem = z.output<typeof vehicleListItem>

export type VehiclePage = {
  items: VehicleListItem[]
  /** Cars in the whole list, as far as they were counted. */
  total: number
  /** The list has more cars than were counted (`exact` counts all). */
  more?: true
}

/** A car with the facts of its records. */
export const vehicleDetail = /* @__PURE__ */ resultSchema(() => ({
  ...visitFacts,
  ...vehicleFacts(),
  /** The last reading of the kilometres. */
  km: z.nullable(count),
  /** The estimated kilometres in a year; `null` if the known readings are less than half a year apart. */
  km_per_year: z.nullable(count),
  /** The customers who brought the car, the last one first. */
  customers: z.array(z.strictObject({ id: rowId, name: z.string(), phone: z.string(), last_day: day })),
  /** The car's former plates, the last one first. */
  earlier_plates: z.array(z.strictObject({ plate: z.string(), last_day: day })),
  /** The cars that were merged into it. */
  merged: z.array(z.strictObject({ id: rowId, plate: z.string(), vin: z.string() })),
}))
export type VehicleDetail = z.output<typeof vehicleDetail>
