import { randomKey } from '#client/lib/random-key.ts'
import { DISCOUNT_NAME, isDiscount } from '#shared/kayit/discount.ts'
import type { Kurus } from '#shared/money.ts'

import { type IslemRow, replaceRow, rowPrices } from './items.ts'

/** Returns the rows with a discount of so many kuruş, above 0, which replaces the present one. */
export function withDiscount(rows: readonly IslemRow[], kurus: Kurus): IslemRow[] {
  const present = rows.find(isDiscount)
  if (present !== undefined) return replaceRow(rows, { ...present, ...rowPrices(0 - kurus) })
  const added = {
    key: randomKey(),
    id: 0,
    islem_adi: DISCOUNT_NAME,
    islem_adet: 1,
    kind: 'discount' as const,
  }
  return [...rows, { ...added, ...rowPrices(0 - kurus) }]
}
