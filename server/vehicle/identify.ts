import type { Insertable, Selectable } from 'kysely'

import { difference, isSame, saidIn } from '#server/platform/core/batches.ts'
import { type LinkedPlan, rootOf } from '#server/directory/links.ts'
import type { VehicleTable } from '#server/platform/db/schema.ts'
import type { Day } from '#shared/date.ts'
import { carName } from '#shared/kayit/rules.ts'
import { foldPlain, foldVehicles, storedSortKey } from '#shared/turkish.ts'
import { pickVehicle, type VehicleFacts, vehicleKeys } from '#shared/vehicle/rules.ts'

export const COLUMNS = [
  'id',
  'plate',
  'plate_key',
  'vin',
  'vin_key',
  'make',
  'model',
  'model_year',
  'engine_no',
  'search_name',
  'search_vehicle',
  'plate_sort_key',
  'name_sort_key',
  'seen_day',
  'merged_into',
  'erased_at',
] as const

export type Vehicle = Pick<Selectable<VehicleTable>, (typeof COLUMNS)[number]>

/** A visit: its day, the facts of the car in its record, and the car that its form took over. */
export type Visit = { facts: VehicleFacts; day: Day; taken?: number | undefined }
type Description = { facts: Partial<VehicleFacts>; day: Day }

/** All cars that a visit may be of, with what they were merged into, and the id that a new one gets. */
export type VehicleState = { cars: readonly Vehicle[]; nextId: number }

export type VehiclePlan = LinkedPlan<Omit<Insertable<VehicleTable>, 'shop_id'>, Partial<Vehicle>>

/** Decides the car of a new record; the facts of the visit replace those of earlier visits. */
export function planVehicle(state: VehicleState, visit: Visit): VehiclePlan {
  const known = knownVehicle(state, visit)
  return known === undefined ? added(state, visit) : described(...known)
}

/** A changed record, whose car was `id`. `before` has its stored facts; `isShared` if other records have the car. */
export type ChangedVisit = Visit & { id: number; isSameCar: boolean; isShared: boolean; before: VehicleFacts }

/**
 * Decides the car of a changed record: a plate that no other car has is a correction if this is the car's only record;
 * otherwise the record moves to another car.
 */
export function planChangedVehicle(state: VehicleState, visit: ChangedVisit): VehiclePlan {
  const { id, facts, day } = visit
  const own = vehicleAt(state, id)
  if (own !== undefined && own.erased_at !== null)
    return namesNothing(facts, own) ? { id, changes: [] } : planVehicle(state, { facts, day })
  // One that was linked by hand stays while its plate does, however it is named.
  const isNamed = own !== undefined && names(visit.before, own)
  const staying = isNamed ? !visit.isShared : isSamePlate(visit)
  const vehicle = visit.isSameCar ? own : (findVehicle(state, facts) ?? (staying ? own : undefined))
  if (vehicle === undefined) return added(state, visit)
  const isOwn = vehicle.id === id
  if (own === undefined || (!isOwn && vehicle.id === rootOf(vehicle)) || rootOf(vehicle) !== rootOf(own))
    return described(vehicle, visit)
  const root = own.merged_into === null ? own : vehicleAt(state, own.merged_into)
  const correction = isOwn && isNamed && root === own ? facts : correctionOf(root, visit)
  return {
    id,
    changes: [
      // The record stays with what was merged, so that it can be separated again.
      ...(isOwn && own.merged_into !== null ? changesBy(own, visit) : []),
      ...(root === undefined ? [] : changesBy(root, { facts: correction, day })),
    ],
  }
}

/** Decides the car of a record, none of `not`: another one with its plate or chassis number, or a new one. */
export function planOtherVehicle(state: VehicleState, visit: Visit, not: readonly number[]): VehiclePlan {
  const known = findVehicle(state, visit.facts, not)
  return known === undefined ? added(state, visit) : described(known, visit)
}

