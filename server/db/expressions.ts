import { type Expression, type SqlBool, sql } from 'kysely'

import { containsPattern } from '#shared/turkish.ts'

/**
 * Whether a record may have a needle of at most 100 characters in its name (without Turkish marks), its car's numbers,
 * or the digits of its phone, by the index `kayit_harfler` (migration 20261123T1000). LIKE on the text itself decides.
 */
export const mayContain = (shop: number, kind: 'name' | 'car' | 'phone', needle: string) =>
  sql<SqlBool>`may_contain(search_grams(kayit.user_id, ara_yalin, ara_arac, ara_tel),
    search_keys(${shop}, ${sql.lit(kind)}, ${needle}))`

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
