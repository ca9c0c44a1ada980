import { visibleText } from '#shared/text.ts'
import { foldName } from '#shared/turkish.ts'
import { isTcKimlikNo, isVergiNo } from '#shared/vehicle.ts'
import { phoneKey } from '#shared/phone.ts'

/** The customer as a record describes them. */
export type CustomerFacts = { name: string; phone: string; tax_no: string }

type CustomerKeys = { name_key: string; phone_key: string; tax_key: string }

/** Returns the keys by which a customer is found; phone and tax number are '' if missing or invalid. */
export function customerKeys({ name, phone, tax_no }: CustomerFacts): CustomerKeys {
  const digits = visibleText(tax_no).replace(/\s/g, '')
  return {
    name_key: foldName(name),
    phone_key: phoneKey(phone),
    tax_key: isTcKimlikNo(digits) || isVergiNo(digits) ? digits : '',
  }
}

/**
 * Returns the customer of a record among those with its tax number or its phone: by the tax number, else by phone and
 * name if the tax numbers do not contradict.
 */
export function pickCustomer<C extends CustomerKeys & { id: number }>(
  customers: readonly C[],
  keys: CustomerKeys,
): C | undefined {
  const byTax = customers.filter(({ tax_key }) => tax_key !== '' && tax_key === keys.tax_key)
  const byPhone = customers.filter(
    (one) => one.phone_key !== '' && one.phone_key === keys.phone_key && isSameName(one, keys),
  )
  return newest(byTax) ?? newest(byPhone)
}

/** Returns whether the car's last customer came again: the name is the same, and no phone or tax number contradicts. */
export const isSameCustomer = (one: CustomerKeys, keys: CustomerKeys): boolean =>
  isSameName(one, keys) && (one.phone_key === '' || keys.phone_key === '' || one.phone_key === keys.phone_key)

const isSameName = (one: CustomerKeys, keys: CustomerKeys) =>
  one.name_key === keys.name_key &&
  (one.tax_key === '' || keys.tax_key === '' || one.tax_key === keys.tax_key)

const newest = <C extends { id: number }>(customers: readonly C[]): C | undefined =>
  customers.toSorted((a, b) => b.id - a.id)[0]

/**
 * Returns whether a changed record still names the same person: the tax number, the phone or the name stayed, or a part
 * of the name was corrected and no number contradicts.
 */
export function isSamePerson(before: CustomerFacts, after: CustomerFacts): boolean {
  const [was, is] = [customerKeys(before), customerKeys(after)]
  if (was.tax_key !== '' && is.tax_key !== '') return was.tax_key === is.tax_key
  if (was.name_key === is.name_key) return true
  if (was.phone_key !== '' && is.phone_key !== '') return was.phone_key === is.phone_key
  const words = new Set(was.name_key.split(' '))
  return is.name_key.split(' ').some((word) => words.has(word))
}
