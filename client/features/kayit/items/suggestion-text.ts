import { formatDay } from '#shared/date.ts'
import type { ItemPackage, Suggestion } from '#shared/item/schema.ts'
import { formatAmountInput, formatTL, type Kurus, netUnitPrice, VAT_PERCENT } from '#shared/money.ts'

import type { NewLine } from './new-line.ts'

const LIRA = 10_000

/**
 * Returns a VAT-inclusive price as a user types it. Without VAT it may have four decimals, so that adding VAT restores
 * it exactly.
 */
export function priceText(kurus: Kurus, kdvDahil: boolean): string {
  if (kdvDahil) return formatAmountInput(kurus)
  const parts = Math.round((kurus * LIRA) / (100 + VAT_PERCENT))
  if (parts % 100 === 0) return formatAmountInput(parts / 100)
  return `${Math.floor(parts / LIRA)},${String(parts % LIRA).padStart(4, '0')}`
}

/** Returns the line of a suggestion: its name, its last or listed price, and its quantity. */
export const lineFromSuggestion = (
  { name, price_kurus, quantity }: Suggestion,
  kdvDahil: boolean,
): NewLine => ({
  islem_adi: name,
  islem_adet: quantity,
  fiyat: price_kurus === undefined ? '' : priceText(price_kurus, kdvDahil),
})

/**
 * Returns '2 × ₺1.250,00' as prices are typed now, '₺1.041,67 + KDV' without VAT, '2 adet' for a user who sees none.
 */
export function suggestedPriceText({ price_kurus, quantity }: Suggestion, kdvDahil: boolean): string {
  if (price_kurus === undefined) return quantity === 1 ? '' : `${quantity.toLocaleString('tr-TR')} adet`
  const price = kdvDahil ? formatTL(price_kurus) : `${formatTL(netUnitPrice(price_kurus))} + KDV`
  return quantity === 1 ? price : `${quantity.toLocaleString('tr-TR')} × ${price}`
}

/** Returns the sum of a package, '' for a user who sees no prices. */
export function packagePriceText({ items }: ItemPackage): string {
  const sums = items.map(({ fiyat_kurus, islem_adet }) => (fiyat_kurus ?? NaN) * islem_adet)
  const sum = sums.reduce((total, one) => total + one, 0)
  return Number.isNaN(sum) ? '' : formatTL(sum)
}

/** Returns the source of the price and the last use on the same car: 'Fiyat listesi · Bu araçta 02.02.2026'. */
export function suggestionSourceText({ source, last_day, car_day, price_kurus }: Suggestion): string {
  const what = price_kurus === undefined ? 'Son kullanım' : 'Son fiyat'
  const last = `${what}${last_day !== null && last_day !== car_day ? ` ${formatDay(last_day)}` : ''}`
  const from = source === 'list' ? 'Fiyat listesi' : last
  return car_day === null ? from : `${from} · Bu araçta ${formatDay(car_day)}`
}
