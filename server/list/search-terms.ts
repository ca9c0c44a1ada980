import { type Expression, type SqlBool, sql } from 'kysely'

import { foldPlain } from '#shared/turkish.ts'

/** A search term: the text that must occur, and the same text as the n-gram index stores it. */
export type Term = { text: string; key: string }

/** Returns the terms of a search. A word of accents alone has no key: it would find every row of every shop. */
export const termsOf = (words: readonly string[]): Term[] =>
  words.map((word) => ({ text: word, key: foldPlain(word) })).filter(({ key }) => key !== '')

/** The expressions of the n-gram indexes (migrations 20261123T1000 and T1100). */
const GRAMS = {
  kayit: sql`search_grams(kayit.shop_id, search_plain, search_vehicle, search_phone)`,
  vehicle: sql`search_grams(vehicle.shop_id, search_name, search_vehicle, '')`,
  customer: sql`search_grams(customer.shop_id, search_plain, '', search_number)`,
}

type Ngrams = { table: keyof typeof GRAMS; shop: number; kind: 'name' | 'car' | 'phone' }

/**
 * The condition that a row may contain a term in its name (without Turkish marks), its car's numbers or, from three
 * digits on, its phone. The n-gram index serves it; the text itself decides.
 */
export const mayContain = ({ table, shop, kind }: Ngrams, term: string) =>
  sql<SqlBool>`may_contain(${GRAMS[table]}, search_keys(${shop}, ${sql.lit(kind)}, ${term}))`

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

/** The condition that each word has one of its alternatives; a word without alternatives finds nothing. */
export const hasEachOf = (words: readonly (readonly Expression<SqlBool>[])[]): Expression<SqlBool> =>
  hasAllOr(
    words.map((alternatives) => hasAllOr([], alternatives)),
    [],
  )

/**
 * The condition that a column is one of the values of a subquery, which PostgreSQL runs first and once: as a join it read
 * all rows of a shop that has no statistics yet.
 */
export const isAmong = (column: string, values: Expression<unknown>) =>
  sql<SqlBool>`${sql.ref(column)} = any(array${values})`
