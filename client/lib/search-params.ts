import { isCleanText } from '#shared/text.ts'

/*
 * Reading a screen's state from its address. In the first chunk: the router checks every address with it.
 */

/** A whole number of a range; `undefined` for anything else. */
export function wholeParam(value: unknown, min: number, max: number): number | undefined {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isInteger(number) && number >= min && number <= max
    ? number
    : undefined
}

/** A text of at most `max` characters that the server takes. One typed by hand may be a number or `true`. */
export function textParam(value: unknown, max: number): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'string' && isCleanText(value) ? value.slice(0, max) : undefined
}

/** The parameters that are there and differ from their defaults: what is left stands in the address. */
export function keptParams<T extends object>(
  values: T,
  defaults: Partial<T>,
): { [Name in keyof T]?: NonNullable<T[Name]> } {
  const kept = Object.entries(values).filter(
    ([name, value]) => value !== undefined && value !== defaults[name as keyof T],
  )
  return Object.fromEntries(kept) as { [Name in keyof T]?: NonNullable<T[Name]> }
}
