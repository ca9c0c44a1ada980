import { pipelineWrites } from '#server/platform/core/pipeline-writes.ts'
import {
  hasOtherRecord,
  holdErasures,
  lockLinksForSave,
  removeUnused,
  type ReservedIds,
} from '#server/directory/links.ts'
import { isSame, type Shop } from '#server/platform/core/batches.ts'
import { isAmong } from '#server/platform/db/expressions.ts'
import { compiled } from '#server/platform/db/compiled.ts'
import {
  COLUMNS as CUSTOMER_COLUMNS,
  type CustomerPlan,
  type CustomerState,
  planChangedCustomer,
  planCustomer,
  planOtherCustomer,
} from '#server/customer/identify.ts'
import { readCustomers, writeCustomer } from '#server/customer/links.ts'
import {
  planChangedVehicle,
  planOtherVehicle,
  planVehicle,
  type VehiclePlan,
  type VehicleState,
} from '#server/vehicle/identify.ts'
import {
  readVehicles,
  vehicleIds,
  type VehicleKeys,
  vehicleKeysOf,
  writeVehicle,
} from '#server/vehicle/links.ts'
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
type MaybeLinks = { [Name in keyof Links]: number | null }

/** A record to link: its fields, what its form took over, and, of a changed one, what was stored. */
export type LinkInput = {
  fields: KayitFields
  taken?: { [Name in keyof Links]?: number | undefined }
  before?: (MaybeLinks & { id: number; fields: KayitFields }) | undefined
}

/** What the car and the customer of a record are decided from. */
export type LinkState = {
  vehicles: VehicleState
  customers: CustomerState
  /** Whether other records have the car and the customer of a changed one. */
  isShared: { vehicle: boolean; customer: boolean }
  ids: ReservedIds
}

export type LinkPlans = { vehicle: VehiclePlan; customer: CustomerPlan }

/** Whether the state has to be read: a record whose texts of both stay keeps its links, which may be set by hand. */
export const needsLinkState = ({ fields, before }: LinkInput): boolean =>
  before === undefined ||
  before.vehicle_id === null ||
  before.customer_id === null ||
  !isSame(carIn(before.fields), carIn(fields)) ||
  !isSame(customerIn(before.fields), customerIn(fields))

/**
 * Locks the shop's erasures and links and reads, in the same round trip, what the links are decided from. Erasures come
 * before links; a record that is linked holds them off by its own lock.
 */
export async function readLinks(
  ctx: Shop,
  { fields, taken, before }: LinkInput,
  { holdsLinks = false } = {},
): Promise<LinkState> {
  const given = (name: keyof Links) => [taken?.[name], before?.[name]].flatMap((id) => id || [])
  const keys = vehicleKeysOf(ctx, carIn(fields), given('vehicle_id'))
  const isLinked = before !== undefined && before.vehicle_id !== null && before.customer_id !== null
  const isShared = async (one: Shop, name: 'vehicle' | 'customer') => {
    const id = before?.[`${name}_id`] ?? null
    return before !== undefined && id !== null && hasOtherRecord(one, name, { id, kayitId: before.id })
  }
  const [, ids, cars, customers, last, vehicle, customer] = await pipelineWrites(ctx, (one) => [
    isLinked || holdsLinks ? Promise.resolve() : holdErasures(one),
    lockLinksForSave(one),
    readVehicles(one, keys),
    readCustomers(one, customerIn(fields), given('customer_id')),
    lastCustomers(one.db, keys),
    isShared(one, 'vehicle'),
    isShared(one, 'customer'),
  ])
  const lastOfCars = new Map(last.map((row) => [row.vehicle_id, row]))
  return {
    vehicles: { cars, nextId: ids.vehicle_id },
    customers: { customers, lastOfCars, nextId: ids.customer_id },
    isShared: { vehicle, customer },
    ids,
  }
}

const customerColumns = CUSTOMER_COLUMNS.map((name) => `customer.${name}` as const)

/** The last customer of each of these cars, and of those they were merged into. */
const lastCustomers = compiled((db, keys: VehicleKeys) =>
  db
    .with(
      (cte) => cte('last').materialized(),
      (one) =>
        one
          .selectFrom('kayit')
          .where('shop_id', '=', keys.shop)
          .where(isAmong('vehicle_id', vehicleIds(db, keys)))
          .where('customer_id', 'is not', null)
          .where('deleted_at', 'is', null)
          .distinctOn('vehicle_id')
          .orderBy('vehicle_id')
          .orderBy('gun', 'desc')
          .orderBy('id', 'desc')
          .select(['vehicle_id', 'customer_id'])
          .$narrowType<{ vehicle_id: number }>(),
    )
    .selectFrom('customer')
    .innerJoin('last', 'last.customer_id', 'customer.id')
    .where('customer.shop_id', '=', keys.shop)
    .select(customerColumns)
    .select('last.vehicle_id')
    .forKeyShare('customer'),
)

