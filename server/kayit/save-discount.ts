import { AppError } from '#shared/errors.ts'
import { DISCOUNT_NAME, isDiscount } from '#shared/kayit/discount.ts'
import { discountProblem } from '#shared/kayit/discount-rules.ts'
import type { IslemInput } from '#shared/kayit/schema.ts'
import { staffMessages } from '#shared/staff/messages.ts'

import type { ItemRow } from './items.ts'
import { partnersOf, planPrices, type PricedInput, type PriceState, withoutPrice } from './save-prices.ts'

/**
 * Returns the sent items with their final prices, the record's discount last. A caller who sees no prices keeps the
 * stored discount, not the sent one. Throws INVALID for a second discount, for one above the sum of the other items,
 * and as `planPrices` does.
 */
export function planDiscount(sent: readonly IslemInput[], state: PriceState): PricedInput[] {
  const stored = state.stored.find(isDiscount)
  const items = state.canSeePrices ? recogniseDiscount(sent, stored) : keepDiscount(sent, stored)
  const discounts = items.filter(isDiscount)
  const work = items.filter((item) => !isDiscount(item))
  if (!state.canSeePrices && stored !== undefined) requireNoLess(work, state.stored)
  const priced = [...planPrices(work, state), ...discounts.map((item) => asDiscount(item, stored))]
  const problem = discountProblem(priced)
  if (problem === null) return priced
  throw new AppError('INVALID', problem, { field: `islemler.${priced.length - 1}.fiyat_kurus` })
}

/**
 * Returns the items with the discount marked. An old path marks none: the discount comes back with the stored amount
 * under its id, or its name and quantity; any other negative price counts as 0 (specification §5).
 */
function recogniseDiscount(sent: readonly IslemInput[], stored: ItemRow | undefined): IslemInput[] {
  const isStored = ({ id, islem_adi, islem_adet, fiyat_kurus }: IslemInput) =>
    stored !== undefined &&
    fiyat_kurus === stored.fiyat_kurus &&
    (id === stored.id || (islem_adi === stored.islem_adi && islem_adet === stored.islem_adet))
  const found = sent.some(isDiscount) ? undefined : sent.find(isStored)
  return sent.map((item) => {
    if (item === found) return { ...item, kind: 'discount' }
    const isNegative = !isDiscount(item) && (item.fiyat_kurus ?? 0) < 0
    return isNegative ? { ...item, fiyat_kurus: 0 } : item
  })
}

/** Returns the items with the stored discount, and without any other. An old path names it by its id or its name. */
function keepDiscount(sent: readonly IslemInput[], stored: ItemRow | undefined): IslemInput[] {
  const work = sent.filter((item) => !isDiscount(item)).map(withoutPrice)
  if (stored === undefined) return work
  const named =
    work.find(({ id }) => id === stored.id) ??
    work.find(({ id, islem_adi }) => id === 0 && islem_adi === stored.islem_adi)
  const { id, islem_adi, islem_adet, fiyat_kurus } = stored
  const key = sent.find(isDiscount)?.key
  const discount = { id, key, islem_adi, islem_adet, fiyat_kurus, kind: 'discount' as const }
  return [...work.filter((item) => item !== named), discount]
}

/** Returns the item as a discount is stored; it takes the place of the stored one, so that the change log shows both. */
const asDiscount = (item: IslemInput, stored: ItemRow | undefined): PricedInput => ({
  ...item,
  id: stored?.id ?? item.id,
  islem_adi: DISCOUNT_NAME,
  islem_adet: 1,
  fiyat_kurus: item.fiyat_kurus ?? stored?.fiyat_kurus ?? 0,
})

/**
 * Throws INVALID if a caller who sees no prices removes work, or some pieces, from a record with a discount. Refusing
 * only what the discount exceeds would reveal hidden prices, as in `requireFewPieces`.
 */
function requireNoLess(work: readonly IslemInput[], stored: readonly ItemRow[]): void {
  const left = new Map(
    partnersOf(work, stored).map((partner, index) => [partner?.id, work[index]?.islem_adet ?? 0]),
  )
  const isLess = ({ id, islem_adet }: ItemRow) => (left.get(id) ?? 0) < islem_adet
  if (stored.some((item) => !isDiscount(item) && isLess(item)))
    throw new AppError('INVALID', staffMessages.discountStays, { field: 'islemler' })
}
