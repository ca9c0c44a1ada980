import type { CustomerMatch } from '#shared/customer/schema.ts'
import { upperVehicle } from '#shared/turkish.ts'
import { formatPlate } from '#shared/vehicle.ts'
import type { VehicleMatch } from '#shared/vehicle/schema.ts'
import { formatPhone } from '#shared/phone.ts'

import { isSameName, NOTHING_TAKEN, type Taken } from './taken.ts'
import type { InfoName, InfoValues, KayitValues } from './values.ts'

type Texts = Partial<InfoValues>

/* The texts are in the form that leaving a field gives them, so that only a typed change differs from them. */

/** The customer's own fields; they go together, because a phone belongs to its name. */
const CUSTOMER_NAMES: readonly InfoName[] = ['musteri_adi_soyadi', 'musteri_tel', 'tc_vergino']

const carTexts = (car: Omit<VehicleMatch, 'customer' | 'last' | 'open_kayit_id'>): Texts => ({
  plaka: formatPlate(car.plate),
  sasi_no: upperVehicle(car.vin),
  arac_marka: car.make,
  arac_model: car.model,
  model_yili: String(car.model_year ?? ''),
  motor_no: car.engine_no,
})

const customerTexts = (customer: { name: string; phone: string; tax_no: string }): Texts => ({
  musteri_adi_soyadi: customer.name,
  musteri_tel: formatPhone(customer.phone),
  tc_vergino: customer.tax_no,
})

/**
 * The values with a known car, and its last customer unless another one is typed, in the fields that are still empty
 * and in `typed`, whose beginning led to the car. What was taken over from another car goes.
 */
export function withCar(before: KayitValues, match: VehicleMatch, typed?: InfoName): KayitValues {
  const values = before.taken.vehicle === null ? before : withoutTaken(before)
  const { customer } = match
  const name = values.musteri_adi_soyadi
  const chosen = values.taken.customer?.id ?? customer.id
  const isCustomer = name.trim() === '' || (chosen === customer.id && isSameName(name, customer.name))
  const texts = { ...carTexts(match), ...(isCustomer && customerTexts(customer)) }
  return filled(values, missing(values, texts, typed), {
    vehicle: match,
    customer: isCustomer ? customer : values.taken.customer,
  })
}

/**
 * The values with a known customer, and with their car where they have exactly one and none is typed. The chosen name
 * replaces what is typed. What was taken over from another customer goes, also their car unless it was typed.
 */
export function withCustomer(before: KayitValues, match: CustomerMatch, typed: InfoName): KayitValues {
  const values = withoutTaken(before, isCarTyped(before) ? CUSTOMER_NAMES : undefined)
  const [car, another] = match.cars
  const only = another === undefined && !isCarTyped(values) ? car : undefined
  const texts = { ...customerTexts(match), ...(only && carTexts(only)) }
  return filled(
    values,
    { ...missing(values, texts, typed), musteri_adi_soyadi: match.name },
    { vehicle: only ?? values.taken.vehicle, customer: match },
  )
}

/** Whether plate or chassis number were typed, or begun, rather than taken over with a customer. */
const isCarTyped = ({ plaka, sasi_no, taken: { texts } }: KayitValues): boolean =>
  Object.entries({ plaka, sasi_no }).some(([name, text]) => text.trim() !== '' && texts[name]?.[1] !== '')

/** What belonged to a customer whose name was replaced by another one's. */
export type Former = { id: number; name: string; texts: Texts }

/**
 * The values after the name of a customer who was taken over was replaced by another customer's: phone and identity
 * number that came with the former one go, where they were not changed since. They would lead back to that one, and
 * rename them. `null` where nothing has to go.
 */
export function withoutFormer(values: KayitValues): { values: KayitValues; former: Former } | null {
  const { customer } = values.taken
  const name = values.musteri_adi_soyadi
  if (customer === null || name.trim() === '' || isSameName(name, customer.name)) return null
  const next = withoutTaken(values, ['musteri_tel', 'tc_vergino'])
  const gone = (['musteri_tel', 'tc_vergino'] as const).filter((field) => next[field] !== values[field])
  if (gone.length === 0) return null
  const texts: Texts = Object.fromEntries(gone.map((field) => [field, values[field]]))
  return { values: next, former: { id: customer.id, name: customer.name, texts } }
}

/** The same customer after all, under a corrected name: what went comes back, where nothing else was typed. */
export function withFormer(values: KayitValues, { id, texts }: Former): KayitValues {
  const { customer } = values.taken
  const known = customer?.id === id ? { ...customer, name: values.musteri_adi_soyadi } : customer
  return { ...values, ...missing(values, texts), taken: { ...values.taken, customer: known } }
}

/** What was taken over goes, where it was not changed since: each field gets back what stood there before. */
export function withoutTaken(values: KayitValues, only?: readonly InfoName[]): KayitValues {
  const { texts } = values.taken
  const names = (Object.keys(texts) as InfoName[]).filter((name) => only?.includes(name) ?? true)
  const back = names.flatMap((name) => {
    const [taken, before = ''] = texts[name] ?? []
    return values[name] === taken ? [[name, before]] : []
  })
  const kept = Object.entries(texts).filter(([name]) => !names.includes(name as InfoName))
  const taken = only === undefined ? NOTHING_TAKEN : { ...values.taken, texts: Object.fromEntries(kept) }
  return { ...values, ...(Object.fromEntries(back) as Texts), taken }
}

/** Of these texts, those of fields that are empty, and of `typed`. */
const missing = (values: KayitValues, texts: Texts, typed?: InfoName): Texts =>
  Object.fromEntries(
    Object.entries(texts).filter(
      ([name, text]) => text !== '' && (name === typed || values[name as InfoName].trim() === ''),
    ),
  )

function filled(values: KayitValues, texts: Texts, { vehicle, customer }: Omit<Taken, 'texts'>): KayitValues {
  const earlier = values.taken.texts
  const changes = Object.entries(texts).map(([name, text]) => {
    const before = earlier[name]?.[1] ?? values[name as InfoName]
    return [name, [text, before] as const] as const
  })
  const taken = {
    vehicle: vehicle && { id: vehicle.id, plate: vehicle.plate, vin: vehicle.vin },
    customer: customer && { id: customer.id, name: customer.name, tax_no: customer.tax_no },
    texts: { ...earlier, ...Object.fromEntries(changes) },
  }
  return { ...values, ...texts, taken }
}
