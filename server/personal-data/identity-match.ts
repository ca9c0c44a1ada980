import { customerKeys, type CustomerFacts } from '#shared/customer/rules.ts'
import { OTHER_PERSON } from '#shared/personal-data/rules.ts'
import { phoneKey } from '#shared/phone.ts'
import { foldName, foldPlain } from '#shared/turkish.ts'
import { vinKey } from '#shared/vehicle.ts'

/** The facts by which persons and their cars are recognised, as keys. */
export type Identity = {
  names: Set<string>
  /** Phones and tax numbers. */
  numbers: Set<string>
  /** Phone and name together. */
  pairs: Set<string>
  /** Plates, chassis and engine numbers. */
  cars: Set<string>
}
const KINDS = ['names', 'numbers', 'cars'] as const

export const emptyIdentity = (): Identity => ({
  names: new Set(),
  numbers: new Set(),
  pairs: new Set(),
  cars: new Set(),
})

/** The identity of the person that is exported or erased, and that of the shop's other customers and their cars. */
export type Identities = { own: Identity; others: Identity }

/** A phone without an area code. A shorter text ('0', 'yok') identifies no one. */
const LEAST_NUMBER = 7
/** '06 A 1': a shorter plate is none. */
const LEAST_CAR = 4

const atLeast = (least: number, key: string) => (key.length < least ? '' : key)
const numberOf = (text: string) => {
  const digits = text.match(/\p{Nd}/gu)?.length ?? 0
  const phone = digits < LEAST_NUMBER ? '' : phoneKey(text)
  return atLeast(LEAST_NUMBER, phone.startsWith('+') || !/\p{L}/u.test(text) ? phone : vinKey(text))
}

/** Returns the keys of a text that may be a name, a number or a car's. A key is '' if the text identifies no person. */
export function keysOf(text: string) {
  const names = foldName(text)
  if (!/\p{Nd}/u.test(text)) return { names, numbers: '', cars: '' }
  return { names, numbers: numberOf(text), cars: atLeast(LEAST_CAR, vinKey(text)) }
}

const pairOf = ({ name, phone }: CustomerFacts) =>
  name === '' || numberOf(phone) === ''
    ? ''
    : `${customerKeys({ name, phone, tax_no: '' }).phone_key} ${foldName(name)}`

const addKey = (set: Set<string>, key: string) => {
  if (key !== '') set.add(key)
}

export function addPerson({ names, numbers, pairs }: Identity, person: CustomerFacts): void {
  addKey(names, foldName(person.name))
  addKey(numbers, numberOf(person.phone))
  addKey(numbers, numberOf(person.tax_no))
  addKey(pairs, pairOf(person))
}

export function addCar({ cars }: Identity, texts: readonly string[]): void {
  for (const text of texts) addKey(cars, keysOf(text).cars)
}

/**
 * Returns whether a record names another customer: first the tax number decides, then phone and name together, then either.
 * An unknown person is no other customer.
 */
export function isOtherPerson(person: CustomerFacts, { own, others }: Identities): boolean {
  const [tax, phone, name] = [numberOf(person.tax_no), numberOf(person.phone), foldName(person.name)]
  const pair = pairOf(person)
  if (own.numbers.has(tax)) return false
  if (others.numbers.has(tax)) return true
  if (own.pairs.has(pair)) return false
  if (others.pairs.has(pair)) return true
  if (own.numbers.has(phone) || own.names.has(name)) return false
  return others.numbers.has(phone) || others.names.has(name)
}

/** Returns whether a text that may be a name, a number or a car's names the customer or another one. */
export function matchText(text: string, { own, others }: Identities): 'own' | 'other' | 'unknown' {
  const keys = keysOf(text)
  const isIn = (identity: Identity) => KINDS.some((kind) => identity[kind].has(keys[kind]))
  return isIn(own) ? 'own' : isIn(others) ? 'other' : 'unknown'
}

/** Returns whether a text is a name, a number or a car's that no other customer has. */
export function isOnlyOwn(text: string, { own, others }: Identities): boolean {
  const keys = keysOf(text)
  return KINDS.some((kind) => own[kind].has(keys[kind]) && !others[kind].has(keys[kind]))
}

/** Returns whether a name has a word in common with one of the customer's, as a corrected name has. */
export function resemblesName(name: string, { names }: Identity): boolean {
  const words = new Set(foldName(name).split(' '))
  return [...names].some((own) => own.split(' ').some((word) => words.has(word)))
}

/** Adds the facts of a record that names the customer, except those of another one. */
export function learnPerson(identities: Identities, { name, phone, tax_no }: CustomerFacts): void {
  const learnt = (text: string) => (matchText(text, identities) === 'other' ? '' : text)
  addPerson(identities.own, { name: learnt(name), phone: learnt(phone), tax_no: learnt(tax_no) })
}

/** A shorter number may be part of another one. */
const LEAST_CONTAINED = 7

/** Letters and digits without spaces: I is 1 and O is 0, as in the keys of cars. */
const solid = (text: string) =>
  foldPlain(text)
    .replace(/[^\p{L}\p{Nd}]/gu, '')
    .replaceAll('i', '1')
    .replace(/[oq]/g, '0')

/** Returns the test whether a text contains a name of several words or a number that no other customer has. */
export function createOwnTextTest({ own, others }: Identities): (text: string) => boolean {
  const only = (kind: (typeof KINDS)[number]) => [...own[kind]].filter((key) => !others[kind].has(key))
  const names = only('names').filter((name) => name.includes(' '))
  const numbers = [...only('numbers'), ...only('cars')]
    .map((key) => solid(key.replace(/^\+90/, '')))
    .filter((key) => key.length >= LEAST_CONTAINED)
  return (text) => {
    const [folded, digits] = [foldName(text), solid(text)]
    return names.some((name) => folded.includes(name)) || numbers.some((key) => digits.includes(key))
  }
}

/** Returns 'another person' instead of the text; an empty text stays empty. */
export const hideText = (text: string): string => (text === '' ? '' : OTHER_PERSON)
export const hideIfOther = (text: string, identities: Identities): string =>
  matchText(text, identities) === 'other' ? hideText(text) : text
export const hideUnlessOwn = (text: string, identities: Identities): string =>
  matchText(text, identities) === 'own' ? text : hideText(text)

/** Returns the person that a record names, without texts that name another customer. */
export function redactPerson(person: CustomerFacts, identities: Identities): CustomerFacts {
  const show = isOtherPerson(person, identities) ? hideUnlessOwn : hideIfOther
  const { name, phone, tax_no } = person
  return { name: show(name, identities), phone: show(phone, identities), tax_no: show(tax_no, identities) }
}
