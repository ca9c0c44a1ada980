import * as z from 'zod/mini'

import { type Day, parseDay } from './date.ts'
import { messages, tooLong } from './messages.ts'
import { wholeDigits } from './money-parse.ts'
import { MAX_NAME_LENGTH } from './options.ts'
import { cleanText, isBlank } from './text.ts'

/** The accepted types of a text, a number or a date: old callers do not send exact types. */
const scalar = z.union([z.string(), z.number(), z.null()], messages.invalidInput)
type Scalar = z.output<typeof scalar>

const asText = (value: Scalar): string => (value === null ? '' : String(value))

type Read<T> = (value: Scalar) => { value: T } | { refusal: string }

/** Returns a field that parses a loosely typed value; `read` returns the value or the refusal. */
export const looseField = <T>(read: Read<T>) => z.pipe(scalar, reading(read))

/** Returns a field that accepts every type: a list, an object or a boolean is read as `null`. */
export const anyField = <T>(read: Read<T>) => z.pipe(z.catch(scalar, null), reading(read))

function reading<T>(read: Read<T>) {
  return z.transform((input: Scalar, context): T => {
    const result = read(input)
    if ('value' in result) return result.value
    context.issues.push({ code: 'custom', message: result.refusal, input })
    return z.NEVER
  })
}

/**
 * Returns a field for trimmed text of at most `max` characters without NUL, lone surrogates or control characters other
 * than line breaks (decisions: limits). `null` is read as empty.
 */
export const textField = (label: string, max: number = MAX_NAME_LENGTH) =>
  looseField<string>((input) => {
    const value = cleanText(asText(input))
    if (value === null) return { refusal: messages.invalidText }
    return value.length > max ? { refusal: tooLong(label, max) } : { value }
  })

/** The id of a row, a whole number of at least 0; empty and `null` are 0 (a new row). */
export const idField = looseField<number>((input) => {
  const text = asText(input).trim()
  if (text === '') return { value: 0 }
  const value = Number(text)
  return /^\d{1,16}$/.test(text) && Number.isSafeInteger(value) ? { value } : { refusal: messages.invalidId }
})

type Range = { min: number; max: number; read?: (text: string) => string | null }

/**
 * Returns a field for a whole number in a range, or `null` for empty. `read` parses the text, by default `wholeDigits`
 * ('120.000').
 */
export const wholeNumberField = ({ min, max, read = wholeDigits }: Range, refusal: string) =>
  looseField<number | null>((input) => {
    const text = asText(input)
    if (isBlank(text)) return { value: null }
    const digits = read(text)
    const value = Number(digits)
    return digits !== null && digits.length <= 15 && value >= min && value <= max ? { value } : { refusal }
  })

/** A calendar day in any of the accepted forms, or `null` for none (decisions: dates). */
export const dayField = looseField<Day | null>((input) => {
  const parsed = parseDay(asText(input))
  return parsed.ok ? { value: parsed.day } : { refusal: messages.invalidDate }
})

/** A month and a year, each optional; a month alone belongs to the current year. */
export const monthFilter = z.object(
  {
    month: z.optional(wholeNumberField({ min: 1, max: 12 }, messages.invalidMonth)),
    year: z.optional(wholeNumberField({ min: 1900, max: 2200 }, messages.invalidYear)),
  },
  messages.invalidInput,
)
export type MonthFilter = z.output<typeof monthFilter>

/** The input of a call without parameters; anything sent is ignored. */
export const noInput = z.object({}, messages.invalidInput)

/** A whole number, strictly typed, because only our own page sends it. */
const whole = (min: number, max: number) =>
  z.int(messages.invalidInput).check(z.gte(min, messages.invalidInput), z.lte(max, messages.invalidInput))

/** The number of a list's page, by default the first. */
export const pageField = z._default(whole(1, 1_000_000), 1)

export const directionField = z.enum(['asc', 'desc'], messages.invalidInput)

/** The idempotency key of one change, made by the page. */
export const keyField = z
  .string(messages.invalidInput)
  .check(z.regex(/^[\w-]{8,100}$/, messages.invalidInput))

/** The version of a row that the page has loaded. */
export const versionField = whole(1, 2_147_483_647)

/**
 * The fields that the page sends with every save (decisions: two people on one record): the loaded version, and an
 * idempotency key, so that a retry creates nothing twice and conflicts only with other users' changes.
 */
export const savingFields = {
  version: z.optional(versionField),
  key: z.optional(keyField),
}
