import { sql } from 'kysely'

import type { UserCtx } from '#server/platform/core/context.ts'
import { acrossOf, type Search, termsIn, termsOf } from '#server/list/search.ts'
import type { SearchMatch } from '#server/list/search-match.ts'
import { rootColumn } from '#server/directory/links.ts'
import { DirectoryReader } from '#server/directory/directory-reader.ts'
import { ownRows, inSameShop } from '#server/platform/core/own-rows.ts'
import type {
  CustomerListInput,
  CustomerListItem,
  CustomerMatch,
  CustomerMatches,
  CustomerPage,
  CustomerSort,
} from '#shared/customer/schema.ts'
import { carName } from '#shared/kayit/rules.ts'
import { phoneDigits, phoneQuery } from '#shared/phone.ts'
import { foldName, searchPatterns } from '#shared/turkish.ts'

const SORT_COLUMNS = {
  name: 'name_sort_key',
  visits: 'visits',
  last_day: 'last_day',
  total: 'total_kurus',
} as const satisfies Record<CustomerSort, string>

const ROW = ['customer.id', 'name', 'phone', 'tax_no', 'visits', 'total_kurus', 'last_day'] as const

const list = new DirectoryReader<CustomerRow, CustomerListItem, CustomerSort>({
  table: 'customer',
  columns: ROW,
  orders: SORT_COLUMNS,
  searchOf: async (_, asked) => customerSearch(asked),
  itemsOf: withCars,
})

/**
 * Returns one page of the shop's customers, found by name, phone and tax number, and the size of the whole list. If a
 * search finds nothing, its words may match different fields, and then without Turkish marks (decisions: search).
 */
export const listCustomers = (ctx: UserCtx, input: CustomerListInput): Promise<CustomerPage> =>
  list.page(ctx, input)

export const findNewestCustomers: typeof list.findNewest = (ctx, asked) => list.findNewest(ctx, asked)

/** Returns the search of customers by name, phone and tax number; `undefined` without a word. */
export function customerSearch({ q, match }: { q: string; match: SearchMatch }): Search | undefined {
  const { words, plainWords, phone } = searchPatterns(q)
  if (words.length === 0) return undefined
  const similar = match === 'similar'
  return {
    names: termsOf(similar ? plainWords : words),
    others: { car: [], phone: similar ? [] : termsIn([phone]) },
    across: acrossOf(q, match, ['phone']),
    plain: similar,
  }
}

/** A customer in the list, before the cars are known. */
export type CustomerRow = Omit<CustomerListItem, 'cars' | 'car_count'> & { tax_no: string }

async function withCars(ctx: UserCtx, rows: readonly CustomerRow[]): Promise<CustomerListItem[]> {
  const carsOf = await lastCarsOf(ctx, rows)
  return rows.map(({ tax_no: _number, ...item }) => {
    const { cars, count } = carsOf(item.id)
    const shown = cars.map(({ id, plate, vin, make, model }) => ({
      id,
      plate: plate || vin,
      name: carName({ arac_marka: make, arac_model: model }),
    }))
    return { ...item, cars: shown, car_count: count }
  })
}

/** Cars that are shown beside a customer. */
const SHOWN = 3

/** Returns a function from a customer's id to the last cars, newest first, and their number, also of merged rows. */
export async function lastCarsOf(ctx: UserCtx, customers: readonly { id: number }[]) {
  const visits = Map.groupBy(await visitsOf(ctx, customers), (one) => one.merged_into ?? one.customer_id)
  const carsOf = new Map(
    [...visits].map(([id, own]) => [id, [...new Set(own.map(({ vehicle_id }) => vehicle_id))]]),
  )
  const ids = [...carsOf.values()].flatMap((all) => all.slice(0, SHOWN))
  const details = ownRows(ctx, 'vehicle')
    .where('id', 'in', ids)
    .select(['id', 'plate', 'vin', 'make', 'model', 'model_year', 'engine_no'])
  const cars = new Map(ids.length === 0 ? [] : (await details.execute()).map((car) => [car.id, car]))
  return (id: number) => {
    const all = carsOf.get(id) ?? []
    return { cars: all.slice(0, SHOWN).flatMap((car) => cars.get(car) ?? []), count: all.length }
  }
}

/** Returns the visits of these customers with their cars, the newest first. */
async function visitsOf(ctx: UserCtx, customers: readonly { id: number }[]) {
  if (customers.length === 0) return []
  const ids = customers.map(({ id }) => id)
  return ownRows(ctx, 'customer')
    .innerJoin('kayit', inSameShop('kayit.customer_id', 'customer.id'))
    .innerJoin('vehicle', inSameShop('vehicle.id', 'kayit.vehicle_id'))
    .where((eb) => eb.or([eb('customer.id', 'in', ids), eb('customer.merged_into', 'in', ids)]))
    .where('kayit.deleted_at', 'is', null)
    .where('kayit.stage', '=', sql.lit('visit'))
    .groupBy(['kayit.customer_id', 'customer.merged_into', rootColumn('vehicle')])
    .select(['kayit.customer_id', 'customer.merged_into', rootColumn('vehicle').as('vehicle_id')])
    .select((eb) => eb.fn.max('kayit.day').as('day'))
    .orderBy('day', 'desc')
    .orderBy('vehicle_id', 'desc')
    .execute()
}

/** Shorter texts find nothing. */
const MIN_LENGTH = 2
const MOST = 8

/** How a stored phone may begin before its area code. */
const BEFORE_AREA = ['', '0', '90', '0090']

/**
 * Returns at most eight of the shop's customers, the newest visit first: each word of `q` begins a word of the name, or
 * its digits begin the phone. Names that match only without their Turkish marks follow.
 */
export async function lookupCustomers(ctx: UserCtx, { q }: { q: string }): Promise<CustomerMatches> {
  if (foldName(q).length < MIN_LENGTH) return { customers: [] }
  const shown = phoneQuery(q)
  const found = shown === '' ? await byName(ctx, q) : await byPhone(ctx, shown)
  const carsOf = await lastCarsOf(ctx, found)
  return { customers: found.map((customer) => ({ ...customer, cars: carsOf(customer.id).cars })) }
}

async function byPhone(ctx: UserCtx, q: string): Promise<Match[]> {
  const national = phoneDigits(q).replace(/^(?:0?900?|0+)/, '')
  if (national === '') return []
  const phone = BEFORE_AREA.map((before) => ({ text: `${before}${national}`, key: national }))
  return findMatches(ctx, { ...PREFIX, others: { car: [], phone } })
}

async function byName(ctx: UserCtx, q: string): Promise<Match[]> {
  const { words, plainWords } = searchPatterns(q)
  const found = await findMatches(ctx, { ...PREFIX, names: termsOf(words) })
  if (found.length === MOST) return found
  const known = new Set(found.map(({ id }) => id))
  const similar = await findMatches(ctx, { ...PREFIX, names: termsOf(plainWords), plain: true })
  return [...found, ...similar.filter(({ id }) => !known.has(id))].slice(0, MOST)
}

const PREFIX = { names: [], others: { car: [], phone: [] }, across: undefined, plain: false, begins: true }

type Match = Omit<CustomerMatch, 'cars'>

async function findMatches(ctx: UserCtx, search: Search | undefined): Promise<Match[]> {
  const rows = await findNewestCustomers(ctx, { search, most: MOST })
  return rows.flatMap(({ id, name, phone, tax_no, last_day }) =>
    last_day === null ? [] : [{ id, name, phone, tax_no, last_day }],
  )
}
