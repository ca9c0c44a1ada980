import { type Expression, type SqlBool, sql } from 'kysely'

import { foldPlain } from '#shared/turkish.ts'

/** A search term: the text that must occur, and the same text as the n-gram index stores it. */
export type Term = { text: string; key: string }

/** Returns the terms of a search. A word of accents alone has no key: it would find every row of every shop. */
export const termsOf = (words: readonly string[]): Term[] =>
  words.map((word) => ({ text: word, key: foldPlain(word) })).filter(({ key }) => key !== '')

/** The condition that a text contains another, without LIKE, for which PostgreSQL would plan each search anew. */
export const has = (column: string, text: string) => sql<SqlBool>`strpos(${sql.ref(column)}, ${text}) > 0`

/** The condition that a name has all words, or that one of the others holds; without any it finds nothing. */
export function hasAllOr(
  words: readonly Expression<SqlBool>[],
  others: readonly Expression<SqlBool>[],
): Expression<SqlBool> {
  const either = [...(words.length === 0 ? [] : [sql`(${sql.join(words, sql` and `)})`]), ...others]
  return either.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(either, sql` or `)})`
}

/**
 * The condition that a column is one of the values of a subquery, which PostgreSQL runs first and once: as a join it read
 * all rows of a shop that has no statistics yet.
 */
export const isAmong = (column: string, values: Expression<unknown>) =>
  sql<SqlBool>`${sql.ref(column)} = any(array${values})`
