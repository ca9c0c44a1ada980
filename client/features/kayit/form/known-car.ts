import { carText, formatCount } from '#client/lib/format.ts'
import { joinIsolated } from '#shared/bidi.ts'
import { formatDay } from '#shared/date.ts'
import { formatTL } from '#shared/money.ts'
import { kmDigits } from '#shared/money-parse.ts'
import { plateKey, vinKey } from '#shared/vehicle.ts'
import { namesCar } from '#shared/vehicle/rules.ts'
import type { VehicleMatch } from '#shared/vehicle/schema.ts'

import type { InfoValues } from './values.ts'

/** Length below which a plate or chassis number cannot be complete and is not looked up. */
const LEAST = 5

/** Returns the plate, else the chassis number, as the lookup expects it; '' while it is too short. */
export function lookupKeyOf({ plaka, sasi_no }: Pick<InfoValues, 'plaka' | 'sasi_no'>): string {
  const key = plateKey(plaka) || vinKey(sasi_no)
  return key.length < LEAST ? '' : key
}

/** Returns the first car with exactly this plate or chassis number; the server lists the latest visit first. */
export const exactMatch = (vehicles: readonly VehicleMatch[], lookupKey: string): VehicleMatch | undefined =>
  vehicles.find((car) => namesCar(lookupKey, car))

/** Returns a car in one line: 'Ayşe Işık · VW Golf · son geliş 05.03.2026, 80.000 km · kalan ₺1.850,00'. */
export function describeMatch({ customer, make, model, last, owed_kurus = 0 }: VehicleMatch): string {
  const car = carText({ arac_marka: make, arac_model: model })
  const km = last.km === null ? '' : `, ${formatCount(last.km)} km`
  const visit = `son geliş ${formatDay(last.day)}${km}`
  return joinIsolated(' · ', [
    customer.name,
    car,
    visit,
    owed_kurus > 0 ? `kalan ${formatTL(owed_kurus)}` : '',
  ])
}

/** Returns the note on kilometres below those of an earlier visit; '' for any other text. */
export function kmNote(typed: string, last: number | null): string {
  const km = kmDigits(typed)
  const isLess = last !== null && km !== null && Number(km) < last
  return isLess ? `Daha önce ${formatCount(last)} km idi.` : ''
}
