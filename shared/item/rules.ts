import { type Day, daysBetween } from '#shared/date.ts'
import { sameLook } from '#shared/text.ts'
import { foldName, foldPlain, upperTr } from '#shared/turkish.ts'

/** The form in which names of work items are compared and counted (decisions: statistics). */
export const itemKey = (name: string): string => upperTr(sameLook(name))

/** The words of a name, or of a search for one, without Turkish marks; anything but letters and digits separates. */
export const itemWords = (text: string): string[] => wordsIn(foldPlain(text))

const wordsIn = (folded: string): string[] => folded.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')

/** The search text of a name: each of its words after a space, so that ' bal' is the beginning of one. */
export const itemSearchText = (name: string): string => spaced(itemWords(name))

const spaced = (words: readonly string[]): string => words.map((word) => ` ${word}`).join('')

/**
 * How well a name that has all words of `typed` matches it, the best first: 0 begins with it, 1 has it at the beginning
 * of a word, 2 and 3 the same without Turkish marks, 4 has its words elsewhere.
 */
export function matchRank(name: string, typed: string): number {
  if (foldName(name).startsWith(foldName(typed))) return 0
  if (spaced(wordsIn(foldName(name))).includes(spaced(wordsIn(foldName(typed))))) return 1
  if (foldPlain(name).startsWith(foldPlain(typed))) return 2
  return itemSearchText(name).includes(spaced(itemWords(typed))) ? 3 : 4
}

/** After this many days a use counts half. */
const HALF_LIFE_DAYS = 90

/** How often and how lately a name was used, as one number. */
export const usageScore = ({ uses, last_day }: { uses: number; last_day: Day }, today: Day): number =>
  uses / (1 + Math.max(0, daysBetween(last_day, today)) / HALF_LIFE_DAYS)
