import { CAR_FIELDS, PERSON_FIELDS } from '#server/kayit/record-change.ts'
import { type ShopCtx, ownRows } from '#server/platform/core/own-rows.ts'

import { type LoggedChange, linkedChanges, namingTexts, titleName, ownSidesOf } from './concerned-changes.ts'
import {
  addCar,
  addPerson,
  emptyIdentity,
  type Identities,
  type Identity,
  isOtherPerson,
  keysOf,
  learnPerson,
  matchText,
} from './identity-match.ts'
import { isKeyOf, isOneOf, type Subject } from './subject.ts'

type Car = { plate: string; vin: string; engine_no: string }
/** The subject's cars, each as in their last record with it, because its row describes the next owner's visit. */
export type OwnCars = ReadonlyMap<number, Car | undefined>

/** Reads by which names, numbers and cars the subject is recognised, and the changes that are linked to them. */
export async function readIdentities(shop: ShopCtx, subject: Subject) {
  const linked = await linkedChanges(shop, subject)
  const family = await ownRows(shop, 'customer')
    .where(isOneOf('id', subject.customers))
    .select(['name', 'phone', 'tax_no'])
    .execute()
  const alone = await ownRows(shop, 'vehicle')
    .where(isOneOf('id', subject.vehicles))
    .select(['id', 'plate', 'vin', 'engine_no'])
    .execute()
  const records = await recordsOf(shop, subject)
  const texts = [...family, ...records.flatMap(({ person, car }) => [person, car])].flatMap(Object.values)
  const carTexts = alone.flatMap(({ plate, vin, engine_no }) => [plate, vin, engine_no])
  const others = await othersOf(shop, subject, [...texts, ...carTexts, ...linked.flatMap(namingTexts)])
  const identities = { own: emptyIdentity(), others }
  const { own } = identities
  for (const one of family) addPerson(own, one)
  addCar(own, carTexts)
  const cars = new Map<number, Car | undefined>(alone.map(({ id }) => [id, undefined]))
  const isAlone = new Set<number | null>(cars.keys())
  for (const { vehicle_id, person, car } of records) {
    const isNamed = !isOtherPerson(person, identities)
    if (isNamed) learnPerson(identities, person)
    if (!isNamed && !isAlone.has(vehicle_id)) continue
    addCar(own, Object.values(car))
    if (vehicle_id !== null && !isAlone.has(vehicle_id)) cars.set(vehicle_id, car)
  }
  learnFormerFacts(identities, linked, subject)
  return { identities, cars, linked }
}

/** Adds how the customer and their car were written while a record was theirs, except the facts of another customer. */
function learnFormerFacts(identities: Identities, linked: readonly LoggedChange[], subject: Subject): void {
  const sides = ownSidesOf(linked, subject.customers)
  for (const { id, title, detail } of linked)
    for (const side of ['before', 'after'] as const) {
      if (sides.get(id)?.[side] !== true) continue
      const value = (name: string) => {
        const found = detail.fields?.find((field) => field.name === name)?.[side]
        return typeof found === 'string' && matchText(found, identities) !== 'other' ? found : ''
      }
      const [name = '', phone = '', tax_no = ''] = PERSON_FIELDS.map(value)
      learnPerson(identities, { name: name || (side === 'after' ? titleName(title) : ''), phone, tax_no })
      addCar(identities.own, CAR_FIELDS.map(value))
    }
}

async function recordsOf(shop: ShopCtx, { records, deleted }: Subject) {
  const rows = await ownRows(shop, 'kayit')
    .where(isOneOf('id', [...records, ...deleted]))
    .orderBy('day')
    .orderBy('id')
    .select(['vehicle_id', 'musteri_adi_soyadi', 'musteri_tel', 'tc_vergino'])
    .select(['plaka', 'sasi_no', 'motor_no'])
    .execute()
  return rows.map((row) => ({
    vehicle_id: row.vehicle_id,
    person: { name: row.musteri_adi_soyadi, phone: row.musteri_tel, tax_no: row.tc_vergino },
    car: { plate: row.plaka, vin: row.sasi_no, engine_no: row.motor_no },
  }))
}

/** The shop's other customers and cars that one of the texts may name, except erased ones. */
async function othersOf(shop: ShopCtx, subject: Subject, texts: readonly string[]): Promise<Identity> {
  const all = [...new Set(texts)].filter((text) => text !== '')
  const keys = all.map(keysOf)
  const of = (kind: 'names' | 'numbers' | 'cars') =>
    [...new Set(keys.map((one) => one[kind]))].filter((key) => key !== '')
  const [names, numbers, cars] = [of('names'), of('numbers'), of('cars')]
  const persons = await ownRows(shop, 'customer')
    .where('erased_at', 'is', null)
    .where((eb) => eb.not(isOneOf('id', subject.customers)))
    .where((eb) =>
      eb.or([
        isKeyOf('name_key', names),
        isKeyOf('phone_key', numbers),
        isKeyOf('tax_key', numbers),
        isKeyOf('phone', all),
        isKeyOf('tax_no', all),
      ]),
    )
    .select(['name', 'phone', 'tax_no'])
    .execute()
  const vehicles = await ownRows(shop, 'vehicle')
    .where('erased_at', 'is', null)
    .where((eb) => eb.not(isOneOf('id', subject.vehicles)))
    .where((eb) => eb.or([isKeyOf('plate_key', cars), isKeyOf('vin_key', cars), isKeyOf('engine_no', all)]))
    .select(['plate', 'vin', 'engine_no'])
    .execute()
  const others = emptyIdentity()
  for (const person of persons) addPerson(others, person)
  for (const { plate, vin, engine_no } of vehicles) addCar(others, [plate, vin, engine_no])
  return others
}
