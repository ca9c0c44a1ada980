import type { UserCtx } from '#server/platform/core/context.ts'
import { rootColumn, rootOf } from '#server/directory/links.ts'
import { acrossOf, termsIn } from '#server/list/search.ts'
import type { SearchMatch } from '#server/list/search-match.ts'
import { DirectoryList, type DirectorySearch } from '#server/directory/list.ts'
import { termsOf } from '#server/list/search-terms.ts'
import type {
  CustomerListInput,
  CustomerListItem,
  CustomerPage,
  CustomerSort,
} from '#shared/customer/schema.ts'
import { carName } from '#shared/kayit/rules.ts'
import { searchPatterns } from '#shared/turkish.ts'

const SORT_COLUMNS = {
  name: 'name_sort_key',
  visits: 'visits',
  last_day: 'last_day',
  total: 'total_kurus',
} as const satisfies Record<CustomerSort, string>

const ROW = ['customer.id', 'name', 'phone', 'tax_no', 'visits', 'total_kurus', 'last_day'] as const

/** Cars that a row names. */
const CARS = 3

const list = new DirectoryList<Row, CustomerListItem, CustomerSort>({
  table: 'customer',
  columns: ROW,
  orders: SORT_COLUMNS,
  searchOf: async (_, asked) => customerSearch(asked),
  itemsOf: withCars,
})

/**
 * One page of the shop's customers, found by name, phone and tax number, and the size of the whole list. Where a search
 * finds nothing, its words may be in different fields, and then without Turkish marks (decisions: search).
 */
export const listCustomers = (ctx: UserCtx, input: CustomerListInput): Promise<CustomerPage> =>
  list.page(ctx, input)

/** Returns the customers of a search that came last. */
export const newestCustomers: typeof list.newest = (ctx, asked) => list.newest(ctx, asked)

/** A search of customers by name, phone and tax number. */
export function customerSearch({ q, match }: { q: string; match: SearchMatch }): DirectorySearch {
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
export type Row = Omit<CustomerListItem, 'cars' | 'car_count'> & { tax_no: string }

/** The cars of the customers' visits, the last one first. */
async function withCars({ db, actor }: UserCtx, rows: readonly Row[]): Promise<CustomerListItem[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const cars = await db
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
    .groupBy([rootColumn('customer'), 'vehicle.id', 'vehicle.merged_into'])
    .select((eb) => [
      rootColumn('customer').as('owner'),
      'vehicle.id',
      'vehicle.merged_into',
      eb.fn.max('kayit.day').as('last_day'),
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
    const { tax_no: _, ...item } = row
    const all = byOwner.get(row.id) ?? []
    return {
      ...item,
      cars: all.slice(0, CARS).flatMap((id) => named.get(id) ?? []),
      car_count: all.length,
    }
  })
}

async function namesOf({ db, actor }: Pick<UserCtx, 'db' | 'actor'>, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, CustomerListItem['cars'][number]>()
  const cars = await db
    .selectFrom('vehicle')
    .where('shop_id', '=', actor.shop)
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
