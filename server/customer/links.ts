import type { ExpressionBuilder, Insertable } from 'kysely'

import type { Shop } from '#server/platform/core/batches.ts'
import { isAmong } from '#server/platform/db/expressions.ts'
import { compiled } from '#server/platform/db/compiled.ts'
import type { CustomerTable, DB } from '#server/platform/db/schema.ts'
import { type CustomerFacts, customerKeys } from '#shared/customer/rules.ts'

import { COLUMNS, type Customer, type CustomerPlan } from './identify.ts'

/** The tax number, the phone with the name, and the ids by which customers are read. */
type CustomerKeys = {
  shop: number
  tax_key: string | undefined
  phone: { phone_key: string; name_key: string } | undefined
  ids: number[] | undefined
}

/**
 * Reads the customers with the tax number, or the phone and name, of these facts, those of the ids, and whom they were
 * merged into; they are not removed until the end of the transaction.
 */
export function readCustomers(
  { db, actor }: Shop,
  facts: CustomerFacts,
  ids: readonly number[],
): Promise<Customer[]> {
  const { phone_key, tax_key, name_key } = customerKeys(facts)
  return customersQuery(db, {
    shop: actor.shop,
    tax_key: tax_key || undefined,
    phone: phone_key === '' ? undefined : { phone_key, name_key },
    ids: ids.length === 0 ? undefined : [...ids],
  })
}

const customersQuery = compiled((db, keys: CustomerKeys) => {
  const found = db.selectFrom('customer').where('shop_id', '=', keys.shop).where(isOf(keys))
  const roots = found.where('merged_into', 'is not', null).select('merged_into as id')
  return db
    .selectFrom('customer')
    .where('shop_id', '=', keys.shop)
    .where(isAmong('id', found.select('id').union(roots.$narrowType<{ id: number }>())))
    .select(COLUMNS)
    .forKeyShare()
})

const isOf =
  ({ tax_key, phone, ids }: CustomerKeys) =>
  (eb: ExpressionBuilder<DB, 'customer'>) =>
    eb.or([
      ...(tax_key === undefined ? [] : [eb('tax_key', '=', tax_key)]),
      ...(phone === undefined ? [] : [eb.and(phone)]),
      ...(ids === undefined ? [] : [eb('id', '=', eb.fn.any(eb.val(ids)))]),
    ])

/** Sends what a plan stores of a customer, all at once; the shop's links must be locked. */
export async function writeCustomer({ db, actor }: Shop, { row, changes }: CustomerPlan): Promise<void> {
  const shop = actor.shop
  await Promise.all([
    row && insertCustomer(db, [{ shop_id: shop, ...row }]),
    ...changes.map((one) => updateCustomer(db, { shop, ...one })),
  ])
}

const insertCustomer = compiled((db, rows: Insertable<CustomerTable>[]) =>
  db.insertInto('customer').values(rows),
)

type Update = { shop: number; id: number; change: Partial<Customer> }

const updateCustomer = compiled((db, { shop, id, change }: Update) =>
  db.updateTable('customer').set(change).where('shop_id', '=', shop).where('id', '=', id),
)
