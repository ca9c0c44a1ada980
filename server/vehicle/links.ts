import type { Selectable } from 'kysely'

import { difference, saidIn, type Shop } from '#server/core/batches.ts'
import { hasOtherRecord, lockLinks, rootOf } from '#server/core/links.ts'
import type { VehicleTable } from '#server/db/schema.ts'
import type { Day } from '#shared/date.ts'
import { carName } from '#shared/kayit/rules.ts'
import { foldName, foldVehicles, sortKey } from '#shared/turkish.ts'
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
] as const

type Vehicle = Pick<Selectable<VehicleTable>, (typeof COLUMNS)[number]>

/** A visit: what its record says of the car, and its day; `taken` is the car that its form took over. */
export type Visit = { facts: VehicleFacts; day: Day; taken?: number | undefined }
type Said = { facts: Partial<VehicleFacts>; day: Day }

/** The car of a visit, found or stored; what the visit says of it replaces what an earlier one said. */
export async function vehicleOf(ctx: Shop, visit: Visit): Promise<number> {
  const known = await knownVehicle(ctx, visit)
  if (known !== undefined && changeBy(...known) === null) return rootOf(known[0])
  await lockLinks(ctx)
  const vehicle = await knownVehicle(ctx, visit)
  return vehicle === undefined ? addVehicle(ctx, visit) : describe(ctx, ...vehicle)
}

/**
 * The same for a changed record, whose car was `id`: a plate that no other car has is a correction where this is the
 * car's only record; otherwise it is another car.
 */
export async function vehicleOfChanged(
  ctx: Shop,
  id: number,
  visit: Visit & { kayitId: number; isSameCar: boolean },
): Promise<number> {
  await lockLinks(ctx)
  const vehicle = visit.isSameCar
    ? await vehicleAt(ctx, id)
    : ((await findVehicle(ctx, visit.facts)) ?? (await onlyVisited(ctx, id, visit.kayitId)))
  return vehicle === undefined ? addVehicle(ctx, visit) : describe(ctx, vehicle, visit)
}

/**
 * The car that the form took over, otherwise the one of its texts; with what the visit says of it. What the one taken
 * over was merged into is described only by what was typed since.
 */
async function knownVehicle(ctx: Shop, visit: Visit): Promise<[Vehicle, Said] | undefined> {
  const { taken: id = 0 } = visit
  const taken = id === 0 ? undefined : await vehicleAt(ctx, id)
  const vehicle = taken ?? (await findVehicle(ctx, visit.facts))
  if (taken === undefined || taken.merged_into === null) return vehicle && [vehicle, visit]
  const root = await vehicleAt(ctx, taken.merged_into)
  return root && [root, { ...visit, facts: difference(taken, visit.facts) ?? {} }]
}

/** The shop's car with this plate or chassis number. */
async function findVehicle(ctx: Shop, facts: VehicleFacts): Promise<Vehicle | undefined> {
  const keys = vehicleKeys(facts)
  const cars = await vehiclesOf(ctx)
    .where((eb) =>
      eb.or([
        ...(keys.plate_key === '' ? [] : [eb('plate_key', '=', keys.plate_key)]),
        ...(keys.vin_key === '' ? [] : [eb('vin_key', '=', keys.vin_key)]),
      ]),
    )
    .execute()
  return pickVehicle(cars, keys)
}

/** The vehicle, if no other record has it. */
const onlyVisited = async (ctx: Shop, id: number, kayitId: number): Promise<Vehicle | undefined> =>
  (await hasOtherRecord(ctx, 'vehicle', { id, kayitId })) ? undefined : vehicleAt(ctx, id)

const vehicleAt = (ctx: Shop, id: number): Promise<Vehicle | undefined> =>
  vehiclesOf(ctx).where('id', '=', id).executeTakeFirst()

/** Of the shop; they are not removed until the end of the transaction. */
const vehiclesOf = ({ db, actor }: Shop) =>
  db.selectFrom('vehicle').where('user_id', '=', actor.shop).select(COLUMNS).forKeyShare()

/** Stores a new car; the shop's links must be locked. */
export async function addVehicle({ db, actor }: Shop, { facts, day }: Visit): Promise<number> {
  const { id } = await db
    .insertInto('vehicle')
    .values({ user_id: actor.shop, ...facts, ...derivedOf(facts), seen_day: day })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function describe({ db, actor }: Shop, vehicle: Vehicle, visit: Said): Promise<number> {
  const change = changeBy(vehicle, visit)
  if (change !== null)
    await db
      .updateTable('vehicle')
      .set(change)
      .where('user_id', '=', actor.shop)
      .where('id', '=', vehicle.id)
      .execute()
  return rootOf(vehicle)
}

/** The texts by which a car is found, searched and sorted. */
export function derivedOf(facts: VehicleFacts) {
  const { plate, vin } = facts
  const name = carName({ arac_marka: facts.make, arac_model: facts.model })
  return {
    ...vehicleKeys(facts),
    ara_ad: foldName(name),
    ara_arac: foldVehicles(plate, vin),
    plate_sira: sortKey(plate),
    name_sira: sortKey(name),
  }
}

/**
 * What a visit changes in the car's description: the latest one wins, and what it leaves empty stays. One that was
 * merged into another stays as it was, so that it goes on being found.
 */
function changeBy(vehicle: Vehicle, { facts, day }: Said): Partial<Vehicle> | null {
  if (day < vehicle.seen_day || vehicle.merged_into !== null) return null
  const described = { ...vehicle, ...saidIn(facts) }
  const change = difference(vehicle, { ...described, ...derivedOf(described) })
  return change && { ...change, seen_day: day }
}
