import type { Insertable, Kysely, Selectable } from 'kysely'

import { difference, isSame, saidIn, type Shop } from '#server/platform/core/batches.ts'
import { inOrder } from '#server/platform/core/in-order.ts'
import { hasOtherRecord, lockLinks, rootOf } from '#server/directory/links.ts'
import { hasCarKey } from '#server/platform/db/expressions.ts'
import { kept } from '#server/platform/db/kept.ts'
import type { DB, VehicleTable } from '#server/platform/db/schema.ts'
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
  'ara_ad',
  'ara_arac',
  'plate_sira',
  'name_sira',
  'seen_day',
  'merged_into',
  'erased_at',
] as const

type Vehicle = Pick<Selectable<VehicleTable>, (typeof COLUMNS)[number]>

/** A visit: what its record says of the car, and its day; `taken` is the car that its form took over. */
export type Visit = { facts: VehicleFacts; day: Day; taken?: number | undefined }
type Said = { facts: Partial<VehicleFacts>; day: Day }

/** The car of a visit, found or stored; what the visit says of it replaces what an earlier one said. */
export async function vehicleOf(ctx: Shop, visit: Visit): Promise<number> {
  const known = await knownVehicle(ctx, visit)
  if (known !== undefined && isDescribed(...known)) return rootOf(known[0])
  const [, vehicle] = await inOrder(ctx, (one) => [lockLinks(one), knownVehicle(one, visit)])
  return vehicle === undefined ? addVehicle(ctx, visit) : describe(ctx, ...vehicle)
}

/**
 * The same for a changed record, whose car was `id`: a plate that no other car has is a correction where this is the
 * car's only record; otherwise it is another car. `before` is what the record said until now.
 */
