import type { Shop } from '#server/platform/core/batches.ts'

import { type Said, saidByRows } from './said.ts'
import { anyOf, oneOf, type Subject } from './subject.ts'
import {
  addCar,
  addPerson,
  carKey,
  isOther,
  type Known,
  learnPerson,
  nameKey,
  nobody,
  numberKey,
  type Whose,
} from './whose.ts'

/** Their own cars, each as their last record with it says: its row has what the next owner's said. */
export type OwnCars = ReadonlyMap<number, Said['car'] | undefined>

/** Whose what is, as far as the shop's rows tell it: of the customer's records, and of other texts about them. */
export async function whoseIs(
  shop: Shop,
  subject: Subject,
  about: { records: readonly Said[]; texts: readonly string[] },
): Promise<{ whose: Whose; cars: OwnCars }> {
  const { family, alone } = await saidByRows(shop, subject)
  const texts = about.records.flatMap(({ person, car }) => [...Object.values(person), ...Object.values(car)])
  const whose = { own: nobody(), others: await othersOf(shop, subject, [...texts, ...about.texts]) }
  const { own } = whose
  for (const one of family) addPerson(own, one)
  const cars = new Map<number, Said['car'] | undefined>()
  for (const { id, plate, vin, engine_no } of alone) {
    cars.set(id, undefined)
    addCar(own, [plate, vin, engine_no])
  }
  const isAlone = new Set<number | null>(cars.keys())
  for (const { vehicle_id, person, car } of about.records) {
    const isNamed = !isOther(person, whose)
    if (isNamed) learnPerson(whose, person)
    if (!isNamed && !isAlone.has(vehicle_id)) continue
    addCar(own, Object.values(car))
    if (vehicle_id !== null && !isAlone.has(vehicle_id)) cars.set(vehicle_id, car)
  }
  return { whose, cars }
}

/** The shop's other customers and cars, of those whom one of the texts may name. */
async function othersOf({ db, actor }: Shop, subject: Subject, texts: readonly string[]): Promise<Known> {
  const all = [...new Set(texts)].filter((text) => text !== '')
  const keys = (keyOf: (text: string) => string) => [...new Set(all.map(keyOf))].filter((key) => key !== '')
  const [names, numbers, cars] = [keys(nameKey), keys(numberKey), keys(carKey)]
  const persons = await db
    .selectFrom('customer')
    .where('shop_id', '=', actor.shop)
    .where((eb) => eb.not(oneOf('id', subject.customers)))
    .where((eb) =>
      eb.or([
        anyOf('name_key', names),
        anyOf('phone_key', numbers),
        anyOf('tax_key', numbers),
        anyOf('phone', all),
        anyOf('tax_no', all),
      ]),
    )
    .select(['name', 'phone', 'tax_no'])
    .execute()
  const vehicles = await db
    .selectFrom('vehicle')
    .where('shop_id', '=', actor.shop)
    .where((eb) => eb.not(oneOf('id', subject.vehicles)))
    .where((eb) => eb.or([anyOf('plate_key', cars), anyOf('vin_key', cars), anyOf('engine_no', all)]))
    .select(['plate', 'vin', 'engine_no'])
    .execute()
  const others = nobody()
  for (const person of persons) addPerson(others, person)
  for (const { plate, vin, engine_no } of vehicles) addCar(others, [plate, vin, engine_no])
  return others
}