/** Decides the car and the customer of a record. `state` is `null` where `needsLinkState` says so. */
export function planLinks(state: LinkState | null, input: LinkInput): LinkPlans {
  const vehicle = vehiclePlan(state, input)
  return { vehicle, customer: customerPlan(state, { ...input, vehicleId: vehicle.id }) }
}

function vehiclePlan(state: LinkState | null, { fields, taken, before }: LinkInput): VehiclePlan {
  const visit = { facts: carIn(fields), day: recordDay(fields) }
  const id = before?.vehicle_id ?? null
  const stored = before && carIn(before.fields)
  if (id !== null && stored !== undefined && isSame(stored, visit.facts)) return { id, changes: [] }
  const { vehicles, isShared } = required(state)
  if (before === undefined) return planVehicle(vehicles, { ...visit, taken: taken?.vehicle_id })
  // An older version stored it without links, and nothing is known of it.
  if (id === null || stored === undefined) return planVehicle(vehicles, visit)
  const isSameCar = taken?.vehicle_id === id || isSame(vehicleKeys(stored), vehicleKeys(visit.facts))
  return planChangedVehicle(vehicles, { ...visit, id, isSameCar, isShared: isShared.vehicle, before: stored })
}

function customerPlan(
  state: LinkState | null,
  { fields, taken, before, vehicleId }: LinkInput & { vehicleId: number },
): CustomerPlan {
  const visit = { facts: customerIn(fields), day: recordDay(fields), vehicleId }
  const id = before?.customer_id ?? null
  const stored = before && customerIn(before.fields)
  if (id !== null && stored !== undefined && isSame(stored, visit.facts)) return { id, changes: [] }
  const { customers, isShared } = required(state)
  if (before === undefined) return planCustomer(customers, { ...visit, taken: taken?.customer_id })
  if (id === null || stored === undefined) return planCustomer(customers, visit)
  const isSameCustomer = taken?.customer_id === id || isSame(customerKeys(stored), customerKeys(visit.facts))
  const change = { id, isSameCustomer, isShared: isShared.customer, before: stored }
  return planChangedCustomer(customers, { ...visit, ...change })
}

function required(state: LinkState | null): LinkState {
  if (state === null) throw new Error('The links of a record are decided without their state.')
  return state
}

/** Sends the rows of the car and the customer, before the record that names them. */
export async function writeLinks(ctx: Shop, { vehicle, customer }: LinkPlans): Promise<void> {
  await Promise.all([writeVehicle(ctx, vehicle), writeCustomer(ctx, customer)])
}

/** Finds or stores the car and the customer of a record without links, within its transaction. */
export async function linkNew(ctx: Shop, fields: KayitFields): Promise<Links> {
  const plans = planLinks(await readLinks(ctx, { fields }), { fields })
  await pipelineWrites(ctx, (one) => [writeLinks(one, plans)])
  return { vehicle_id: plans.vehicle.id, customer_id: plans.customer.id }
}

/**
 * The car of a record that is none of `not`: another one with its plate or chassis number, otherwise one that is made
 * from the record. The shop's links must be locked.
 */
export async function otherCarOf(ctx: Shop, fields: KayitFields, not: readonly number[]): Promise<number> {
  const { vehicles } = await readLinks(ctx, { fields }, { holdsLinks: true })
  const plan = planOtherVehicle(vehicles, { facts: carIn(fields), day: recordDay(fields) }, not)
  await writeVehicle(ctx, plan)
  return plan.id
}

/** The same for a customer. */
export async function otherCustomerOf(
  ctx: Shop,
  fields: KayitFields,
  not: readonly number[],
): Promise<number> {
  const { customers } = await readLinks(ctx, { fields }, { holdsLinks: true })
  const plan = planOtherCustomer(customers, { facts: customerIn(fields), day: recordDay(fields) }, not)
  await writeCustomer(ctx, plan)
  return plan.id
}

/** Removes the car and the customer that a stored change has left without a record. */
export async function removeUnlinked(ctx: Shop, before: MaybeLinks, after: MaybeLinks): Promise<void> {
  const { vehicle_id, customer_id } = before
  if (customer_id !== null && customer_id !== after.customer_id)
    await removeUnused(ctx, 'customer', customer_id)
  if (vehicle_id !== null && vehicle_id !== after.vehicle_id) await removeUnused(ctx, 'vehicle', vehicle_id)
}
