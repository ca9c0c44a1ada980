import { customerIdentity, type Customer } from '#server/customer/identify.ts'
import type { FormerLink, IdentityState, LinkPlan } from '#server/directory/identify.ts'
import {
  hasOtherRecord,
  LINK_NAMES,
  type LinkName,
  lockLinksForSave,
  removeOrphan,
  type ReservedIds,
} from '#server/directory/links.ts'
import { isSame, type ShopCtx } from '#server/platform/core/own-rows.ts'
import { pipelineSteps } from '#server/platform/core/pipeline-steps.ts'
import { type Vehicle, vehicleIdentity } from '#server/vehicle/identify.ts'
import type { Day } from '#shared/date.ts'
import { recordDay } from '#shared/kayit/rules.ts'
import type { Stage } from '#shared/kayit/stage.ts'
import type { VehicleFacts } from '#shared/vehicle/rules.ts'

import { customerOf, type KayitFields } from './derived.ts'
import { identitiesOf, readCustomers, readVehicles, writeLink } from './link-rows.ts'
import type { StoredStage } from './queries.ts'

const vehicleOf = (record: KayitFields): VehicleFacts => ({
  plate: record.plaka.trim(),
  vin: record.sasi_no.trim(),
  make: record.arac_marka,
  model: record.arac_model,
  model_year: record.model_yili,
  engine_no: record.motor_no,
})

export type Links = { vehicle_id: number; customer_id: number }
type MaybeLinks = { [Name in keyof Links]: number | null }

/** The record that a save asks for: its fields, the car and customer chosen in the form, and a changed one's stored state. */
export type MergedRecord = {
  fields: KayitFields
  stage: Stage
  chosen?: { [Name in keyof Links]?: number | undefined }
  before?: (MaybeLinks & { id: number; fields: KayitFields } & StoredStage) | undefined
}

/** The data that decide the car and the customer of a record. */
export type LinkState = {
  vehicles: IdentityState<Vehicle>
  customers: IdentityState<Customer>
  /** Whether other records have the car and the customer of a changed one. */
  isShared: Record<LinkName, boolean>
  ids: ReservedIds
}

export type LinkPlans = { vehicle: LinkPlan<Vehicle>; customer: LinkPlan<Customer> }

/** Returns whether a stored quote or appointment becomes a visit. */
export const isBecomingVisit = ({ stage, before }: Pick<MergedRecord, 'stage' | 'before'>): boolean =>
  before !== undefined && before.stage !== 'visit' && stage === 'visit'

/** The day of the facts of a quote: it describes no known car or customer, because only visits do. */
const BEFORE_ALL: Day = '1900-01-01'

/** Returns whether the state must be read: with unchanged texts a record keeps its links, which may be set by hand. */
export const needsLinkState = ({ fields, stage, before }: MergedRecord): boolean =>
  before === undefined ||
  isBecomingVisit({ stage, before }) ||
  before.vehicle_id === null ||
  before.customer_id === null ||
  !isSame(vehicleOf(before.fields), vehicleOf(fields)) ||
  !isSame(customerOf(before.fields), customerOf(fields))

/**
 * Locks the shop's erasures, then its links, and reads the state in the same round trip; a linked record holds erasures
 * off by its own lock. With `locksIdentities` new records of other cars and customers may be stored meanwhile, and the
 * transaction must not lock the links exclusively afterwards.
 */
export async function readLinks(
  ctx: ShopCtx,
  { fields, chosen, before }: MergedRecord,
  { holdsLinks = false, locksIdentities = false } = {},
): Promise<LinkState> {
  const idsFor = (name: keyof Links) => [chosen?.[name], before?.[name]].flatMap((id) => id || [])
  const facts = {
    vehicle: { facts: vehicleOf(fields), ids: idsFor('vehicle_id') },
    customer: { facts: customerOf(fields), ids: idsFor('customer_id') },
  }
  const isLinked = before !== undefined && before.vehicle_id !== null && before.customer_id !== null
  const isShared = async (one: ShopCtx, name: LinkName) => {
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
export function planLinks(state: LinkState | null, record: MergedRecord): LinkPlans {
  const { fields, stage, chosen, before } = record
  const beforeOf = <Facts>(
    name: LinkName,
    factsIn: (fields: KayitFields) => Facts,
  ): FormerLink<Facts> | undefined =>
    before && {
      id: before[`${name}_id`],
      facts: factsIn(before.fields),
      isShared: state?.isShared[name] ?? false,
      describes: isBecomingVisit(record),
    }
  const day = stage === 'visit' ? recordDay(fields) : BEFORE_ALL
  const car = { facts: vehicleOf(fields), day, chosenId: chosen?.vehicle_id }
  const vehicle = vehicleIdentity.plan(state && state.vehicles, car, beforeOf('vehicle', vehicleOf))
  const person = { facts: customerOf(fields), day, vehicleId: vehicle.id, chosenId: chosen?.customer_id }
  const customer = customerIdentity.plan(state && state.customers, person, beforeOf('customer', customerOf))
  return { vehicle, customer }
}

/** Sends the rows of the car and the customer, before the record that names them. */
export async function writeLinks(ctx: ShopCtx, { vehicle, customer }: LinkPlans): Promise<void> {
  await Promise.all([writeLink(ctx, 'vehicle', vehicle), writeLink(ctx, 'customer', customer)])
}

/** Finds or stores the car and the customer of a record without links, within its transaction. */
export async function linkNew(ctx: ShopCtx, fields: KayitFields, stage: Stage): Promise<Links> {
  const record = { fields, stage }
  const plans = planLinks(await readLinks(ctx, record), record)
  await pipelineSteps(ctx, (one) => [writeLinks(one, plans)])
  return { vehicle_id: plans.vehicle.id, customer_id: plans.customer.id }
}

/** Returns the car or customer that a record names, else a new one, but none of `not`. Links must be locked. */
export async function findOtherLink(
  ctx: ShopCtx,
  name: LinkName,
  { fields, stage, not }: { fields: KayitFields; stage: Stage; not: readonly number[] },
): Promise<number> {
  const { vehicles, customers } = await readLinks(ctx, { fields, stage }, { holdsLinks: true })
  const day = stage === 'visit' ? recordDay(fields) : BEFORE_ALL
  const plan =
    name === 'vehicle'
      ? vehicleIdentity.planOther(vehicles, { facts: vehicleOf(fields), day }, not)
      : customerIdentity.planOther(customers, { facts: customerOf(fields), day }, not)
  await writeLink(ctx, name, plan)
  return plan.id
}

/** Removes the car and the customer that a change of a record has left without one. */
export async function removeUnlinked(ctx: ShopCtx, before: MaybeLinks, after: MaybeLinks): Promise<void> {
  for (const name of LINK_NAMES.toReversed()) {
    const id = before[`${name}_id`]
    if (id !== null && id !== after[`${name}_id`])
      await removeOrphan(ctx, name, { id, heir: after[`${name}_id`] })
  }
}
