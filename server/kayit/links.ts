import { customerIdentity, type Customer } from '#server/customer/identify.ts'
import type { Before, IdentityState, LinkPlan } from '#server/directory/identify.ts'
import {
  hasOtherRecord,
  LINKED,
  type Linked,
  lockLinksForSave,
  removeUnused,
  type ReservedIds,
} from '#server/directory/links.ts'
import { isSame, type Shop } from '#server/platform/core/own-rows.ts'
import { pipelineSteps } from '#server/platform/core/pipeline-steps.ts'
import { type Vehicle, vehicleIdentity } from '#server/vehicle/identify.ts'
import { recordDay } from '#shared/kayit/rules.ts'
import type { VehicleFacts } from '#shared/vehicle/rules.ts'

import { customerIn, type KayitFields } from './derived.ts'
import { identitiesOf, readCustomers, readVehicles, writeLink } from './link-rows.ts'

const carIn = (record: KayitFields): VehicleFacts => ({
  plate: record.plaka.trim(),
  vin: record.sasi_no.trim(),
  make: record.arac_marka,
  model: record.arac_model,
  model_year: record.model_yili,
  engine_no: record.motor_no,
})

export type Links = { vehicle_id: number; customer_id: number }
type MaybeLinks = { [Name in keyof Links]: number | null }

/** A record to link: its fields, the car and customer chosen in the form, and the stored state of a changed one. */
export type LinkInput = {
  fields: KayitFields
  taken?: { [Name in keyof Links]?: number | undefined }
  before?: (MaybeLinks & { id: number; fields: KayitFields }) | undefined
}

/** The data that decide the car and the customer of a record. */
export type LinkState = {
  vehicles: IdentityState<Vehicle>
  customers: IdentityState<Customer>
  /** Whether other records have the car and the customer of a changed one. */
  isShared: Record<Linked, boolean>
  ids: ReservedIds
}

export type LinkPlans = { vehicle: LinkPlan<Vehicle>; customer: LinkPlan<Customer> }

/** Returns whether the state must be read: with unchanged texts a record keeps its links, which may be set by hand. */
export const needsLinkState = ({ fields, before }: LinkInput): boolean =>
  before === undefined ||
  before.vehicle_id === null ||
  before.customer_id === null ||
  !isSame(carIn(before.fields), carIn(fields)) ||
  !isSame(customerIn(before.fields), customerIn(fields))

/**
 * Locks the shop's erasures, then its links, and reads the state in the same round trip; a linked record holds erasures
 * off by its own lock. With `locksIdentities` new records of other cars and customers may be stored meanwhile, and the
 * transaction must not lock the links exclusively afterwards.
 */
export async function readLinks(
  ctx: Shop,
  { fields, taken, before }: LinkInput,
  { holdsLinks = false, locksIdentities = false } = {},
): Promise<LinkState> {
  const given = (name: keyof Links) => [taken?.[name], before?.[name]].flatMap((id) => id || [])
  const facts = {
    vehicle: { facts: carIn(fields), ids: given('vehicle_id') },
    customer: { facts: customerIn(fields), ids: given('customer_id') },
  }
  const isLinked = before !== undefined && before.vehicle_id !== null && before.customer_id !== null
  const isShared = async (one: Shop, name: Linked) => {
    const id = before?.[`${name}_id`] ?? null
    return before !== undefined && id !== null && hasOtherRecord(one, name, { id, kayitId: before.id })
  }
  const [ids, cars, customers, vehicle, customer] = await pipelineSteps(ctx, (one) => [
    lockLinksForSave(one, {
      identities: locksIdentities ? identitiesOf(facts) : null,
      holdsErasures: locksIdentities || (!isLinked && !holdsLinks),
    }),
    readVehicles(one, facts),
    readCustomers(one, facts),
    isShared(one, 'vehicle'),
    isShared(one, 'customer'),
  ])
  const lastOfCars = new Map(
    customers.flatMap(({ vehicle_id, ...row }) => (vehicle_id === null ? [] : [[vehicle_id, row]])),
  )
  return {
    vehicles: { rows: cars, nextId: ids.vehicle_id },
    customers: { rows: customers, lastOfCars, nextId: ids.customer_id },
    isShared: { vehicle, customer },
    ids,
  }
}

/** Decides the car and the customer of a record. `state` is `null` if `needsLinkState` returns false. */
export function planLinks(state: LinkState | null, { fields, taken, before }: LinkInput): LinkPlans {
  const beforeOf = <Facts>(
    name: Linked,
    factsIn: (fields: KayitFields) => Facts,
  ): Before<Facts> | undefined =>
    before && {
      id: before[`${name}_id`],
      facts: factsIn(before.fields),
      isShared: state?.isShared[name] ?? false,
    }
  const day = recordDay(fields)
  const car = { facts: carIn(fields), day, taken: taken?.vehicle_id }
  const vehicle = vehicleIdentity.plan(state && state.vehicles, car, beforeOf('vehicle', carIn))
  const person = { facts: customerIn(fields), day, vehicleId: vehicle.id, taken: taken?.customer_id }
  const customer = customerIdentity.plan(state && state.customers, person, beforeOf('customer', customerIn))
  return { vehicle, customer }
}

/** Sends the rows of the car and the customer, before the record that names them. */
export async function writeLinks(ctx: Shop, { vehicle, customer }: LinkPlans): Promise<void> {
  await Promise.all([writeLink(ctx, 'vehicle', vehicle), writeLink(ctx, 'customer', customer)])
}

/** Finds or stores the car and the customer of a record without links, within its transaction. */
export async function linkNew(ctx: Shop, fields: KayitFields): Promise<Links> {
  const plans = planLinks(await readLinks(ctx, { fields }), { fields })
  await pipelineSteps(ctx, (one) => [writeLinks(one, plans)])
  return { vehicle_id: plans.vehicle.id, customer_id: plans.customer.id }
}

/**
 * Returns a car or customer of a record that is none of `not`: another one that the record names, otherwise a new one.
 * The shop's links must be locked.
 */
export async function otherOf(
  ctx: Shop,
  name: Linked,
  { fields, not }: { fields: KayitFields; not: readonly number[] },
): Promise<number> {
  const { vehicles, customers } = await readLinks(ctx, { fields }, { holdsLinks: true })
  const day = recordDay(fields)
  const plan =
    name === 'vehicle'
      ? vehicleIdentity.planOther(vehicles, { facts: carIn(fields), day }, not)
      : customerIdentity.planOther(customers, { facts: customerIn(fields), day }, not)
  await writeLink(ctx, name, plan)
  return plan.id
}

/** Removes the car and the customer that a change of a record has left without one. */
export async function removeUnlinked(ctx: Shop, before: MaybeLinks, after: MaybeLinks): Promise<void> {
  for (const name of LINKED.toReversed()) {
    const id = before[`${name}_id`]
    if (id !== null && id !== after[`${name}_id`]) await removeUnused(ctx, name, id)
  }
}