export async function vehicleOfChanged(
  ctx: Shop,
  id: number,
  visit: Visit & { kayitId: number; isSameCar: boolean; before: VehicleFacts },
): Promise<number> {
  const [, own] = await inOrder(ctx, (one) => [lockLinks(one), vehicleAt(one, id)])
  if (own !== undefined && own.erased_at !== null)
    return namesNothing(visit.facts, own) ? id : vehicleOf(ctx, { facts: visit.facts, day: visit.day })
  // One that was linked by hand stays while its plate does, however it is named.
  const isNamed = own !== undefined && names(visit.before, own)
  const vehicle = visit.isSameCar
    ? own
    : ((await findVehicle(ctx, visit.facts)) ??
      (isNamed
        ? await onlyVisited(ctx, { own, kayitId: visit.kayitId })
        : isSamePlate(visit)
          ? own
          : undefined))
  if (vehicle === undefined) return addVehicle(ctx, visit)
  const isOwn = vehicle.id === id
  if (own === undefined || (!isOwn && vehicle.id === rootOf(vehicle)) || rootOf(vehicle) !== rootOf(own))
    return describe(ctx, vehicle, visit)
  // The record stays with what was merged, so that it can be separated again.
  if (isOwn && own.merged_into !== null) await write(ctx, own, visit)
  const root = own.merged_into === null ? own : await vehicleAt(ctx, own.merged_into)
  const facts = isOwn && isNamed && root === own ? visit.facts : correctionOf(root, visit)
  if (root !== undefined) await write(ctx, root, { ...visit, facts })
  return id
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

/** Only what was changed; a plate or a chassis number only where the car has none. */
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
async function knownVehicle(ctx: Shop, visit: Visit): Promise<[Vehicle, Said] | undefined> {
  const { taken: id = 0 } = visit
  const found = id === 0 ? undefined : await vehicleAt(ctx, id)
  // One that was erased is never found again: a form or a draft that is older would bring its numbers back.
  const taken = found?.erased_at === null ? found : undefined
  const vehicle = taken ?? (await findVehicle(ctx, visit.facts))
  if (taken === undefined || taken.merged_into === null) return vehicle && [vehicle, visit]
  const root = await vehicleAt(ctx, taken.merged_into)
  return root && [root, { ...visit, facts: difference(taken, visit.facts) ?? {} }]
}

/** The shop's car with this plate or chassis number, none of `not`. */
async function findVehicle(
  ctx: Shop,
  facts: VehicleFacts,
  not: readonly number[] = [],
): Promise<Vehicle | undefined> {
  const keys = vehicleKeys(facts)
  const [plate_key, vin_key] = [keys.plate_key || undefined, keys.vin_key || undefined]
  const cars = await keptVehicles(ctx.db, { shop: ctx.actor.shop, plate_key, vin_key })
  return pickVehicle(
    cars.filter(({ id }) => !not.includes(id)),
    keys,
  )
}

/** Nothing is to be written: one that was merged into another stays as it was, so that it goes on being found. */
const isDescribed = (vehicle: Vehicle, visit: Said): boolean =>
  vehicle.merged_into !== null || changeBy(vehicle, visit) === null

/** The vehicle, if no other record has it. */
const onlyVisited = async (
  ctx: Shop,
  { own, kayitId }: { own: Vehicle; kayitId: number },
): Promise<Vehicle | undefined> =>
  (await hasOtherRecord(ctx, 'vehicle', { id: own.id, kayitId })) ? undefined : own

async function vehicleAt({ db, actor }: Shop, id: number): Promise<Vehicle | undefined> {
  const [vehicle] = await keptVehicle(db, { shop: actor.shop, id })
  return vehicle
}

/** Of the shop; they are not removed until the end of the transaction. */
const vehiclesOf = (db: Kysely<DB>, shop: number) =>
  db.selectFrom('vehicle').where('user_id', '=', shop).select(COLUMNS).forKeyShare()

const keptVehicle = kept((db, { shop, id }: { shop: number; id: number }) =>
  vehiclesOf(db, shop).where('id', '=', id),
)

type Keys = { shop: number; plate_key: string | undefined; vin_key: string | undefined }

/** Those with one of the keys; with neither, none. */
const keptVehicles = kept((db, { shop, plate_key, vin_key }: Keys) =>
  vehiclesOf(db, shop).where('erased_at', 'is', null).where(hasCarKey({ plate_key, vin_key })),
)

/** Another car than `not` with the visit's plate or chassis number, or a new one; the shop's links must be locked. */
export async function otherVehicle(ctx: Shop, visit: Visit, not: readonly number[]): Promise<number> {
  const known = await findVehicle(ctx, visit.facts, not)
  return known === undefined ? addVehicle(ctx, visit) : describe(ctx, known, visit)
}

/** Stores a new car; the shop's links must be locked. */
async function addVehicle({ db, actor }: Shop, { facts, day }: Visit): Promise<number> {
  const row = { user_id: actor.shop, ...facts, ...derivedOf(facts), seen_day: day }
  const [added] = await keptInsert(db, [row])
  if (added === undefined) throw new Error('The vehicle was not stored.')
  return added.id
}

const keptInsert = kept((db, rows: Insertable<VehicleTable>[]) =>
  db.insertInto('vehicle').values(rows).returning('id'),
)

/** Writes what a visit says of the car, unless it was merged into another; returns the id of the one that counts. */
async function describe(ctx: Shop, vehicle: Vehicle, visit: Said): Promise<number> {
  if (vehicle.merged_into === null) await write(ctx, vehicle, visit)
  return rootOf(vehicle)
}

async function write({ db, actor }: Shop, vehicle: Vehicle, visit: Said): Promise<void> {
  const change = changeBy(vehicle, visit)
  if (change === null) return
  await keptUpdate(db, { shop: actor.shop, id: vehicle.id, change })
}

type Update = { shop: number; id: number; change: Partial<Vehicle> }

const keptUpdate = kept((db, { shop, id, change }: Update) =>
  db.updateTable('vehicle').set(change).where('user_id', '=', shop).where('id', '=', id),
)

/** The texts by which a car is found, searched and sorted. */
export function derivedOf(facts: VehicleFacts) {
  const { plate, vin } = facts
  const name = carName({ arac_marka: facts.make, arac_model: facts.model })
  return {
    ...vehicleKeys(facts),
    ara_ad: foldPlain(name),
    ara_arac: foldVehicles(plate, vin),
    plate_sira: storedSortKey(plate),
    name_sira: storedSortKey(name),
  }
}

/** What a visit changes in the car's description: the latest one wins, and what it leaves empty stays. */
function changeBy(vehicle: Vehicle, { facts, day }: Said): Partial<Vehicle> | null {
  if (day < vehicle.seen_day) return null
  const described = { ...vehicle, ...saidIn(facts) }
  const change = difference(vehicle, { ...described, ...derivedOf(described) })
  return change && { ...change, seen_day: day }
}
