import type { FieldRule } from '#client/forms/merge.ts'
import { foldPlain } from '#shared/turkish.ts'
import { digitsIn } from '#shared/text.ts'
import { vehicleKey, vinKeyPart } from '#shared/vehicle.ts'

/** The known car and customer with which a new record was prefilled, and each text with the one that it replaced. */
export interface Prefill {
  vehicle: { id: number; plate: string; vin: string } | null
  customer: { id: number; name: string; tax_no: string } | null
  texts: Readonly<Record<string, readonly [filledIn: string, before: string]>>
}

export const NO_PREFILL: Prefill = { vehicle: null, customer: null, texts: {} }

/** The prefill is no change of its own, because its texts are changes already. */
export const PREFILL_RULE: FieldRule<Prefill> = { label: '', isSame: () => true }

interface Texts {
  plaka: string
  sasi_no: string
  musteri_adi_soyadi: string
  tc_vergino: string
}

/**
 * Returns the ids of car and customer that a save sends. Texts that by now name another car or customer send no id,
 * because the save would rename the known one.
 */
export function prefilledIds({ vehicle, customer }: Prefill, texts: Texts) {
  return {
    ...(vehicle !== null && isSameCar(vehicle, texts) && { vehicle_id: vehicle.id }),
    ...(customer !== null && isSameCustomer(customer, texts) && { customer_id: customer.id }),
  }
}

function isSameCar(car: { plate: string; vin: string }, { plaka, sasi_no }: Texts): boolean {
  return (
    isSameOrMissing(vehicleKey(car.plate), vehicleKey(plaka)) &&
    isSameEnd(vinKeyPart(car.vin), vinKeyPart(sasi_no))
  )
}

const isSameCustomer = (known: { name: string; tax_no: string }, texts: Texts): boolean =>
  isSameName(known.name, texts.musteri_adi_soyadi) &&
  isSameOrMissing(digitsIn(known.tax_no), digitsIn(texts.tc_vergino))

/**
 * Returns whether one name corrects or completes the other: it has all its words. Other words mean another customer.
 */
export function isSameName(one: string, other: string): boolean {
  const [a = [], b = []] = [one, other].map((name) => foldPlain(name).split(' '))
  return a.every((word) => b.includes(word)) || b.every((word) => a.includes(word))
}

const isSameOrMissing = (one: string, other: string) => one === '' || other === '' || one === other

/** Compares the ends, because often only the end of a chassis number is known. */
const isSameEnd = (one: string, other: string) => one.endsWith(other) || other.endsWith(one)
