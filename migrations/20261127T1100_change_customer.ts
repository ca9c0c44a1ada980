import type { Kysely } from 'kysely'

/**
 * Gives a change the ids of the persons and the car that its texts name, so that personal data is found by them
 * (decision 33). Rows without an id may name any person.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of ['customer_id', 'other_customer_id', 'vehicle_id'])
    await db.schema.alterTable('change').addColumn(name, 'bigint').execute()
}

export const concurrently = [
  { create: 'change_customer', on: 'change', as: '(shop_id, customer_id) where customer_id is not null' },
  {
    create: 'change_other_customer',
    on: 'change',
    as: '(shop_id, other_customer_id) where other_customer_id is not null',
  },
  { create: 'change_vehicle', on: 'change', as: '(shop_id, vehicle_id) where vehicle_id is not null' },
]
