import type { IndexChange } from './concurrently.ts'

/** Changes only indexes, in `concurrently`. */
export async function up(): Promise<void> {}

/** The day on which a record became due, as in the migration `20261129T0910_postgres_debts`. */
const DUE = `case when status_sort_key = '565t684a5e' then null::date when cikis_tarihi is not null then cikis_tarihi when status_sort_key = '684a5i4a5i5e4a5j4k55' then day end`

/** The debts are read from their index alone, also where the database expects most records to be unpaid. */
export const concurrently: readonly IndexChange[] = [
  {
    create: 'kayit_owed',
    on: 'kayit',
    as: `(shop_id, (${DUE})) include (customer_id, toplam_kurus, paid_kurus, status_sort_key, cikis_tarihi, day) where deleted_at is null and toplam_kurus <> paid_kurus`,
  },
  { drop: 'kayit_debts' },
]
