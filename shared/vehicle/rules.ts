import type { Day } from '#shared/date.ts'
import { isModernVin, plateKey, vinKey } from '#shared/vehicle.ts'

/** The car as a record describes it. */
export type VehicleFacts = {
  plate: string
  vin: string
  make: string
  model: string
  model_year: number | null
  engine_no: string
}

type VehicleKeys = { plate_key: string; vin_key: string }

/** Returns whether `text` is the car's whole plate or chassis number. */
export function namesCar(text: string, car: Pick<VehicleFacts, 'plate' | 'vin'>): boolean {
  const [plate, vin] = [plateKey(text), vinKey(text)]
  const keys = vehicleKeys(car)
  return (plate !== '' && plate === keys.plate_key) || (vin !== '' && vin === keys.vin_key)
}

type Found = VehicleKeys & { id: number; seen_day: Day }

/** Returns the keys by which a car is found, of its plate and its chassis number; '' without one. */
export const vehicleKeys = ({ plate, vin }: Pick<VehicleFacts, 'plate' | 'vin'>): VehicleKeys => ({
  plate_key: plateKey(plate),
  vin_key: vinKey(vin),
})

/**
 * Returns the car of a record among those with its plate or its chassis number: by the whole chassis number, else by
 * the plate if the chassis numbers do not contradict. A plate on a car with another chassis number is another car.
 */
export function pickVehicle<V extends Found>(cars: readonly V[], keys: VehicleKeys): V | undefined {
  const { plate_key, vin_key } = keys
  const byVin = cars.filter((car) => vin_key !== '' && car.vin_key === vin_key)
  const byPlate = cars.filter(
    (car) => plate_key !== '' && car.plate_key === plate_key && isSameVin(car.vin_key, vin_key),
  )
  if (isModernVin(vin_key)) return latest(byVin) ?? latest(byPlate)
  // An old, shorter number proves nothing if the plates differ.
  return latest(byPlate) ?? latest(byVin.filter((car) => car.plate_key === '' || plate_key === ''))
}

/** Returns whether two chassis numbers agree: one may be missing, or only its end may be known. */
const isSameVin = (a: string, b: string) => a.endsWith(b) || b.endsWith(a)

function latest<V extends Found>(cars: readonly V[]): V | undefined {
  return cars.toSorted((a, b) =>
    a.seen_day < b.seen_day ? 1 : a.seen_day > b.seen_day ? -1 : b.id - a.id,
  )[0]
}
