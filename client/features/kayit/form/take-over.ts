import type { CustomerMatch } from '#shared/customer/schema.ts'
import { upperVehicle } from '#shared/turkish.ts'
import { formatPlate } from '#shared/vehicle.ts'
import type { VehicleMatch } from '#shared/vehicle/schema.ts'
import { formatPhone } from '#shared/phone.ts'

import { isSameName, NOTHING_TAKEN, type Taken } from './taken.ts'
import type { InfoName, InfoValues, KayitValues } from './values.ts'

type Texts = Partial<InfoValues>

/* The texts are formatted as a field formats them on blur, so that only a typed change differs from them. */

/** The customer's fields, which change together, because a phone belongs to its name. */
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
 * Returns the values with a known car, and with its last customer unless another one is typed. Fills empty fields and
 * `typed`, in which the user chose the car; first undoes the takeover of another car.
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
 * Returns the values with a known customer, and with their car if they have exactly one and none is typed. The chosen
 * name replaces the typed one; the takeover of another customer is undone first, except for a typed car.
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

/** Reports whether plate or chassis number were typed, at least in part, rather than taken over with a customer. */
const isCarTyped = ({ plaka, sasi_no, taken: { texts } }: KayitValues): boolean =>
  Object.entries({ plaka, sasi_no }).some(([name, text]) => text.trim() !== '' && texts[name]?.[1] !== '')

/** Previous customer, with the texts removed when another customer's name replaced theirs. */
export type Former = { id: number; name: string; texts: Texts }

/**
 * Returns the values without the unchanged phone and tax number of a customer whose name was replaced: they would lead
 * the save back to that customer and rename them. Returns `null` if nothing has to be removed.
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

/** Returns the values with the removed texts restored in empty fields: the new name only corrected the customer's. */
export function withFormer(values: KayitValues, { id, texts }: Former): KayitValues {
  const { customer } = values.taken
  const known = customer?.id === id ? { ...customer, name: values.musteri_adi_soyadi } : customer
  return { ...values, ...missing(values, texts), taken: { ...values.taken, customer: known } }
}

/** Returns the values without the takeover: each field that was not changed since gets its earlier text back. */
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

/** Returns the texts for fields that are empty, and for `typed`. */
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
