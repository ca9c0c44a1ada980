import type { Decimal } from './money-parse.ts'

/** An integer number of kuruş (1/100 lira), the form of every amount between modules and in the database. */
export type Kurus = number

/** Highest price of a work item and highest expense: 999.999.999,99 ₺ (decisions: limits). */
export const MAX_PRICE_KURUS: Kurus = 99_999_999_999

/** Highest quantity of a work item (decisions: limits). */
export const MAX_QUANTITY = 100_000

/**
 * Highest gross total of a record: 999.999.999.999,99 ₺. It allows 1,000 items at the highest price, and 90
 * records at the limit still add up exactly as a JavaScript number.
 */
export const MAX_TOTAL_KURUS: Kurus = 99_999_999_999_999

/** The number of pieces that stay within `MAX_TOTAL_KURUS` at any price. */
export const MAX_UNPRICED_PIECES = Math.floor(MAX_TOTAL_KURUS / MAX_PRICE_KURUS)

/** VAT is 20% everywhere (specification §9): gross = net × 12/10, net = gross × 5/6. */
export const VAT_PERCENT = 20

export interface Line {
  islem_adet: number
  /** VAT-inclusive unit price, as stored; below 0 in a discount, of which a record has one at most. */
  fiyat_kurus: Kurus
}

/** Amounts in kuruş with `net_kurus + kdv_kurus === brut_kurus`, for a line and for a record. */
export interface Totals {
  brut_kurus: Kurus
  net_kurus: Kurus
  kdv_kurus: Kurus
}

/** Divides and rounds half away from zero; the denominator is positive. */
export function divideRounded(numerator: bigint, denominator: bigint): bigint {
  const half = numerator < 0n ? -denominator : denominator
  return (2n * numerator + half) / (2n * denominator)
}

function toSafeNumber(value: bigint): Kurus | null {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : null
}

/** Converts lira to kuruş, rounded half away from zero; `null` beyond the safe integers (decisions: money). */
export function toKurus({ digits, scale }: Decimal): Kurus | null {
  return toSafeNumber(divideRounded(digits * 100n, 10n ** BigInt(scale)))
}

/**
 * Returns the VAT-inclusive price to store (specification §5): an amount without VAT is multiplied by 1.2 first, then
 * rounded. `null` beyond the safe integers; the caller checks `MAX_PRICE_KURUS`.
 */
export function grossPrice(amount: Decimal, { kdvDahil }: { kdvDahil: boolean }): Kurus | null {
  return toKurus(kdvDahil ? amount : { digits: amount.digits * 12n, scale: amount.scale + 1 })
}

function netOf(gross: bigint): bigint {
  return divideRounded(gross * 5n, 6n)
}

/** Returns the net unit price for display (decisions: VAT). Never store it: 100,05 shows 83,38, which is 100,06. */
export function netUnitPrice(kurus: Kurus): Kurus {
  return Number(netOf(BigInt(kurus)))
}

/** Returns the totals of one line; `null` if its gross exceeds `MAX_TOTAL_KURUS` (decisions: VAT). */
export function lineTotals(line: Line): Totals | null {
  return kayitTotals([line])
}

/**
 * Returns the totals of a record as the sums of its lines' totals, so that printed columns add up (decisions: VAT).
 * A discount leaves neither net nor VAT below 0. `null` if the gross exceeds `MAX_TOTAL_KURUS`. Throws RangeError for a
 * fractional quantity or price.
 */
export function kayitTotals(lines: readonly Line[]): Totals | null {
  let gross = 0n
  let net = 0n
  for (const line of lines) {
    const lineGross = BigInt(line.islem_adet) * BigInt(line.fiyat_kurus)
    gross += lineGross
    net += netOf(lineGross)
  }
  if (gross > BigInt(MAX_TOTAL_KURUS)) return null
  // The rounded nets of work can differ by some kuruş from that of a discount of the whole sum.
  if (gross >= 0n) net = net < 0n ? 0n : net > gross ? gross : net
  return { brut_kurus: Number(gross), net_kurus: Number(net), kdv_kurus: Number(gross - net) }
}

/** Converts kuruş to the lira number of the old paths; its shortest text is exact up to 70 trillion lira. */
export function kurusToLira(kurus: Kurus): number {
  return Number(decimalText(kurus))
}

/** Returns '-1234.05', a form that Intl and Number parse without loss. */
function decimalText(kurus: Kurus): `${number}` {
  const digits = String(Math.abs(kurus)).padStart(3, '0')
  return `${kurus < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}` as `${number}`
}

function formatter(digits: 0 | 2, style: 'currency' | 'decimal'): Intl.NumberFormat {
  return new Intl.NumberFormat('tr-TR', {
    style,
    currency: 'TRY',
    signDisplay: 'negative',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
}

const CURRENCY = { 0: formatter(0, 'currency'), 2: formatter(2, 'currency') }
const PLAIN = formatter(2, 'decimal')

/** Formats an amount: '₺1.234.567,50', '−₺12,35'; statistics omit the kuruş (specification §9). */
export function formatTL(kurus: Kurus, digits: 0 | 2 = 2): string {
  return CURRENCY[digits].format(decimalText(kurus)).replace('-', '\u2212')
}

/** Formats an amount for an input field: '1.250,00'. `parseDecimal(…, 'form')` reads it back unchanged. */
export function formatAmountInput(kurus: Kurus): string {
  return PLAIN.format(decimalText(kurus))
}

/** Formats an amount for other programs, without grouping: '1250,00', '-12,35'. */
export function formatPlainAmount(kurus: Kurus): string {
  return decimalText(kurus).replace('.', ',')
}
