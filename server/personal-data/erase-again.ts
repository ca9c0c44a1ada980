import type { Shop } from '#server/platform/core/batches.ts'
import { ownRows } from '#server/platform/core/own-rows.ts'

import { erase } from './erase.ts'
import { familiesOf, idsIn, lockedSubject, oneOf } from './subject.ts'

/** Erases again the customers whom a backup from before brought back, with all merged into them. The register has it already. */
export async function eraseCustomersAgain(shop: Shop, ids: readonly number[], now: Date): Promise<void> {
  const subject = await lockedSubject(shop, () => familiesOf(shop, ids))
  await erase(shop, subject, now)
}

type Rows = { records: readonly number[]; vehicles: readonly number[] }

/** Erases again records and cars that the backup links to other customers, who have other records and stay. */
export async function eraseRowsAgain(shop: Shop, rows: Rows, now: Date): Promise<void> {
  const records = await ownRows(shop, 'kayit')
    .innerJoin('customer', (join) =>
      join.onRef('customer.shop_id', '=', 'kayit.shop_id').onRef('customer.id', '=', 'kayit.customer_id'),
    )
    .where(oneOf('kayit.id', rows.records))
    .where('customer.erased_at', 'is', null)
    .orderBy('kayit.id')
    .select(['kayit.id', 'kayit.deleted_at'])
    .execute()
  const vehicles = await ownRows(shop, 'vehicle')
    .where(oneOf('id', rows.vehicles))
    .where('erased_at', 'is', null)
    .orderBy('id')
    .select('id')
    .execute()
  if (records.length + vehicles.length === 0) return
  const subject = {
    customers: [],
    records: idsIn(records.filter(({ deleted_at }) => deleted_at === null)),
    deleted: idsIn(records.filter(({ deleted_at }) => deleted_at !== null)),
    vehicles: idsIn(vehicles),
    shared: [],
  }
  await erase(shop, subject, now)
}
