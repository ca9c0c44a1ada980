import { carText, formatCount } from '#client/lib/format.ts'
import { joinIsolated } from '#shared/bidi.ts'
import { formatDay } from '#shared/date.ts'
import { kmDigits } from '#shared/money-parse.ts'
import { plateKey, vinKey } from '#shared/vehicle.ts'
import { namesCar } from '#shared/vehicle/rules.ts'
import type { VehicleMatch } from '#shared/vehicle/schema.ts'

import type { InfoValues } from './values.ts'

/** A shorter plate or chassis number is not asked for: it cannot be complete. */
const LEAST = 5

/** The plate, else the chassis number, as it is looked up; '' while it is too short. */
export function askedOf({ plaka, sasi_no }: Pick<InfoValues, 'plaka' | 'sasi_no'>): string {
  const key = plateKey(plaka) || vinKey(sasi_no)
  return key.length < LEAST ? '' : key
}

/** The car that has exactly this plate or chassis number; of several the one that came last. */
export const exactMatch = (vehicles: readonly VehicleMatch[], asked: string): VehicleMatch | undefined =>
  vehicles.find((car) => namesCar(asked, car))

/** 'Ayşe Işık · VW Golf · son geliş 05.03.2026, 80.000 km' */
export function describeMatch({ customer, make, model, last }: VehicleMatch): string {
  const car = carText({ arac_marka: make, arac_model: model })
  const km = last.km === null ? '' : `, ${formatCount(last.km)} km`
  return joinIsolated(' · ', [customer.name, car, `son geliş ${formatDay(last.day)}${km}`])
}

/** The note on kilometres below those of an earlier visit; '' for any other text. */
export function kmNote(typed: string, last: number | null): string {
  const km = kmDigits(typed)
  const isLess = last !== null && km !== null && Number(km) < last
  return isLess ? `Daha önce ${formatCount(last)} km idi.` : ''
}
