import { type Day, daysBetween } from '#shared/date.ts'
import { sameLook } from '#shared/text.ts'
import { foldName, foldPlain, upperTr } from '#shared/turkish.ts'

/** Returns the form in which names of work items are compared and counted (decisions: statistics). */
export const itemKey = (name: string): string => upperTr(sameLook(name))

/**
 * Returns the words of a name or a search term without Turkish marks; anything but letters and digits separates them.
 */
export const itemWords = (text: string): string[] => wordsIn(foldPlain(text))

const wordsIn = (folded: string): string[] => folded.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')

/** Returns the search text of a name: a space before each word, so that ' bal' matches the beginning of a word. */
export const itemSearchText = (name: string): string => spaced(itemWords(name))

const spaced = (words: readonly string[]): string => words.map((word) => ` ${word}`).join('')

/**
 * Returns how well a name with all words of `typed` matches it, the best first: 0 begins with it, 1 has it at the
 * beginning of a word, 2 and 3 are the same without Turkish marks, 4 has its words elsewhere.
 */
export function matchRank(name: string, typed: string): number {
  if (foldName(name).startsWith(foldName(typed))) return 0
  if (spaced(wordsIn(foldName(name))).includes(spaced(wordsIn(foldName(typed))))) return 1
  if (foldPlain(name).startsWith(foldPlain(typed))) return 2
  return itemSearchText(name).includes(spaced(itemWords(typed))) ? 3 : 4
}

/** A name, and how often and lately it was used; without uses for a name that nobody has used yet. */
interface NameUse {
  name: string
  use?: { uses: number; last_day: Day } | undefined
}

/**
 * Returns the names that have every typed word at the beginning of one of theirs: by how well they match, then by how
 * often and lately they were used, then by their letters.
 */
export function rankNames<Row extends NameUse>(rows: readonly Row[], typed: string, today: Day): Row[] {
  const words = itemWords(typed)
  return rows
    .filter(({ name }) => words.every((word) => itemSearchText(name).includes(` ${word}`)))
    .map((row) => ({
      row,
      rank: matchRank(row.name, typed),
      score: row.use === undefined ? 0 : usageScore(row.use, today),
      key: itemKey(row.name),
    }))
    .sort((a, b) => a.rank - b.rank || b.score - a.score || (a.key < b.key ? -1 : 1))
    .map(({ row }) => row)
}

/** The number of days after which a use counts half. */
const HALF_LIFE_DAYS = 90

/** Returns a score that grows with the number of uses and falls with the days since the last one. */
export const usageScore = ({ uses, last_day }: { uses: number; last_day: Day }, today: Day): number =>
  uses / (1 + Math.max(0, daysBetween(last_day, today)) / HALF_LIFE_DAYS)
