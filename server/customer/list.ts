import { sql } from 'kysely'

import type { UserCtx } from '#server/core/context.ts'
import { rootColumn, rootOf } from '#server/core/links.ts'
import { contains } from '#server/db/expressions.ts'
import type {
  CustomerListInput,
  CustomerListItem,
  CustomerPage,
  CustomerSort,
} from '#shared/customer/schema.ts'
import { carName } from '#shared/kayit/rules.ts'
import { searchPatterns } from '#shared/turkish.ts'

const SORT_COLUMNS = {
  name: 'name_sira',
  visits: 'visits',
  last_day: 'last_day',
  total: 'total_kurus',
} as const satisfies Record<CustomerSort, string>

/** Cars that a row names. */
const CARS = 3

/**
 * One page of the shop's customers, found by name, phone and tax number, and the size of the whole list. Where a search
 * finds nothing, what it finds without Turkish marks (decisions: search).
 */
export async function listCustomers(ctx: UserCtx, input: CustomerListInput): Promise<CustomerPage> {
  const exact = await pageOf(ctx, input, false)
  if (exact.total > 0 || input.q.trim() === '') return exact
  const near = await pageOf(ctx, input, true)
  return near.total === 0 ? exact : { ...near, similar: true }
}

async function pageOf(ctx: UserCtx, input: CustomerListInput, similar: boolean): Promise<CustomerPage> {
  const found = foundCustomers(ctx, { q: input.q, similar })
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const offset = (input.page - 1) * input.size
  const rows =
    offset >= total
      ? []
      : await found
          .select(['id', 'name', 'phone', 'visits', 'total_kurus', 'last_day'])
          .orderBy(sql.ref(SORT_COLUMNS[input.sort]), input.dir)
          .orderBy('id', input.dir)
          .limit(input.size)
          .offset(offset)
          .execute()
  return { items: await withCars(ctx, rows), total }
}

/**
 * The shop's customers with at least one record that counts, found by name, phone and tax number; with `similar`, by
 * the name without its Turkish marks.
 */
export function foundCustomers({ db, actor }: UserCtx, { q, similar }: { q: string; similar: boolean }) {
  const customers = db
    .selectFrom('customer')
    .where('user_id', '=', actor.shop)
    .where('visits', '>', 0)
    .where('merged_into', 'is', null)
  const { words, plainWords, phone } = searchPatterns(q)
  if (words.length === 0) return customers
  return customers.where((eb) => {
    if (similar) return eb.and(plainWords.map((word) => contains('ara_yalin', word)))
    return eb.or([
      eb.and(words.map((word) => contains('ara_ad', word))),
      ...(phone === '' ? [] : [contains('ara_no', phone)]),
    ])
  })
}

type Row = Omit<CustomerListItem, 'cars' | 'car_count'>

/** The cars of the customers' visits, the last one first. */
async function withCars({ db, actor }: UserCtx, rows: readonly Row[]): Promise<CustomerListItem[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const cars = await db
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
    .groupBy([rootColumn('customer'), 'vehicle.id', 'vehicle.merged_into'])
    .select((eb) => [
      rootColumn('customer').as('owner'),
      'vehicle.id',
      'vehicle.merged_into',
      eb.fn.max('kayit.gun').as('last_day'),
    ])
    .execute()
  const byOwner = new Map<number, number[]>()
  for (const { owner, ...car } of cars.sort((a, b) => (a.last_day < b.last_day ? 1 : -1)))
    byOwner.set(owner, [...new Set([...(byOwner.get(owner) ?? []), rootOf(car)])])
  const named = await namesOf(
    { db, actor },
    [...byOwner.values()].flatMap((all) => all.slice(0, CARS)),
  )
  return rows.map((row) => {
    const all = byOwner.get(row.id) ?? []
    return {
      ...row,
      cars: all.slice(0, CARS).flatMap((id) => named.get(id) ?? []),
      car_count: all.length,
    }
  })
}

async function namesOf({ db, actor }: Pick<UserCtx, 'db' | 'actor'>, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, CustomerListItem['cars'][number]>()
  const cars = await db
    .selectFrom('vehicle')
    .where('user_id', '=', actor.shop)
    .where('id', 'in', [...ids])
    .select(['id', 'plate', 'vin', 'make', 'model'])
    .execute()
  return new Map(
    cars.map(({ id, plate, vin, make, model }) => [
      id,
      { id, plate: plate || vin, name: carName({ arac_marka: make, arac_model: model }) },
    ]),
  )
}
