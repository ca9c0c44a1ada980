import type { CustomerMatch } from '#shared/customer/schema.ts'
import { upperVehicle } from '#shared/turkish.ts'
import { formatPlate } from '#shared/vehicle.ts'
import type { VehicleMatch } from '#shared/vehicle/schema.ts'
import { formatPhone } from '#shared/phone.ts'

import { isSameName, NO_PREFILL, type Prefill } from './prefill.ts'
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
 * `typed`, in which the user chose the car; first undoes the prefill of another car.
 */
export function prefillCar(before: KayitValues, match: VehicleMatch, typed?: InfoName): KayitValues {
  const values = before.prefill.vehicle === null ? before : undoPrefill(before)
  const { customer } = match
  const name = values.musteri_adi_soyadi
  const chosen = values.prefill.customer?.id ?? customer.id
  const isCustomer = name.trim() === '' || (chosen === customer.id && isSameName(name, customer.name))
  const texts = { ...carTexts(match), ...(isCustomer && customerTexts(customer)) }
  return fillIn(values, forEmptyFields(values, texts, typed), {
    vehicle: match,
    customer: isCustomer ? customer : values.prefill.customer,
  })
}

/**
 * Returns the values with a known customer, and with their car if they have exactly one and none is typed. The chosen
 * name replaces the typed one; the prefill of another customer is undone first, except for a typed car.
 */
export function prefillCustomer(before: KayitValues, match: CustomerMatch, typed: InfoName): KayitValues {
  const values = undoPrefill(before, isCarTyped(before) ? CUSTOMER_NAMES : undefined)
  const [car, another] = match.cars
  const only = another === undefined && !isCarTyped(values) ? car : undefined
  const texts = { ...customerTexts(match), ...(only && carTexts(only)) }
  return fillIn(
    values,
    { ...forEmptyFields(values, texts, typed), musteri_adi_soyadi: match.name },
    { vehicle: only ?? values.prefill.vehicle, customer: match },
  )
}

/** Returns whether plate or chassis number were typed, at least in part, rather than prefilled with a customer. */
const isCarTyped = ({ plaka, sasi_no, prefill: { texts } }: KayitValues): boolean =>
  Object.entries({ plaka, sasi_no }).some(([name, text]) => text.trim() !== '' && texts[name]?.[1] !== '')

/** Previous customer, with the texts removed when another customer's name replaced theirs. */
export type PreviousCustomer = { id: number; name: string; texts: Texts }

/**
 * Returns the values without the unchanged phone and tax number of a customer whose name was replaced: they would lead
 * the save back to that customer and rename them. Returns `null` if nothing has to be removed.
 */
export function clearPreviousCustomer(
  values: KayitValues,
): { values: KayitValues; previousCustomer: PreviousCustomer } | null {
  const { customer } = values.prefill
  const name = values.musteri_adi_soyadi
  if (customer === null || name.trim() === '' || isSameName(name, customer.name)) return null
  const next = undoPrefill(values, ['musteri_tel', 'tc_vergino'])
  const gone = (['musteri_tel', 'tc_vergino'] as const).filter((field) => next[field] !== values[field])
  if (gone.length === 0) return null
  const texts: Texts = Object.fromEntries(gone.map((field) => [field, values[field]]))
  return { values: next, previousCustomer: { id: customer.id, name: customer.name, texts } }
}

/** Returns the values with the removed texts restored in empty fields: the new name only corrected the customer's. */
export function restorePreviousCustomer(values: KayitValues, { id, texts }: PreviousCustomer): KayitValues {
  const { customer } = values.prefill
  const known = customer?.id === id ? { ...customer, name: values.musteri_adi_soyadi } : customer
  return { ...values, ...forEmptyFields(values, texts), prefill: { ...values.prefill, customer: known } }
}

/** Returns the values without the prefill: each field that was not changed since gets its earlier text back. */
export function undoPrefill(values: KayitValues, only?: readonly InfoName[]): KayitValues {
  const { texts } = values.prefill
  const names = (Object.keys(texts) as InfoName[]).filter((name) => only?.includes(name) ?? true)
  const back = names.flatMap((name) => {
    const [filledIn, before = ''] = texts[name] ?? []
    return values[name] === filledIn ? [[name, before]] : []
  })
  const remaining = Object.entries(texts).filter(([name]) => !names.includes(name as InfoName))
  const prefill =
    only === undefined ? NO_PREFILL : { ...values.prefill, texts: Object.fromEntries(remaining) }
  return { ...values, ...(Object.fromEntries(back) as Texts), prefill }
}

/** Returns the texts for fields that are empty, and for `typed`. */
const forEmptyFields = (values: KayitValues, texts: Texts, typed?: InfoName): Texts =>
  Object.fromEntries(
    Object.entries(texts).filter(
      ([name, text]) => text !== '' && (name === typed || values[name as InfoName].trim() === ''),
    ),
  )

function fillIn(
  values: KayitValues,
  texts: Texts,
  { vehicle, customer }: Omit<Prefill, 'texts'>,
): KayitValues {
  const earlier = values.prefill.texts
  const changes = Object.entries(texts).map(([name, text]) => {
    const before = earlier[name]?.[1] ?? values[name as InfoName]
    return [name, [text, before] as const] as const
  })
  const prefill = {
    vehicle: vehicle && { id: vehicle.id, plate: vehicle.plate, vin: vehicle.vin },
    customer: customer && { id: customer.id, name: customer.name, tax_no: customer.tax_no },
    texts: { ...earlier, ...Object.fromEntries(changes) },
  }
  return { ...values, ...texts, prefill }
}
