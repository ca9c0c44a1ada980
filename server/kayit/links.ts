import { isSame, type Shop } from '#server/platform/core/batches.ts'
import { inOrder } from '#server/platform/core/in-order.ts'
import { holdErasures, removeUnused } from '#server/directory/links.ts'
import { customerOf, customerOfChanged, otherCustomer } from '#server/customer/links.ts'
import { otherVehicle, vehicleOf, vehicleOfChanged } from '#server/vehicle/links.ts'
import { type CustomerFacts, customerKeys } from '#shared/customer/rules.ts'
import { recordDay } from '#shared/kayit/rules.ts'
import { type VehicleFacts, vehicleKeys } from '#shared/vehicle/rules.ts'

import type { KayitFields } from './derived.ts'

const carIn = ({
  plaka,
  sasi_no,
  arac_marka,
  arac_model,
  model_yili,
  motor_no,
}: KayitFields): VehicleFacts => ({
  plate: plaka.trim(),
  vin: sasi_no.trim(),
  make: arac_marka,
  model: arac_model,
  model_year: model_yili,
  engine_no: motor_no,
})

const customerIn = ({ musteri_adi_soyadi, musteri_tel, tc_vergino }: KayitFields): CustomerFacts => ({
  name: musteri_adi_soyadi,
  phone: musteri_tel,
  tax_no: tc_vergino,
})

/** The car and the customer of a record. */
export type Links = { vehicle_id: number; customer_id: number }
/** The car and the customer that a form took over. */
type Taken = { [Name in keyof Links]?: number | undefined }
type MaybeLinks = { [Name in keyof Links]: number | null }

/** A record before its change. */
type Before = MaybeLinks & { id: number; fields: KayitFields }

/** Finds or stores the car and the customer of a new record, within its transaction; what its form took over wins. */
export async function linkNew(ctx: Shop, fields: KayitFields, taken: Taken = {}): Promise<Links> {
  const day = recordDay(fields)
  const car = { facts: carIn(fields), day, taken: taken.vehicle_id }
  const [, vehicle_id] = await inOrder(ctx, (one) => [holdErasures(one), vehicleOf(one, car)])
  const visit = { facts: customerIn(fields), day, vehicleId: vehicle_id, taken: taken.customer_id }
  return { vehicle_id, customer_id: await customerOf(ctx, visit) }
}

/**
 * The car of a record that is none of `not`: another one with its plate or chassis number, otherwise one that is made
 * from the record. The shop's links must be locked.
 */
export const otherCarOf = (ctx: Shop, fields: KayitFields, not: readonly number[]): Promise<number> =>
  otherVehicle(ctx, { facts: carIn(fields), day: recordDay(fields) }, not)

/** The same for a customer. */
export const otherCustomerOf = (ctx: Shop, fields: KayitFields, not: readonly number[]): Promise<number> =>
  otherCustomer(ctx, { facts: customerIn(fields), day: recordDay(fields) }, not)

/**
 * Finds or stores those of a changed record. A car or a customer whose texts did not change stays linked, and nothing
 * is asked: it may have been linked by hand. So does one that was taken over, as in the repeated save of a new record.
 */
export async function linkChanged(
  ctx: Shop,
  before: Before,
  { fields, taken }: { fields: KayitFields; taken: Taken },
): Promise<Links> {
  // An older version stored it without links, and nothing is known of it.
  if (before.vehicle_id === null || before.customer_id === null) await holdErasures(ctx)
  const vehicle_id = await changedVehicle(ctx, before, { fields, taken })
  const customer_id = await changedCustomer(ctx, { ...before, vehicle_id }, { fields, taken })
  return { vehicle_id, customer_id }
}

async function changedVehicle(
  ctx: Shop,
  before: Before,
  { fields, taken }: { fields: KayitFields; taken: Taken },
): Promise<number> {
  const visit = { facts: carIn(fields), day: recordDay(fields) }
  if (before.vehicle_id === null) return vehicleOf(ctx, visit)
  if (isSame(carIn(before.fields), visit.facts)) return before.vehicle_id
  const isSameCar =
    taken.vehicle_id === before.vehicle_id ||
    isSame(vehicleKeys(carIn(before.fields)), vehicleKeys(visit.facts))
  const change = { kayitId: before.id, isSameCar, before: carIn(before.fields) }
  return vehicleOfChanged(ctx, before.vehicle_id, { ...visit, ...change })
}

async function changedCustomer(
  ctx: Shop,
  before: Before & { vehicle_id: number },
  { fields, taken }: { fields: KayitFields; taken: Taken },
): Promise<number> {
  const visit = { facts: customerIn(fields), day: recordDay(fields), vehicleId: before.vehicle_id }
  if (before.customer_id === null) return customerOf(ctx, visit)
  if (isSame(customerIn(before.fields), visit.facts)) return before.customer_id
  const isSameCustomer =
    taken.customer_id === before.customer_id ||
    isSame(customerKeys(customerIn(before.fields)), customerKeys(visit.facts))
  const change = { kayitId: before.id, isSameCustomer, before: customerIn(before.fields) }
  return customerOfChanged(ctx, before.customer_id, { ...visit, ...change })
}

/** Removes the car and the customer that a stored change has left without a record. */
export async function removeUnlinked(ctx: Shop, before: MaybeLinks, after: Links): Promise<void> {
  const { vehicle_id, customer_id } = before
  if (customer_id !== null && customer_id !== after.customer_id)
    await removeUnused(ctx, 'customer', customer_id)
  if (vehicle_id !== null && vehicle_id !== after.vehicle_id) await removeUnused(ctx, 'vehicle', vehicle_id)
}
