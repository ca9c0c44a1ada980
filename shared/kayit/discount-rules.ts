import { formatTL, grossPrice, type Kurus, kayitTotals, type Line, MAX_PRICE_KURUS } from '#shared/money.ts'
import { messages } from '#shared/messages.ts'
import type { Decimal } from '#shared/money-parse.ts'

import { isDiscount, type Kinded } from './discount.ts'

/** Returns the sum in kuruş that a discount can lower; `null` above the limit of a record. */
export const discountable = (items: readonly (Line & Kinded)[]): Kurus | null =>
  kayitTotals(items.filter((item) => !isDiscount(item)))?.brut_kurus ?? null

/** Returns the present discount in kuruş, above 0; 0 without one. */
export const discountOf = (items: readonly (Line & Kinded)[]): Kurus =>
  0 - (items.find(isDiscount)?.fiyat_kurus ?? 0)

/** Returns why a discount of so many kuruş is refused, or `null`. `sum` is that of `discountable`. */
export function discountRefusal(kurus: Kurus, sum: Kurus | null): string | null {
  if (kurus <= 0) return messages.discountRequired
  if (kurus > MAX_PRICE_KURUS) return messages.priceTooLarge
  return sum === null ? messages.totalTooLarge : excessRefusal(kurus, sum)
}

/** Returns why a discount of so many kuruş is more than the sum that it can lower, or `null`. */
export const excessRefusal = (kurus: Kurus, sum: Kurus): string | null =>
  kurus > sum ? `İskonto, işlemlerin toplamından (${formatTL(sum)}) fazla olamaz.` : null

/** Returns why items with their final prices must not be stored, or `null`: a second or too large discount. */
export function discountProblem(items: readonly (Line & Kinded)[]): string | null {
  const discounts = items.filter(isDiscount)
  if (discounts.length === 0) return null
  return discounts.length > 1 ? messages.oneDiscount : discountRefusal(discountOf(items), discountable(items))
}

/**
 * Returns a typed discount in kuruş with VAT: an amount with or without VAT, or a percentage of `sum` kuruş, rounded
 * half away from zero. `null` for a negative amount, more than 100 percent, and beyond the safe integers.
 */
export function discountFrom(
  typed: Decimal,
  { unit, kdvDahil, sum }: { unit: 'lira' | 'percent'; kdvDahil: boolean; sum: Kurus },
): Kurus | null {
  if (typed.digits < 0n) return null
  if (unit === 'lira') return grossPrice(typed, { kdvDahil })
  if (typed.digits > 100n * 10n ** BigInt(typed.scale)) return null
  // A percentage of kuruş is so many ten-thousandths of lira.
  return grossPrice({ digits: typed.digits * BigInt(sum), scale: typed.scale + 4 }, { kdvDahil: true })
}
