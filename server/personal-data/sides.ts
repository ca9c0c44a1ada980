import type { Selectable } from 'kysely'

import type { DB } from '#server/platform/db/schema.ts'

/** The fields that name a record's customer and car. */
export const PERSON = ['musteri_adi_soyadi', 'musteri_tel', 'tc_vergino'] as const
export const CAR = ['plaka', 'sasi_no', 'motor_no'] as const

/** The name in a record's title: 'plate · name', where there is a plate. */
export const namedIn = (title: string): string => {
  const parts = title.split(' · ')
  return parts.length === 1 ? title : parts.slice(1).join(' · ')
}

/** Whether a record was the customer's before and after a change; `null` where the ids do not tell it. */
export type Sides = { before: boolean | null; after: boolean | null }

/** The ids of a change's record and of its customer before and after it. */
type LinkedChange = Pick<
  Selectable<DB['change']>,
  'id' | 'noun' | 'target_id' | 'customer_id' | 'other_customer_id'
>

/**
 * Returns the sides of each change of a record, from `rows`, the oldest first. For a record whose customer was corrected to
 * another person, the ids tell only what came later.
 */
export function sidesOf(rows: readonly LinkedChange[], customers: readonly number[]): Map<number, Sides> {
  const family = new Set(customers)
  const corrected = new Set<number | null>()
  const sides = new Map<number, Sides>()
  for (const { id, noun, target_id, customer_id, other_customer_id } of rows.toReversed()) {
    if (noun !== 'kayit') continue
    const isOwn = (customer: number | null) => {
      const isFamily = customer !== null && family.has(customer)
      return customer === null || (isFamily && corrected.has(target_id)) ? null : isFamily
    }
    const after = isOwn(customer_id)
    if (other_customer_id === 0) corrected.add(target_id)
    sides.set(id, { before: isOwn(other_customer_id ?? customer_id), after })
  }
  return sides
}
