import { type Expression, type Kysely, type SqlBool, sql } from 'kysely'

import type { DB } from '#server/platform/db/schema.ts'
import { foldPlain } from '#shared/turkish.ts'

import { type ListRows, type ListTable, optimizationFence } from './fence.ts'
import { type SearchMatch, wordsAcross } from './search-match.ts'
import { has, hasAllOr, type Term } from './search-terms.ts'

/** The fields that a search compares: names, the numbers of cars, the numbers of people. */
type Field = 'name' | 'car' | 'phone'

/** Terms in another field than the name, of which one is a hit. */
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
  /** Texts have to begin with the terms: a name at one of its words, a number as a whole. */
  begins?: boolean
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
} as const satisfies Record<ListTable, object>

type Ngrams = { table: ListTable; shop: number; kind: Field }

/**
 * The condition that a row may contain a term in its name (without Turkish marks), its car's numbers or, from three
 * digits on, its phone. The n-gram index serves it; the text itself decides.
 */
export const mayContain = ({ table, shop, kind }: Ngrams, term: string) =>
  sql<SqlBool>`may_contain(${TEXTS[table].grams}, search_keys(${shop}, ${sql.lit(kind)}, ${term}))`

/** The condition that a row is a hit of the search. */
export function isHit(table: ListTable, search: Search): Expression<SqlBool> {
  const { name, plain, ...columns } = TEXTS[table]
  const { begins = false, known } = search
  const isIn = (kind: Field, { text }: Term) =>
    kind === 'name'
      ? (begins ? hasWord : has)(`${table}.${search.plain ? plain : name}`, text)
      : (begins ? startsWith : has)(`${table}.${columns[kind]}`, text)
  return meets(search, isIn, known && sql<SqlBool>`id = any(${known})`)
}

const startsWith = (column: string, text: string) => sql<SqlBool>`strpos(${sql.ref(column)}, ${text}) = 1`
const hasWord = (column: string, word: string) =>
  sql<SqlBool>`strpos(' ' || ${sql.ref(column)}, ' ' || ${word}) > 0`

type Searched = { shop: number; search: Search; sharded: boolean }

/**
 * Returns the rows that may be hits, by the n-gram index alone: PostgreSQL cannot estimate how many these are. The index
 * contains the shop; with a condition on it as well, which `sharded` adds, all rows of the shop are read in their index.
 */
export function candidatesOf<Table extends ListTable>(
  db: Kysely<DB>,
  table: Table,
  { shop, search, sharded }: Searched,
): ListRows<Table> {
  const mayBeIn = (kind: Field, { key }: Term) => mayContain({ table, shop, kind }, key)
  const known = search.known && sql<SqlBool>`(shop_id = ${shop} and id = any(${search.known}))`
  // The types of Kysely take one table.
  const rows = db.selectFrom(table as 'kayit')
  const all = sharded ? rows.where(sql.ref<number>(`${table}.shop_id`), '=', shop) : rows
  const found = all.where(meets(search, mayBeIn, known))
  return optimizationFence(db, table, found as unknown as ListRows<Table>)
}

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
