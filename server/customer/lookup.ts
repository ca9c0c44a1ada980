import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely'

import type { UserCtx } from '#server/core/context.ts'
import { rootColumn } from '#server/core/links.ts'
import type { DB } from '#server/db/schema.ts'
import type { CustomerMatch, CustomerMatches } from '#shared/customer/schema.ts'
import { digitsIn, foldName, searchPatterns } from '#shared/turkish.ts'

/** From the second character on. */
const LEAST = 2
const MOST = 8
const MOST_CARS = 3

/** How a stored phone may begin before its area code. */
const BEFORE_AREA = ['', '0', '90', '0090']

/**
 * The shop's customers in whose name a word begins with each word of `q`, or whose phone begins with its digits: at
 * most eight, the newest visit first. Names that match only without their Turkish marks follow.
 */
export async function lookupCustomers(ctx: UserCtx, { q }: { q: string }): Promise<CustomerMatches> {
  if (foldName(q).length < LEAST) return { customers: [] }
  const found = /^[\d\s()+\-./]+$/.test(q) ? await byPhone(ctx, q) : await byName(ctx, q)
  const cars = await carsOf(ctx, found)
  return { customers: found.map((customer) => ({ ...customer, cars: cars.get(customer.id) ?? [] })) }
}

async function byPhone(ctx: UserCtx, q: string): Promise<Customer[]> {
  const national = digitsIn(q).replace(/^(?:00?90|90|0+)/, '')
  if (national === '') return []
  return customersOf(ctx, (eb) =>
    eb.or(BEFORE_AREA.map((before) => eb('ara_no', 'like', `${before}${national}%`))),
  )
}

async function byName(ctx: UserCtx, q: string): Promise<Customer[]> {
  const { words, plainWords } = searchPatterns(q)
  const found = await customersOf(ctx, (eb) => hasWords(eb, 'ara_ad', words))
  if (found.length === MOST) return found
  const known = [0, ...found.map(({ id }) => id)]
  const similar = await customersOf(ctx, (eb) =>
    eb.and([hasWords(eb, 'ara_yalin', plainWords), eb('id', 'not in', known)]),
  )
  return [...found, ...similar].slice(0, MOST)
}

type Conditions = ExpressionBuilder<DB, 'customer'>
type Condition = ExpressionWrapper<DB, 'customer', SqlBool>

/** Folded words are their own patterns. */
const hasWords = (eb: Conditions, column: 'ara_ad' | 'ara_yalin', words: readonly string[]): Condition =>
  eb.and(words.map((word) => eb.or([eb(column, 'like', `${word}%`), eb(column, 'like', `% ${word}%`)])))

type Customer = Omit<CustomerMatch, 'cars'>

async function customersOf(
  { db, actor }: UserCtx,
  matches: (eb: Conditions) => Condition,
): Promise<Customer[]> {
  const rows = await db
    .selectFrom('customer')
    .where('user_id', '=', actor.shop)
    .where('visits', '>', 0)
    .where('merged_into', 'is', null)
    .where(matches)
    .orderBy('last_day', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST)
    .select(['id', 'name', 'phone', 'tax_no', 'last_day'])
    .execute()
  return rows.flatMap(({ last_day, ...row }) => (last_day === null ? [] : [{ ...row, last_day }]))
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

/** With which cars the customers came, and on which day last: the newest first. */
async function visitsOf({ db, actor }: UserCtx, ids: readonly number[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('customer')
    .innerJoin('kayit', (join) =>
      join.onRef('kayit.user_id', '=', 'customer.user_id').onRef('kayit.customer_id', '=', 'customer.id'),
    )
    .innerJoin('vehicle', (join) =>
      join.onRef('vehicle.user_id', '=', 'kayit.user_id').onRef('vehicle.id', '=', 'kayit.vehicle_id'),
    )
    .where('customer.user_id', '=', actor.shop)
    .where((eb) => eb.or([eb('customer.id', 'in', ids), eb('customer.merged_into', 'in', ids)]))
    .where('kayit.deleted_at', 'is', null)
    .groupBy(['kayit.customer_id', 'customer.merged_into', rootColumn('vehicle')])
    .select(['kayit.customer_id', 'customer.merged_into', rootColumn('vehicle').as('vehicle_id')])
    .select((eb) => eb.fn.max('kayit.gun').as('day'))
    .orderBy('day', 'desc')
    .orderBy('vehicle_id', 'desc')
    .execute()
}

async function vehiclesAt({ db, actor }: UserCtx, ids: readonly number[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('vehicle')
    .where('user_id', '=', actor.shop)
    .where('id', 'in', ids)
    .select(['id', 'plate', 'vin', 'make', 'model', 'model_year', 'engine_no'])
    .execute()
}
