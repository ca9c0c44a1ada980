import type { Shop } from '#server/platform/core/batches.ts'
import { customerKeys } from '#shared/customer/rules.ts'
import { foldName } from '#shared/turkish.ts'
import { plateKey, vinKey } from '#shared/vehicle.ts'

import { anyOf, oneOf, type Subject } from './subject.ts'

type Numbers = { numbers: readonly string[]; cars: readonly string[] }

/**
 * Of these phones, tax numbers, plates and chassis numbers, as far as they are the subject's, those that a customer or
 * a car has too who is somebody else's and not erased: what names them need not be about the subject.
 */
export async function othersNumbers(
  shop: Shop,
  subject: Subject,
  { numbers, cars }: Numbers,
): Promise<string[]> {
  return [...(await ofCustomers(shop, subject, numbers)), ...(await ofCars(shop, subject, cars))]
}

/** Of these names those that a customer has too who is somebody else and not erased. */
export async function othersNames(
  { db, actor }: Shop,
  { customers }: Subject,
  names: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('customer')
    .where('shop_id', '=', actor.shop)
    .where('erased_at', 'is', null)
    .where(anyOf('name_key', distinct(names.map(foldName))))
    .where((eb) => eb.not(oneOf('id', customers)))
    .select('name')
    .execute()
  return rows.map(({ name }) => name)
}

const distinct = (keys: readonly string[]) => [...new Set(keys)].filter((key) => key !== '')

async function ofCustomers({ db, actor }: Shop, { customers }: Subject, numbers: readonly string[]) {
  const keys = numbers.map((text) => customerKeys({ name: '', phone: text, tax_no: text }))
  const phones = distinct(keys.map(({ phone_key }) => phone_key))
  const taxes = distinct(keys.map(({ tax_key }) => tax_key))
  const rows = await db
    .selectFrom('customer')
    .where('shop_id', '=', actor.shop)
    .where('erased_at', 'is', null)
    .where((eb) => eb.or([anyOf('phone_key', phones), anyOf('tax_key', taxes)]))
    .where((eb) => eb.not(oneOf('id', customers)))
    .select(['phone', 'tax_no'])
    .execute()
  return rows.flatMap(({ phone, tax_no }) => [phone, tax_no])
}

async function ofCars({ db, actor }: Shop, { vehicles }: Subject, cars: readonly string[]) {
  const [plates, vins] = [distinct(cars.map(plateKey)), distinct(cars.map(vinKey))]
  const rows = await db
    .selectFrom('vehicle')
    .where('shop_id', '=', actor.shop)
    .where('erased_at', 'is', null)
    .where((eb) => eb.or([anyOf('plate_key', plates), anyOf('vin_key', vins)]))
    .where((eb) => eb.not(oneOf('id', vehicles)))
    .select(['plate', 'vin'])
    .execute()
  return rows.flatMap(({ plate, vin }) => [plate, vin])
}