const isSamePlate = ({ before, facts }: { before: VehicleFacts; facts: VehicleFacts }): boolean =>
  vehicleKeys(before).plate_key === vehicleKeys(facts).plate_key

/** Whether a record names the car by its own plate and chassis number, and not by those of one merged into it. */
function names(facts: VehicleFacts, vehicle: Vehicle): boolean {
  const { plate_key, vin_key } = vehicleKeys(facts)
  if (plate_key === '' && vin_key === '') return vehicle.plate_key === '' && vehicle.vin_key === ''
  return (
    (plate_key === '' || plate_key === vehicle.plate_key) && (vin_key === '' || vin_key === vehicle.vin_key)
  )
}

/** Whether a record of an erased car still has none of a car's numbers. */
const namesNothing = (facts: VehicleFacts, erased: Vehicle): boolean =>
  isSame(vehicleKeys(facts), { plate_key: erased.plate_key, vin_key: erased.vin_key }) &&
  facts.engine_no === ''

/** Returns only the changed facts; a plate or a chassis number only if the car has none. */
function correctionOf(
  root: Vehicle | undefined,
  { before, facts }: { before: VehicleFacts; facts: VehicleFacts },
): Partial<VehicleFacts> {
  const { plate = '', vin = '', ...rest } = difference(before, facts) ?? {}
  return { ...rest, ...(root?.plate === '' && { plate }), ...(root?.vin === '' && { vin }) }
}

/**
 * The car that the form took over, otherwise the one of its texts; with what the visit says of it. What the one taken
 * over was merged into is described only by what was typed since.
 */
function knownVehicle(state: VehicleState, visit: Visit): [Vehicle, Description] | undefined {
  // One that was erased is never found again: a form or a draft that is older would bring its numbers back.
  const found = vehicleAt(state, visit.taken)
  const taken = found?.erased_at === null ? found : undefined
  const vehicle = taken ?? findVehicle(state, visit.facts)
  if (taken === undefined || taken.merged_into === null) return vehicle && [vehicle, visit]
  const root = vehicleAt(state, taken.merged_into)
  return root && [root, { ...visit, facts: difference(taken, visit.facts) ?? {} }]
}

const vehicleAt = ({ cars }: VehicleState, id: number | undefined) => cars.find((car) => car.id === id)

/** The shop's car with this plate or chassis number, none of `not`. */
const findVehicle = ({ cars }: VehicleState, facts: VehicleFacts, not: readonly number[] = []) =>
  pickVehicle(
    cars.filter(({ id, erased_at }) => erased_at === null && !not.includes(id)),
    vehicleKeys(facts),
  )

const added = ({ nextId: id }: VehicleState, { facts, day }: Visit): VehiclePlan => ({
  id,
  row: { id, ...facts, ...derivedOf(facts), seen_day: day },
  changes: [],
})

/** Leaves a merged car as it was, so that its plate still finds it; the visit counts for the other car. */
const described = (vehicle: Vehicle, visit: Description): VehiclePlan => ({
  id: rootOf(vehicle),
  changes: vehicle.merged_into === null ? changesBy(vehicle, visit) : [],
})

/** Returns what a visit changes in the car's description: the latest visit wins, its empty facts change nothing. */
function changesBy(vehicle: Vehicle, { facts, day }: Description): VehiclePlan['changes'] {
  if (day < vehicle.seen_day) return []
  const described = { ...vehicle, ...saidIn(facts) }
  const change = difference(vehicle, { ...described, ...derivedOf(described) })
  return change === null ? [] : [{ id: vehicle.id, change: { ...change, seen_day: day } }]
}

/** The texts by which a car is found, searched and sorted. */
export function derivedOf(facts: VehicleFacts) {
  const { plate, vin } = facts
  const name = carName({ arac_marka: facts.make, arac_model: facts.model })
  return {
    ...vehicleKeys(facts),
    search_name: foldPlain(name),
    search_vehicle: foldVehicles(plate, vin),
    plate_sort_key: storedSortKey(plate),
    name_sort_key: storedSortKey(name),
  }
}
