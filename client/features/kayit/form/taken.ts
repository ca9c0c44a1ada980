import type { FieldRule } from '#client/forms/merge.ts'
import { customerKeys } from '#shared/customer/rules.ts'
import { foldPlain } from '#shared/turkish.ts'
import { isSameVin, vehicleKeys } from '#shared/vehicle/rules.ts'

/** What a new record has taken over: from whom, and each text with the one that it replaced. */
export interface Taken {
  vehicle: { id: number; plate: string; vin: string } | null
  customer: { id: number; name: string; tax_no: string } | null
  texts: Readonly<Record<string, readonly [taken: string, before: string]>>
}

export const NOTHING_TAKEN: Taken = { vehicle: null, customer: null, texts: {} }

/** It is no change of its own: the texts are. */
export const TAKEN_RULE: FieldRule<Taken> = { label: '', isSame: () => true }

interface Texts {
  plaka: string
  sasi_no: string
  musteri_adi_soyadi: string
  tc_vergino: string
}

/**
 * The ids that a save sends: of the car and the customer taken over, unless the texts say by now that it is another
 * one, which must not rename them.
 */
export function takenIds({ vehicle, customer }: Taken, texts: Texts) {
  return {
    ...(vehicle !== null && isSameCar(vehicle, texts) && { vehicle_id: vehicle.id }),
    ...(customer !== null && isSameCustomer(customer, texts) && { customer_id: customer.id }),
  }
}

function isSameCar(car: { plate: string; vin: string }, { plaka, sasi_no }: Texts): boolean {
  const [known, typed] = [vehicleKeys(car), vehicleKeys({ plate: plaka, vin: sasi_no })]
  return isSameOrMissing(known.plate_key, typed.plate_key) && isSameVin(known.vin_key, typed.vin_key)
}

function isSameCustomer(known: { name: string; tax_no: string }, texts: Texts): boolean {
  const typed = { name: texts.musteri_adi_soyadi, phone: '', tax_no: texts.tc_vergino }
  const [one, other] = [customerKeys({ ...known, phone: '' }), customerKeys(typed)]
  return isSameName(known.name, typed.name) && isSameOrMissing(one.tax_key, other.tax_key)
}

/** Whether one name corrects or completes the other: it has all its words. Other words are another customer's. */
export function isSameName(one: string, other: string): boolean {
  const [a = [], b = []] = [one, other].map((name) => foldPlain(name).split(' '))
  return a.every((word) => b.includes(word)) || b.every((word) => a.includes(word))
}

const isSameOrMissing = (one: string, other: string) => one === '' || other === '' || one === other
