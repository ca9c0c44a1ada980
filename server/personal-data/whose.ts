import { customerKeys, type CustomerFacts } from '#shared/customer/rules.ts'
import { customerHistoryName, vehicleHistoryName } from '#shared/history/rules.ts'
import { OTHER_PERSON } from '#shared/personal-data/rules.ts'
import { foldName } from '#shared/turkish.ts'
import { vinKey } from '#shared/vehicle.ts'

import { LEAST_CAR, LEAST_NUMBER, markOf } from './traces.ts'

/** What is known of somebody, as it is compared. */
export type Known = {
  names: Set<string>
  /** Phones and tax numbers. */
  numbers: Set<string>
  /** Phone and name together. */
  pairs: Set<string>
  /** Plates, chassis and engine numbers. */
  cars: Set<string>
  /** The names of files with their history. */
  files: Set<string>
}

export const nobody = (): Known => ({
  names: new Set(),
  numbers: new Set(),
  pairs: new Set(),
  cars: new Set(),
  files: new Set(),
})

/** Whose data a file has, and what is known of the shop's other customers and their cars. */
export type Whose = { own: Known; others: Known }

export const nameKey = foldName
const atLeast = (least: number, key: string) => (key.length < least ? '' : key)
export const numberKey = (text: string) => atLeast(LEAST_NUMBER, markOf(text))
export const carKey = (text: string) => atLeast(LEAST_CAR, vinKey(text))
const pairKey = ({ name, phone }: CustomerFacts) =>
  name === '' || numberKey(phone) === ''
    ? ''
    : `${customerKeys({ name, phone, tax_no: '' }).phone_key} ${nameKey(name)}`

const put = (set: Set<string>, key: string) => {
  if (key !== '') set.add(key)
}

export function addPerson({ names, numbers, pairs, files }: Known, person: CustomerFacts): void {
  put(names, nameKey(person.name))
  put(files, customerHistoryName(person.name))
  put(numbers, numberKey(person.phone))
  put(numbers, numberKey(person.tax_no))
  put(pairs, pairKey(person))
}

export function addCar({ cars, files }: Known, texts: readonly string[]): void {
  for (const text of texts) {
    put(cars, carKey(text))
    if (text !== '') files.add(vehicleHistoryName(text))
  }
}

/**
 * Whether a record names another customer of the shop: first the tax number decides, then phone and name together, then
 * either of them. Whom nobody knows is no other customer.
 */
export function isOther(person: CustomerFacts, { own, others }: Whose): boolean {
  const [tax, phone, name] = [numberKey(person.tax_no), numberKey(person.phone), nameKey(person.name)]
  const pair = pairKey(person)
  if (own.numbers.has(tax)) return false
  if (others.numbers.has(tax)) return true
  if (own.pairs.has(pair)) return false
  if (others.pairs.has(pair)) return true
  if (own.numbers.has(phone) || own.names.has(name)) return false
  return others.numbers.has(phone) || others.names.has(name)
}

/** Whether a record names the customer by one of what is known of them. */
export const isOwn = (person: CustomerFacts, whose: Whose): boolean =>
  !isOther(person, whose) &&
  (whose.own.numbers.has(numberKey(person.tax_no)) ||
    whose.own.numbers.has(numberKey(person.phone)) ||
    whose.own.names.has(nameKey(person.name)))

/** Whose a text is that may be a name, a number or a car's: nobody's that is known is 'unknown'. */
export function whoseText(text: string, { own, others }: Whose): 'own' | 'other' | 'unknown' {
  const isIn = ({ names, numbers, cars }: Known) =>
    names.has(nameKey(text)) || numbers.has(numberKey(text)) || cars.has(carKey(text))
  return isIn(own) ? 'own' : isIn(others) ? 'other' : 'unknown'
}

/** What a record that names the customer adds to what is known of them: not what is another one's. */
export function learnPerson(whose: Whose, { name, phone, tax_no }: CustomerFacts): void {
  const learnt = (text: string) => (whoseText(text, whose) === 'other' ? '' : text)
  addPerson(whose.own, { name: learnt(name), phone: learnt(phone), tax_no: learnt(tax_no) })
}

/** The text, or who it is instead of it; nothing stays nothing. */
export const hidden = (text: string): string => (text === '' ? '' : OTHER_PERSON)
export const shownUnlessOther = (text: string, whose: Whose): string =>
  whoseText(text, whose) === 'other' ? hidden(text) : text
export const shownIfOwn = (text: string, whose: Whose): string =>
  whoseText(text, whose) === 'own' ? text : hidden(text)

/** What a record says of its customer, without what names somebody else. */
export function shownPerson(person: CustomerFacts, whose: Whose): CustomerFacts {
  const show = isOther(person, whose) ? shownIfOwn : shownUnlessOther
  const { name, phone, tax_no } = person
  return { name: show(name, whose), phone: show(phone, whose), tax_no: show(tax_no, whose) }
}

/**
 * Whether a record that named one person and then another names the same one: the tax number, the phone or the name
 * stayed, or only a part of the name was corrected and no number contradicts.
 */
export function isSamePerson(before: CustomerFacts, after: CustomerFacts): boolean {
  const [was, is] = [customerKeys(before), customerKeys(after)]
  if (was.tax_key !== '' && is.tax_key !== '') return was.tax_key === is.tax_key
  if (was.name_key === is.name_key) return true
  if (was.phone_key !== '' && is.phone_key !== '') return was.phone_key === is.phone_key
  const words = new Set(was.name_key.split(' '))
  return is.name_key.split(' ').some((word) => words.has(word))
}
