import type { Change } from '#server/platform/core/changes.ts'
import { fieldChanges, isNothing, itemChanges, type ChangedItem } from '#shared/change/rules.ts'

import { isSamePerson } from '#shared/customer/rules.ts'

import { customerIn, KAYIT_FIELDS, type KayitFields } from './derived.ts'

type Named = Pick<KayitFields, 'plaka' | 'musteri_adi_soyadi'>

/** What a record is called in the change log: plate and customer. */
export const kayitTitle = ({ plaka, musteri_adi_soyadi }: Named): string =>
  [plaka, musteri_adi_soyadi].filter((text) => text !== '').join(' · ')

type State = { customer_id: number | null; fields: KayitFields; islemler: readonly ChangedItem[] }

/** The fields that name a person or a car. */
const NAMING = new Set(['musteri_adi_soyadi', 'musteri_tel', 'tc_vergino', 'plaka', 'sasi_no', 'motor_no'])

/** Returns the creation of a record without `before`, or its change; none where nothing that is entered differs. */
export function kayitChange(id: number, before: State | undefined, after: State): Change[] {
  const { customer_id } = after
  const title = kayitTitle(after.fields)
  if (before === undefined) return [{ noun: 'kayit', id, verb: 'create', title, customer_id }]
  const fields = fieldChanges(KAYIT_FIELDS, before.fields, after.fields)
  const items = itemChanges(before.islemler, after.islemler)
  const detail = {
    ...(fields.length > 0 && { fields }),
    ...(!isNothing(items) && { items }),
  }
  if (Object.keys(detail).length === 0) return []
  const isNamed = fields.some(({ name }) => NAMING.has(name))
  const other_customer_id = isNamed ? namedBefore(before, after) : null
  return [{ noun: 'kayit', id, verb: 'update', title, detail, customer_id, other_customer_id }]
}

/** Returns the customer whom the record named before: 0 where the customer was corrected to another person. */
function namedBefore(before: State, after: State): number | null {
  const isCorrected = before.customer_id === after.customer_id
  return isCorrected && !isSamePerson(customerIn(before.fields), customerIn(after.fields))
    ? 0
    : (before.customer_id ?? 0)
}
