import { addDays, type Day } from '#shared/date.ts'

import { personalDataMessages } from './messages.ts'

/** The replacements of an erased customer's name and of a plate, without which a record cannot be saved. */
export const ERASED_CUSTOMER_NAME = 'Silinmiş müşteri'
export const ERASED_PLATE = 'Silinmiş'
/** The replacement of data that name another person, in the file of a customer's data. */
export const OTHER_PERSON = 'başka bir kişi'

/** The choices for keeping the change log, in months; the default is two years. */
export const CHANGE_MONTHS = [6, 12, 24, 36, 60, 120] as const
/** The choices for removing personal data from records, in years: VUK art. 253 (5), TTK art. 82 (10). */
export const ANONYMISE_YEARS = [5, 10] as const

/** Days for answering a request (law 6698, art. 13/2). */
const ANSWER_DAYS = 30

/** Returns the last day for the answer to a request. */
export const dueDay = (received: Day): Day => addDays(received, ANSWER_DAYS)

/** Returns whether the answer to a request was due before `today`. */
export const isOverdue = (
  { received_on, answered_on }: { received_on: Day; answered_on: Day | null },
  today: Day,
): boolean => answered_on === null && dueDay(received_on) < today

type RequestDays = { received_on: Day | null; answered_on: Day | null }

/** Returns the problem that prevents storing a request, or `null`. */
export function requestProblem({
  received_on,
  answered_on,
}: RequestDays): { field: keyof RequestDays; message: string } | null {
  if (received_on === null) return { field: 'received_on', message: personalDataMessages.receivedRequired }
  if (answered_on !== null && answered_on < received_on)
    return { field: 'answered_on', message: personalDataMessages.answeredBefore }
  return null
}

/** Returns the same day so many years earlier; 29 February becomes the 28th in a year without one. */
export function yearsBefore(day: Day, years: number): Day {
  const year = String(Number(day.slice(0, 4)) - years).padStart(4, '0')
  const earlier = `${year}${day.slice(4)}`
  return day.endsWith('-02-29') && Number(year) % 4 !== 0 ? `${year}-02-28` : earlier
}

/** Converts months to days, twelve months being 365: two years are 730 days. */
export const monthsInDays = (months: number): number => Math.round((months * 365) / 12)

const MASK = '•'
const [HEAD, TAIL] = [3, 3]

/**
 * Masks a tax or identity number for a list: '123•••••901'. A number of at most six characters is masked as a whole.
 */
export function maskedNumber(text: string): string {
  const characters = Array.from(text.replace(/\s/g, ''))
  const hidden = characters.length - HEAD - TAIL
  if (hidden <= 0) return MASK.repeat(characters.length)
  return `${characters.slice(0, HEAD).join('')}${MASK.repeat(hidden)}${characters.slice(-TAIL).join('')}`
}
