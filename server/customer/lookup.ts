import type { UserCtx } from '#server/platform/core/context.ts'
import { rootColumn } from '#server/directory/links.ts'
import type { DirectorySearch } from '#server/directory/list.ts'
import { termsOf } from '#server/list/search-terms.ts'
import { newestCustomers } from './list.ts'
import type { CustomerMatch, CustomerMatches } from '#shared/customer/schema.ts'
import { phoneDigits, phoneQuery } from '#shared/phone.ts'
import { foldName, searchPatterns } from '#shared/turkish.ts'

/** Shorter texts find nothing. */
const MIN_LENGTH = 2
const MOST = 8
const MOST_CARS = 3

/** How a stored phone may begin before its area code. */
const BEFORE_AREA = ['', '0', '90', '0090']

/**
 * The shop's customers in whose name a word begins with each word of `q`, or whose phone begins with its digits: at
 * most eight, the newest visit first. Names that match only without their Turkish marks follow.
 */
export async function lookupCustomers(ctx: UserCtx, { q }: { q: string }): Promise<CustomerMatches> {
  if (foldName(q).length < MIN_LENGTH) return { customers: [] }
  const shown = phoneQuery(q)
  const found = shown === '' ? await byName(ctx, q) : await byPhone(ctx, shown)
  const cars = await carsOf(ctx, found)
  return { customers: found.map((customer) => ({ ...customer, cars: cars.get(customer.id) ?? [] })) }
}

async function byPhone(ctx: UserCtx, q: string): Promise<Customer[]> {
  const national = phoneDigits(q).replace(/^(?:0?900?|0+)/, '')
  if (national === '') return []
  const phone = BEFORE_AREA.map((before) => ({ text: `${before}${national}`, key: national }))
  return newest(ctx, { ...BEGINS, others: { car: [], phone } })
}

async function byName(ctx: UserCtx, q: string): Promise<Customer[]> {
  const { words, plainWords } = searchPatterns(q)
  const found = await newest(ctx, { ...BEGINS, names: termsOf(words) })
  if (found.length === MOST) return found
  const known = new Set(found.map(({ id }) => id))
  const similar = await newest(ctx, { ...BEGINS, names: termsOf(plainWords), plain: true })
  return [...found, ...similar.filter(({ id }) => !known.has(id))].slice(0, MOST)
}

const BEGINS = { names: [], others: { car: [], phone: [] }, across: undefined, plain: false, begins: true }

type Customer = Omit<CustomerMatch, 'cars'>

/** Returns the customers with the latest visits. */
async function newest(ctx: UserCtx, search: DirectorySearch): Promise<Customer[]> {
  const rows = await newestCustomers(ctx, { search, most: MOST })
  return rows.flatMap(({ id, name, phone, tax_no, last_day }) =>
    last_day === null ? [] : [{ id, name, phone, tax_no, last_day }],
  )
}

/** The cars of each customer, the last one first; also those of whom was merged into them. */
async function carsOf(
  ctx: UserCtx,
  customers: readonly Customer[],
): Promise<Map<number, CustomerMatch['cars']>> {
  const ids = new Map(customers.map(({ id }) => [id, new Set<number>()]))
  for (const visit of await visitsOf(ctx, [...ids.keys()])) {
    const own = ids.get(visit.merged_into ?? visit.customer_id ?? 0)
    if (own !== undefined && own.size < MOST_CARS) own.add(visit.vehicle_id)
  }
  const rows = await vehiclesAt(
    ctx,
    [...ids.values()].flatMap((own) => [...own]),
  )
  const cars = new Map(rows.map((car) => [car.id, car]))
  return new Map([...ids].map(([id, own]) => [id, [...own].flatMap((car) => cars.get(car) ?? [])]))
}

/** Returns the cars of each customer with their last day, the newest first. */
async function visitsOf({ db, actor }: UserCtx, ids: readonly number[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('customer')
    .innerJoin('kayit', (join) =>
      join.onRef('kayit.shop_id', '=', 'customer.shop_id').onRef('kayit.customer_id', '=', 'customer.id'),
    )
    .innerJoin('vehicle', (join) =>
      join.onRef('vehicle.shop_id', '=', 'kayit.shop_id').onRef('vehicle.id', '=', 'kayit.vehicle_id'),
    )
    .where('customer.shop_id', '=', actor.shop)
    .where((eb) => eb.or([eb('customer.id', 'in', ids), eb('customer.merged_into', 'in', ids)]))
    .where('kayit.deleted_at', 'is', null)
    .groupBy(['kayit.customer_id', 'customer.merged_into', rootColumn('vehicle')])
    .select(['kayit.customer_id', 'customer.merged_into', rootColumn('vehicle').as('vehicle_id')])
    .select((eb) => eb.fn.max('kayit.day').as('day'))
    .orderBy('day', 'desc')
    .orderBy('vehicle_id', 'desc')
    .execute()
}

async function vehiclesAt({ db, actor }: UserCtx, ids: readonly number[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('vehicle')
    .where('shop_id', '=', actor.shop)
    .where('id', 'in', ids)
    .select(['id', 'plate', 'vin', 'make', 'model', 'model_year', 'engine_no'])
    .execute()
}
