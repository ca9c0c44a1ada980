import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'

import { foldPlain } from '#shared/turkish.ts'

import type { DB } from './schema.ts'

/** What a text has to contain, and the same as the index of letters has it. */
export type Term = { text: string; key: string }

/** The words of a search. Of an accent alone nothing is left in the index, which would find every row of every shop. */
export const termsOf = (words: readonly string[]): Term[] =>
  words.map((word) => ({ text: word, key: foldPlain(word) })).filter(({ key }) => key !== '')

/** What the indexes of letters hold (migrations 20261123T1000 and T1100). */
const GRAMS = {
  kayit: sql`search_grams(kayit.shop_id, search_plain, search_vehicle, search_phone)`,
  vehicle: sql`search_grams(vehicle.shop_id, search_name, search_vehicle, '')`,
  customer: sql`search_grams(customer.shop_id, search_plain, '', search_number)`,
}

type Letters = { table: keyof typeof GRAMS; shop: number; kind: 'name' | 'car' | 'phone' }

/**
 * Whether a row may have a needle in its name (without Turkish marks), its car's numbers, or
 * the digits of its phone (from three on), by the table's index of letters. The text itself decides.
 */
export const mayContain = ({ table, shop, kind }: Letters, needle: string) =>
  sql<SqlBool>`may_contain(${GRAMS[table]}, search_keys(${shop}, ${sql.lit(kind)}, ${needle}))`

/** Whether a text contains another. Not by LIKE, for which each search would be planned anew. */
export const has = (column: string, text: string) => sql<SqlBool>`strpos(${sql.ref(column)}, ${text}) > 0`

/**
 * Whether a name has all words, or one of the other conditions holds. Of accents alone no word is left to look for, and
 * nothing is found.
 */
export function hasAllOr(
  words: readonly Expression<SqlBool>[],
  others: readonly Expression<SqlBool>[],
): Expression<SqlBool> {
  const either = [...(words.length === 0 ? [] : [sql`(${sql.join(words, sql` and `)})`]), ...others]
  return either.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(either, sql` or `)})`
}

/** The condition that each word has one of its alternatives; a word without any finds nothing. */
export const hasEachOf = (words: readonly (readonly Expression<SqlBool>[])[]): Expression<SqlBool> =>
  hasAllOr(
    words.map((alternatives) => hasAllOr([], alternatives)),
    [],
  )

/**
 * Whether a column is one of the values of a subquery, which is carried out first and once: as a join, PostgreSQL
 * read all rows of the shop where it has no statistics yet.
 */
export const isAmong = (column: string, values: Expression<unknown>) =>
  sql<SqlBool>`${sql.ref(column)} = any(array${values})`

/** The keys by which a car is looked for; '' and `undefined` are no key. */
type CarKeys = { plate_key: string | undefined; vin_key: string | undefined }

/** The condition that a car has one of the keys; without a key no car has. */
export const hasCarKey =
  ({ plate_key, vin_key }: CarKeys) =>
  (eb: ExpressionBuilder<DB, 'vehicle'>): Expression<SqlBool> =>
    eb.or([
      ...(plate_key === undefined || plate_key === '' ? [] : [eb('plate_key', '=', plate_key)]),
      ...(vin_key === undefined || vin_key === '' ? [] : [eb('vin_key', '=', vin_key)]),
    ])
