import type { UserCtx } from './context.ts'

/** Every amount has a name like this, in answers as in the database: `fiyat_kurus`, `total_kurus`. */
type Amount = `${string}_kurus`

/** The same without amounts, at any depth. */
type WithoutPrices<T> = T extends readonly (infer Item)[]
  ? WithoutPrices<Item>[]
  : T extends object
    ? { [Name in keyof T as Name extends Amount ? never : Name]: WithoutPrices<T[Name]> }
    : T

/** A copy of an answer, which is made of JSON values, without amounts. */
export const withoutPrices = <T>(answer: T): WithoutPrices<T> => stripped(answer) as WithoutPrices<T>

function stripped(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(stripped)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([name]) => !name.endsWith('_kurus'))
  return Object.fromEntries(entries.map(([name, inner]) => [name, stripped(inner)]))
}

/** Whether the caller sees prices and may set them (decision 32). */
export const seesPrices = ({ actor }: UserCtx): boolean => actor.rights.includes('prices')

/**
 * The answer for the caller, without amounts for one who sees no prices. The operation's return type has its amounts
 * optional, so the compiler finds an answer that the page would not expect without them.
 */
export const redactFor = <T>(ctx: UserCtx, answer: T): T | WithoutPrices<T> =>
  seesPrices(ctx) ? answer : withoutPrices(answer)

/** The order of a list for the caller: sorting by a hidden sum would tell who paid more. */
export const shownOrder = <Asked extends { sort: string }>(ctx: UserCtx, asked: Asked): Asked =>
  asked.sort === 'total' && !seesPrices(ctx) ? { ...asked, sort: 'last_day' } : asked
