import * as z from 'zod/mini'

import { textField } from '#shared/fields.ts'
import { messages } from '#shared/messages.ts'
import { day, returned, rowId } from '#shared/values.ts'

/** The beginning of a plate or of a chassis number, however it is written. */
export const vehicleLookupInput = z.object({ q: textField('Arama') }, messages.invalidInput)

/** A car as its latest visit described it. */
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
export const vehicleMatch = /* @__PURE__ */ returned(() => ({
  ...vehicleFacts(),
  customer: z.strictObject({ id: rowId, name: z.string(), phone: z.string(), tax_no: z.string() }),
  last: z.strictObject({ kayit_id: rowId, day, km: z.nullable(z.int()) }),
  /** The newest record of open work. */
  open_kayit_id: z.nullable(rowId),
}))
export type VehicleMatch = z.output<typeof vehicleMatch>

export const vehicleMatches = /* @__PURE__ */ returned(() => ({ vehicles: z.array(vehicleMatch) }))
export type VehicleMatches = z.output<typeof vehicleMatches>
