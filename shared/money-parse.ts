import { sameLook } from './text.ts'

/**
 * An exact decimal number: `digits / 10^scale`; `digits` has the sign, `scale` is never negative. No amount is
 * converted to floating point between the sender's text and the kuruş.
 */
export interface Decimal {
  digits: bigint
  scale: number
}

/**
 * The source of an amount: `wire` is JSON and forms of integrating programs, `form` is text that a user typed into a
 * field.
 */
export type AmountSource = 'wire' | 'form'

/** Longer texts are refused without parsing: the highest amount needs 18 characters with grouping and sign. */
const MAX_TEXT_LENGTH = 40

/** Sign, currency, digits with separators, a closing `,-` for "no kuruş", currency; in the form of `sameLook`. */
const ENVELOPE = /^(-?) ?(?:\p{Sc}|TL|TRY)? ?([\d.,' ]*?) ?([.,] ?-{1,2})? ?(?:\p{Sc}|TL|TRY)?$/iu

/**
 * Parses an amount exactly; `null` when it is not one (decision 7). `1.250` is 1,25 on the wire, but one thousand
 * two hundred and fifty in a form. Callers refuse negative amounts.
 */
export function parseDecimal(value: string | number, source: AmountSource): Decimal | null {
  if (typeof value === 'number') return fromNumber(value)
  if (value.length > MAX_TEXT_LENGTH) return null
  const [, sign, amount = '', closing] = ENVELOPE.exec(sameLook(value)) ?? []
  if (!/^[\d.,].*[\d.,]$|^\d$/.test(amount)) return null
  const parts = closing === undefined ? splitAmount(amount, source) : splitInteger(amount)
  return parts === null ? null : toDecimal(parts, sign !== '')
}

interface Parts {
  integer: string
  fraction: string
}

function toDecimal({ integer, fraction }: Parts, negative: boolean): Decimal {
  const digits = BigInt(integer + fraction)
  return { digits: negative ? -digits : digits, scale: fraction.length }
}

function fromNumber(value: number): Decimal | null {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value))
  if (match === null) return null
  const [, sign, integer = '', fraction = '', exponent = '0'] = match
  const { digits, scale } = toDecimal({ integer, fraction }, sign === '-')
  const shifted = scale - Number(exponent)
  return shifted < 0 ? { digits: digits * 10n ** BigInt(-shifted), scale: 0 } : { digits, scale: shifted }
}

/** Splits a text of digits, dots, commas, spaces and apostrophes; the latter two are never the decimal sign. */
function splitAmount(text: string, source: AmountSource): Parts | null {
  const points = text.match(/[.,]/g) ?? []
  const at = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','))
  const isOnlyPoint = points.length === 1 && !/[ ']/.test(text)
  if (isOnlyPoint) return splitAtOne(text, at, source)
  // A separator that occurs once, after those of another kind, is the decimal sign.
  const isDecimal = points.filter((point) => point === text[at]).length === 1
  return isDecimal ? splitInteger(text.slice(0, at), text.slice(at + 1)) : splitInteger(text)
}

function splitAtOne(text: string, at: number, source: AmountSource): Parts | null {
  if (text.length === 1) return null
  if (source === 'form' && text[at] === '.') {
    const grouped = splitInteger(text)
    if (grouped !== null) return grouped
  }
  return { integer: text.slice(0, at), fraction: text.slice(at + 1) }
}

/**
 * Returns the digits of a whole number, grouped or not. A group sign repeats unchanged, so `1.250,000.50` and
 * `1.25.000` are refused.
 */
function splitInteger(text: string, fraction = ''): Parts | null {
  if (!/^\d*$/.test(fraction)) return null
  if (/^\d+$/.test(text)) return { integer: text, fraction }
  const group = /^[1-9]\d{0,2}([.,' ])\d{3}(?:\1\d{3})*$/.exec(text)?.[1]
  return group === undefined ? null : { integer: text.replaceAll(group, ''), fraction }
}

/**
 * Returns the digits of a typed whole number, which dots, spaces or apostrophes may group; `null` for any other text.
 */
export function wholeDigits(text: string): string | null {
  if (text.length > MAX_TEXT_LENGTH || text.includes(',')) return null
  return splitInteger(sameLook(text))?.integer ?? null
}

/** Returns the digits of typed kilometres (`wholeDigits`), with or without their unit. */
export const kmDigits = (text: string): string | null => wholeDigits(sameLook(text).replace(/km\.?$/i, ''))

/** Returns a typed quantity, floored and at least 1 (specification §5); '1.250' is 1250. */
export function quantityFrom(text: string): number {
  const decimal = parseDecimal(text, 'form')
  if (decimal === null) return 1
  const whole = decimal.digits / 10n ** BigInt(decimal.scale)
  return whole < 1n ? 1 : Math.min(Number(whole), Number.MAX_SAFE_INTEGER)
}
