import type { Selectable } from 'kysely'

import { isSame, rederiveRows, type ShopCtx } from '#server/platform/core/own-rows.ts'
import { Identification, LINKED_COLUMNS } from '#server/directory/identify.ts'
import { withVisitSums } from '#server/directory/visit-totals.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { carName } from '#shared/kayit/rules.ts'
import { foldPlain, foldVehicles, storedSortKey } from '#shared/turkish.ts'
import { pickVehicle, type VehicleFacts, vehicleKeys } from '#shared/vehicle/rules.ts'

export const COLUMNS = [
  ...LINKED_COLUMNS,
  'plate',
  'plate_key',
  'vin',
  'vin_key',
  'make',
  'model',
  'model_year',
  'engine_no',
  'search_vehicle',
  'search_name',
  'name_sort_key',
  'plate_sort_key',
] as const

export type Vehicle = Pick<Selectable<DB['vehicle']>, (typeof COLUMNS)[number]>

/** Decides the car of a record: by its plate and chassis number. */
export const vehicleIdentity = new Identification<VehicleFacts, Vehicle>({
  keysOf: vehicleKeys,
  derivedColumns,
  find: ({ rows }, { facts }) =>
    pickVehicle(
      rows.filter(({ erased_at }) => erased_at === null),
      vehicleKeys(facts),
    ),
  isNamed: (car, facts) => {
    const { plate_key, vin_key } = vehicleKeys(facts)
    if (plate_key === '' && vin_key === '') return car.plate_key === '' && car.vin_key === ''
    return (plate_key === '' || plate_key === car.plate_key) && (vin_key === '' || vin_key === car.vin_key)
  },
  isNamedAsErased: ({ plate_key, vin_key }, facts) =>
    isSame(vehicleKeys(facts), { plate_key, vin_key }) && facts.engine_no === '',
  isCalledSame: (one, other) => vehicleKeys(one).plate_key === vehicleKeys(other).plate_key,
  // A plate or a chassis number only where the car has none.
  correctionsOf: (car, { plate = '', vin = '', ...rest }) => ({
    ...rest,
    ...(car?.plate === '' && { plate }),
    ...(car?.vin === '' && { vin }),
  }),
})

export function derivedColumns(facts: VehicleFacts) {
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

/** Recomputes rows as `rederiveKayitlar` does, with the sums of the visits; returns the number of changed rows. */
export const rederiveVehicles = (shop: ShopCtx, stop?: AbortSignal): Promise<number> =>
  rederiveRows(shop, 'vehicle', { expected: withVisitSums('vehicle', derivedColumns), stop })
