import type { UserCtx } from '#server/platform/core/context.ts'
import { acrossOf, type Search, termsIn, termsOf } from '#server/list/search.ts'
import type { SearchMatch } from '#server/list/search-match.ts'
import { DirectoryList } from '#server/directory/list.ts'
import type {
  CustomerListInput,
  CustomerListItem,
  CustomerPage,
  CustomerSort,
} from '#shared/customer/schema.ts'
import { carName } from '#shared/kayit/rules.ts'
import { searchPatterns } from '#shared/turkish.ts'

import { lastCarsOf } from './cars.ts'

const SORT_COLUMNS = {
  name: 'name_sort_key',
  visits: 'visits',
  last_day: 'last_day',
  total: 'total_kurus',
} as const satisfies Record<CustomerSort, string>

const ROW = ['customer.id', 'name', 'phone', 'tax_no', 'visits', 'total_kurus', 'last_day'] as const

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

export const newestCustomers: typeof list.newest = (ctx, asked) => list.newest(ctx, asked)

/** A search of customers by name, phone and tax number. */
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
export type Row = Omit<CustomerListItem, 'cars' | 'car_count'> & { tax_no: string }

async function withCars(ctx: UserCtx, rows: readonly Row[]): Promise<CustomerListItem[]> {
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
