import { type Expression, type SqlBool, sql } from 'kysely'

import { containsPattern } from '#shared/turkish.ts'

const SHORT = /^[\p{L}\p{N}]{1,2}$/u

/**
 * A text in which each pair of letters is a word: 'kara' becomes ' k ka ar ra a'. The indexes of migration
 * 20261123T0900 hold this very expression.
 */
const pairsOf = (column: string) =>
  sql<string>`regexp_replace(' ' || ${sql.ref(column)}, '(.)', '\\1 \\1', 'g')`

/**
 * Whether a folded text contains a folded needle. One or two letters are too short for a trigram index, but not as a
 * word (or the beginning of one) of the text's pairs; LIKE on the text itself decides.
 */
export function contains(column: string, needle: string): Expression<SqlBool> {
  const text = sql<SqlBool>`${sql.ref(column)} like ${containsPattern(needle)}`
  if (!SHORT.test(needle)) return text
  const word = needle.length === 1 ? `% ${needle}%` : `% ${needle} %`
  return sql<SqlBool>`(${pairsOf(column)} like ${word} and ${text})`
}
