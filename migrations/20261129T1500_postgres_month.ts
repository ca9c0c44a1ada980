import type { IndexChange } from './concurrently.ts'

/** Changes only indexes, in `concurrently`. */
export async function up(): Promise<void> {}

/** The indexes of a month's payments and day-ends. */
export const concurrently: readonly IndexChange[] = [
  { create: 'payment_day', on: 'payment', as: '(shop_id, day)' },
  { create: 'day_end_day', on: 'day_end', as: '(shop_id, day)' },
]
