import { formatCount } from '#client/lib/format.ts'
import { formatDay } from '#shared/date.ts'
import { carName } from '#shared/kayit/rules.ts'
import { vehicleKey } from '#shared/vehicle.ts'
import type { VehicleMatch } from '#shared/vehicle/schema.ts'

import type { InfoName, InfoValues } from './values.ts'

/** A shorter plate or chassis number is not asked for: it cannot be complete. */
const LEAST = 5

type Texts = Partial<InfoValues>

/** The plate, else the chassis number, as it is looked up; '' while it is too short. */
export function askedOf({ plaka, sasi_no }: Pick<InfoValues, 'plaka' | 'sasi_no'>): string {
  const key = vehicleKey(plaka) || vehicleKey(sasi_no)
  return key.length < LEAST ? '' : key
}

/** The car that has exactly this plate or chassis number; of several the one that came last. */
export const exactMatch = (vehicles: readonly VehicleMatch[], asked: string): VehicleMatch | undefined =>
  vehicles.find(({ plate, vin }) => [plate, vin].some((text) => vehicleKey(text) === asked))

/** What the form takes over: what the car and its last customer are known for, in fields that are still empty. */
export function takenFrom({ customer, ...car }: VehicleMatch, values: InfoValues): Texts {
  const known: Texts = {
    plaka: car.plate,
    musteri_adi_soyadi: customer.name,
    musteri_tel: customer.phone,
    tc_vergino: customer.tax_no,
    sasi_no: car.vin,
    arac_marka: car.make,
    arac_model: car.model,
    model_yili: String(car.model_year ?? ''),
    motor_no: car.engine_no,
  }
  const names = Object.keys(known) as InfoName[]
  const missing = names.filter((name) => values[name].trim() === '' && known[name] !== '')
  return Object.fromEntries(missing.map((name) => [name, known[name]]))
}

/** The same fields emptied again, where they still hold what was taken over. */
export function withoutTaken(taken: Texts, values: InfoValues): Texts {
  const names = Object.keys(taken) as InfoName[]
  return Object.fromEntries(names.filter((name) => values[name] === taken[name]).map((name) => [name, '']))
}

/** 'Ayşe Işık · VW Golf · son geliş 05.03.2026, 80.000 km' */
export function describeMatch({ customer, make, model, last }: VehicleMatch): string {
  const car = carName({ arac_marka: make, arac_model: model })
  const km = last.km === null ? '' : `, ${formatCount(last.km)} km`
  return [customer.name, car, `son geliş ${formatDay(last.day)}${km}`].filter(Boolean).join(' · ')
}

/** The note on kilometres below those of an earlier visit; '' for any other text. */
export function kmNote(typed: string, last: number | null): string {
  const km = Number(typed.replaceAll('.', ''))
  const isLess = last !== null && typed.trim() !== '' && Number.isInteger(km) && km < last
  return isLess ? `Daha önce ${formatCount(last)} km idi.` : ''
}
