/** Amounts and days as people write them, without any code of the product. Amounts are integer kuruş. */

const grouped = (digits: string) => digits.replaceAll(/\B(?=(\d{3})+$)/g, '.')

/** Returns '1.234,05', with a hyphen below 0. */
export function plain(kurus: number): string {
  const digits = String(Math.abs(kurus)).padStart(3, '0')
  return `${kurus < 0 ? '-' : ''}${grouped(digits.slice(0, -2))},${digits.slice(-2)}`
}

/** Returns an amount of a screen or a paper: '₺1.234,05', '−₺12,35'. */
export const tl = (kurus: number): string => `${kurus < 0 ? '−' : ''}₺${plain(Math.abs(kurus))}`

/** Returns an amount without kuruş, halves away from zero: '₺1.235'. */
export const wholeTl = (kurus: number): string =>
  `${kurus < 0 ? '−' : ''}₺${grouped(String(Math.floor((Math.abs(kurus) + 50) / 100)))}`

/** Returns a price without VAT as one with 20 % VAT, rounded half up. */
export const withVat = (net: number): number => Math.floor((net * 12 + 5) / 10)

/** Returns the part of an amount that is left without its VAT of 20 %, rounded half away from zero. */
export const withoutVat = (gross: number): number =>
  gross < 0 ? -withoutVat(-gross) : Math.floor((gross * 10 + 6) / 12)

/** Returns the day '2026-11-26' as '26.11.2026'. */
export const dotted = (day: string): string => day.split('-').toReversed().join('.')

const DAY_MS = 24 * 60 * 60 * 1_000

/** Returns the number of days from one day to another. */
export const daysFrom = (one: string, other: string): number =>
  Math.round((Date.parse(other) - Date.parse(one)) / DAY_MS)

/** Returns the sum of numbers. */
export const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)
