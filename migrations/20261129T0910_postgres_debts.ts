import type { IndexChange } from './concurrently.ts'

/** Changes only indexes, in `concurrently`. */
export async function up(): Promise<void> {}

/** The sort keys of the statuses 'İptal' and 'Tamamlandı' in any case; a test compares them with the code's. */
const CANCELLED = '565t684a5e'
const COMPLETED = '684a5i4a5i5e4a5j4k55'

/** The day on which a record became due, as `dueDayOf` in server/payment/due.ts writes it. */
const DUE = `case when status_sort_key = '${CANCELLED}' then null::date when cikis_tarihi is not null then cikis_tarihi when status_sort_key = '${COMPLETED}' then day end`

/** The indexes of records that are not paid, of those that hold an advance or a credit, and of customers' balances. */
export const concurrently: readonly IndexChange[] = [
  {
    create: 'kayit_debts',
    on: 'kayit',
    as: `(shop_id, (${DUE})) include (customer_id, toplam_kurus, paid_kurus) where deleted_at is null and toplam_kurus <> paid_kurus`,
  },
  {
    create: 'kayit_held',
    on: 'kayit',
    as: `(shop_id, id) where paid_kurus <> 0 and (deleted_at is not null or (${DUE}) is null)`,
  },
  {
    create: 'customer_balance',
    on: 'customer',
    as: '(shop_id, id) where opening_kurus <> 0 or account_kurus <> 0',
  },
]
