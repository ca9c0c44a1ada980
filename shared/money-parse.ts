/**
 * An exact decimal number: `digits / 10^scale`; `digits` has the sign, `scale` is never negative. No amount is
 * converted to floating point between the sender's text and the kuruş.
 */
export interface Decimal {
  digits: bigint
  scale: number
}

/** `wire`: JSON and forms of integrating programs. `form`: text that a user typed into a field. */
export type AmountSource = 'wire' | 'form'

/** Longer texts are refused without parsing: the highest amount needs 18 characters with grouping and sign. */
const MAX_TEXT_LENGTH = 40

const ENVELOPE: Record<AmountSource, RegExp> = {
  wire: /^([-\u2212]?)([\d.,]+)$/,
  form: /^([-\u2212]?)\s*(?:₺|TL)?\s*([\d.,]+)\s*(?:₺|TL)?$/i,
}

/**
 * Parses an amount exactly; `null` when it is not one (decision 7). `1.250` is 1,25 on the wire, but one thousand
 * two hundred and fifty in a form. Callers refuse negative amounts.
 */
export function parseDecimal(value: string | number, source: AmountSource): Decimal | null {
  if (typeof value === 'number') return fromNumber(value)
  if (value.length > MAX_TEXT_LENGTH) return null
  const envelope = ENVELOPE[source].exec(value.trim())
  const parts = envelope?.[2] === undefined ? null : splitAmount(envelope[2], source)
  return parts === null ? null : toDecimal(parts, envelope?.[1] !== '')
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

/** `text` holds digits, dots and commas only. */
function splitAmount(text: string, source: AmountSource): Parts | null {
  const first = text.search(/[.,]/)
  if (first === -1) return { integer: text, fraction: '' }
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','))
  if (first === last) return splitAtOne(text, first, source)
  if (text[first] === text[last]) return withoutGroups(text, '')
  return withoutGroups(text.slice(0, last), text.slice(last + 1))
}

function splitAtOne(text: string, at: number, source: AmountSource): Parts | null {
  if (text.length === 1) return null
  if (source === 'form' && text[at] === '.') {
    const grouped = withoutGroups(text, '')
    if (grouped !== null) return grouped
  }
  return { integer: text.slice(0, at), fraction: text.slice(at + 1) }
}

/** A group sign repeats unchanged, so `1.250,000.50` and `1.25.000` are refused. */
function withoutGroups(text: string, fraction: string): Parts | null {
  const match = /^[1-9]\d{0,2}([.,])\d{3}(?:\1\d{3})*$/.exec(text)
  return match?.[1] === undefined ? null : { integer: text.replaceAll(match[1], ''), fraction }
}

/** A typed quantity: floored and at least 1 (specification §5), '1.250' is 1250. */
export function quantityFrom(text: string): number {
  const decimal = parseDecimal(text, 'form')
  if (decimal === null) return 1
  const whole = decimal.digits / 10n ** BigInt(decimal.scale)
  return whole < 1n ? 1 : Math.min(Number(whole), Number.MAX_SAFE_INTEGER)
}
