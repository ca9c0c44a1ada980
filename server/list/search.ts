import { type Expression, type SqlBool, sql } from 'kysely'

import { foldPlain } from '#shared/turkish.ts'

import { type SearchMatch, wordsAcross } from './search-match.ts'

/** A search term: the text that must occur, and the same text as the n-gram index stores it. */
export type Term = { text: string; key: string }

/** Returns the terms of a search. A word of accents alone has no key: it would find every row of every shop. */
export const termsOf = (words: readonly string[]): Term[] =>
  words.map((word) => ({ text: word, key: foldPlain(word) })).filter(({ key }) => key !== '')

/** Returns the condition that a text contains another, without LIKE, which PostgreSQL would plan anew each time. */
export const contains = (column: string, text: string) =>
  sql<SqlBool>`strpos(${sql.ref(column)}, ${text}) > 0`

/** Returns the condition that a name has all words, or that one of the others holds; without any it finds nothing. */
export function hasAllOr(
  words: readonly Expression<SqlBool>[],
  others: readonly Expression<SqlBool>[],
): Expression<SqlBool> {
  const either = [...(words.length === 0 ? [] : [sql`(${sql.join(words, sql` and `)})`]), ...others]
  return either.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(either, sql` or `)})`
}

/**
 * Returns the condition that a column is one of the values of a subquery, which PostgreSQL runs first and once. As a
 * join it read all rows of a shop without statistics.
 */
export const isAmong = (column: string, values: Expression<unknown>) =>
  sql<SqlBool>`${sql.ref(column)} = any(array${values})`

/** The fields that a search compares: names, the numbers of cars, the numbers of people. */
type Field = 'name' | 'car' | 'phone'

/** Terms in other fields than the name; any one of them is a hit. */
type Others = { car: Term[]; phone: Term[] }

/** The terms of a search, as the input of compiled statements. */
export type Search = {
  /** Terms that must all occur in the name. */
  names: Term[]
  others: Others
  /** Words that may each be in any field; they replace the terms above. */
  across: { name: Term; others: Others }[] | undefined
  /** Names are compared without their Turkish marks. */
  plain: boolean
  /**
   * Texts have to begin with the terms: a name at one of its words, a number as a whole. Used by forms that prefill a
   * customer or car; leaves out erased rows.
   */
  begins?: boolean
  /** Whether rows are tested one after the other, and not found through the n-gram index (scan-plan.ts). */
  testsRows?: boolean
  /** Rows that are found in another way. */
  known?: number[]
}

const termOf = (text: string): Term => ({ text, key: text })

/** Returns the terms of texts that are stored as the n-gram index has them; empty ones are left out. */
export const termsIn = (texts: readonly string[]): Term[] => texts.filter((text) => text !== '').map(termOf)

/** Returns `Search.across` of a query, with the fields that the rows have. */
export const acrossOf = (
  q: string,
  match: SearchMatch,
  fields: readonly (keyof Others)[],
): Search['across'] =>
  wordsAcross(q, match)?.map(({ name, vehicles, phones }) => ({
    name: { text: name, key: foldPlain(name) },
    others: {
      car: fields.includes('car') ? vehicles.map(termOf) : [],
      phone: fields.includes('phone') ? phones.map(termOf) : [],
    },
  }))

/** The columns that a search compares, and the expression of the n-gram index (migrations 20261123T1000 and T1100). */
const TEXTS = {
  kayit: {
    name: 'search_name',
    plain: 'search_plain',
    car: 'search_vehicle',
    phone: 'search_phone',
    grams: sql`search_grams(kayit.shop_id, search_plain, search_vehicle, search_phone)`,
  },
  vehicle: {
    name: 'search_name',
    plain: 'search_name',
    car: 'search_vehicle',
    phone: '',
    grams: sql`search_grams(vehicle.shop_id, search_name, search_vehicle, '')`,
  },
  customer: {
    name: 'search_name',
    plain: 'search_plain',
    car: '',
    phone: 'search_number',
    grams: sql`search_grams(customer.shop_id, search_plain, '', search_number)`,
  },
} as const

/** The tables whose rows are listed and searched. */
export type ListTable = keyof typeof TEXTS

type Ngrams = { table: ListTable; shop: number; kind: Field }

/**
 * Returns the condition that a row may contain a term in its name (without Turkish marks), its car's numbers or, from
 * three digits on, its phone. The n-gram index serves it; the text itself decides.
 */
export const mayContain = ({ table, shop, kind }: Ngrams, term: string) =>
  sql<SqlBool>`may_contain(${TEXTS[table].grams}, search_keys(${shop}, ${sql.lit(kind)}, ${term}))`

/** Returns the condition that a row is a hit of the search. */
export function isHit(table: ListTable, search: Search): Expression<SqlBool> {
  const { name, plain, ...columns } = TEXTS[table]
  const { begins = false, known } = search
  const isIn = (kind: Field, { text }: Term) =>
    kind === 'name'
      ? (begins ? hasWord : contains)(`${table}.${search.plain ? plain : name}`, text)
      : (begins ? startsWith : contains)(`${table}.${columns[kind]}`, text)
  const found = meets(search, isIn, known && sql<SqlBool>`id = any(${known})`)
  return begins && table !== 'kayit' ? sql<SqlBool>`${sql.ref('erased_at')} is null and ${found}` : found
}

const startsWith = (column: string, text: string) => sql<SqlBool>`strpos(${sql.ref(column)}, ${text}) = 1`
const hasWord = (column: string, word: string) =>
  sql<SqlBool>`strpos(' ' || ${sql.ref(column)}, ' ' || ${word}) > 0`

/** Returns the condition that a row may be a hit according to the n-gram index. */
export const mayBeHit = (table: ListTable, shop: number, search: Search): Expression<SqlBool> =>
  meets(
    search,
    (kind, { key }) => mayContain({ table, shop, kind }, key),
    search.known && sql<SqlBool>`(shop_id = ${shop} and id = any(${search.known}))`,
  )

/** All terms in the name, or one in another field, or one of the known rows; or each word in any field. */
function meets(
  { names, others, across }: Search,
  isIn: (kind: Field, term: Term) => Expression<SqlBool>,
  isKnown: Expression<SqlBool> | undefined,
): Expression<SqlBool> {
  const inOthers = ({ car, phone }: Others) => [
    ...car.map((term) => isIn('car', term)),
    ...phone.map((term) => isIn('phone', term)),
  ]
  const inName = names.map((term) => isIn('name', term))
  if (across === undefined)
    return hasAllOr(inName, [...inOthers(others), ...(isKnown === undefined ? [] : [isKnown])])
  const words = across.map((word) =>
    hasAllOr([], [...(word.name.key === '' ? [] : [isIn('name', word.name)]), ...inOthers(word.others)]),
  )
  return hasAllOr(words, [])
}
