import type { Selectable } from 'kysely'

import { isSame, rederiveRows, type ShopCtx } from '#server/platform/core/own-rows.ts'
import { Identification, ifUnerased, LINKED_COLUMNS } from '#server/directory/identify.ts'
import { sumAccounts } from '#server/payment/queries.ts'
import { withVisitSums } from '#server/directory/visit-totals.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { type CustomerFacts, customerKeys, isSameCustomer, pickCustomer } from '#shared/customer/rules.ts'
import { phoneDigits } from '#shared/phone.ts'
import { digitsIn } from '#shared/text.ts'
import { foldName, foldPlain, storedSortKey } from '#shared/turkish.ts'

export const COLUMNS = [
  ...LINKED_COLUMNS,
  'name',
  'name_key',
  'phone',
  'phone_key',
  'tax_no',
  'tax_key',
  'search_number',
  'search_plain',
  'search_name',
  'name_sort_key',
] as const

export type Customer = Pick<Selectable<DB['customer']>, (typeof COLUMNS)[number]>

/** Decides the customer of a record: by the tax number, by phone and name, or as the one with whom its car came last. */
export const customerIdentity = new Identification<CustomerFacts, Customer>({
  keysOf: customerKeys,
  derivedColumns,
  find: ({ rows, lastOfCars }, { facts, vehicleId }) => {
    const keys = customerKeys(facts)
    const last = ifUnerased(vehicleId === undefined ? undefined : lastOfCars?.get(vehicleId))
    return pickCustomer(rows, keys) ?? (last && isSameCustomer(last, keys) ? last : undefined)
  },
  isNamed: hasKeysOf,
  isNamedAsErased: hasKeysOf,
  isCalledSame: (one, other) => customerKeys(one).name_key === customerKeys(other).name_key,
  // A correction only fills numbers that the customer lacks.
  correctionsOf: (customer, { phone = '', tax_no = '' }) => ({
    ...(customer?.phone === '' && { phone }),
    ...(customer?.tax_no === '' && { tax_no }),
  }),
})

function hasKeysOf({ name_key, phone_key, tax_key }: Customer, facts: CustomerFacts): boolean {
  return isSame(customerKeys(facts), { name_key, phone_key, tax_key })
}

export function derivedColumns(facts: CustomerFacts) {
  const { name, phone, tax_no } = facts
  return {
    ...customerKeys(facts),
    search_name: foldName(name),
    search_number: `${phoneDigits(phone)} ${digitsIn(tax_no)}`,
    search_plain: foldPlain(name),
    name_sort_key: storedSortKey(name),
  }
}

/** Recomputes rows as `rederiveKayitlar` does, with the sums of the visits and on account; returns the number of changed rows. */
export const rederiveCustomers = (shop: ShopCtx, stop?: AbortSignal): Promise<number> =>
  rederiveRows(shop, 'customer', {
    expected: async (rows, trx) => {
      const sumOf = await sumAccounts(
        trx,
        rows.map(({ id }) => id),
      )
      const expected = await withVisitSums('customer', derivedColumns)(rows, trx)
      return expected.map((row, index) => ({ ...row, account_kurus: sumOf(rows[index]?.id ?? 0) }))
    },
    stop,
  })
