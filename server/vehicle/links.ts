import type { ExpressionBuilder, Insertable, Kysely } from 'kysely'

import type { Shop } from '#server/platform/core/batches.ts'
import { hasCarKey, isAmong } from '#server/platform/db/expressions.ts'
import { compiled } from '#server/platform/db/compiled.ts'
import type { DB, VehicleTable } from '#server/platform/db/schema.ts'
import { type VehicleFacts, vehicleKeys } from '#shared/vehicle/rules.ts'

import { COLUMNS, type Vehicle, type VehiclePlan } from './identify.ts'

/** The cars to read: those of a record's plate or chassis number, and those of the ids. */
export type VehicleKeys = {
  shop: number
  plate_key: string | undefined
  vin_key: string | undefined
  ids: number[] | undefined
}

export function vehicleKeysOf({ actor }: Shop, facts: VehicleFacts, ids: readonly number[]): VehicleKeys {
  const { plate_key, vin_key } = vehicleKeys(facts)
  return {
    shop: actor.shop,
    plate_key: plate_key || undefined,
    vin_key: vin_key || undefined,
    ids: ids.length === 0 ? undefined : [...ids],
  }
}

/** These cars and those they were merged into; they are not removed until the end of the transaction. */
export const readVehicles = ({ db }: Shop, keys: VehicleKeys): Promise<Vehicle[]> => vehiclesQuery(db, keys)

const vehiclesQuery = compiled((db, keys: VehicleKeys) =>
  db
    .selectFrom('vehicle')
    .where('shop_id', '=', keys.shop)
    .where(isAmong('id', vehicleIds(db, keys)))
    .select(COLUMNS)
    .forKeyShare(),
)

/** The ids of these cars and of those they were merged into. */
export const vehicleIds = (db: Kysely<DB>, keys: VehicleKeys) =>
  db
    .selectFrom('vehicle')
    .where('shop_id', '=', keys.shop)
    .where(isOf(keys))
    .select('id')
    .union(
      db
        .selectFrom('vehicle')
        .where('shop_id', '=', keys.shop)
        .where(isOf(keys))
        .where('merged_into', 'is not', null)
        .select('merged_into as id')
        .$narrowType<{ id: number }>(),
    )

const isOf = (keys: VehicleKeys) => (eb: ExpressionBuilder<DB, 'vehicle'>) =>
  eb.or([
    hasCarKey(keys)(eb),
    ...(keys.ids === undefined ? [] : [eb('id', '=', eb.fn.any(eb.val(keys.ids)))]),
  ])

/** Sends what a plan stores of a car, all at once; the shop's links must be locked. */
export async function writeVehicle({ db, actor }: Shop, { row, changes }: VehiclePlan): Promise<void> {
  const shop = actor.shop
  await Promise.all([
    row && insertVehicle(db, [{ shop_id: shop, ...row }]),
    ...changes.map((one) => updateVehicle(db, { shop, ...one })),
  ])
}

const insertVehicle = compiled((db, rows: Insertable<VehicleTable>[]) =>
  db.insertInto('vehicle').values(rows),
)

type Update = { shop: number; id: number; change: Partial<Vehicle> }

const updateVehicle = compiled((db, { shop, id, change }: Update) =>
  db.updateTable('vehicle').set(change).where('shop_id', '=', shop).where('id', '=', id),
)
