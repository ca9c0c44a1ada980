import type { IndexChange } from './concurrently.ts'

/** Changes only indexes, in `concurrently`. */
export async function up(): Promise<void> {}

/** The payments of a month are read in their order and from their index alone. */
export const concurrently: readonly IndexChange[] = [
  {
    create: 'payment_period',
    on: 'payment',
    as: '(shop_id, day, id) include (kind, method, amount_kurus, reverses)',
  },
  { drop: 'payment_day' },
]
