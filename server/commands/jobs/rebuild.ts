import type { Kysely } from 'kysely'

import { rederiveCustomers } from '#server/customer/identify.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { rederiveFeedbacks } from '#server/feedback/operations.ts'
import { rederiveExpenses } from '#server/expense/queries.ts'
import { rederiveNamed } from '#server/item/named.ts'
import { linkUnlinked, separateUnnumberedCars } from '#server/kayit/fill-links.ts'
import { rederiveKayitlar } from '#server/kayit/rederive.ts'
import { attributeChanges } from '#server/personal-data/attribute-changes.ts'
import { recountTotals } from '#server/stats/recount.ts'
import { rederiveVehicles } from '#server/vehicle/identify.ts'

const COUNTED = ['kayit', 'islem', 'expense', 'feedback', 'vehicle', 'customer', 'linked'] as const

/**
 * Recomputes every shop's derived columns and materialised totals, alongside other work: after an older version has run
 * beside a newer one, or rows were written past the operations. Returns the number of shops, of changed rows in each
 * table and of records that were `linked` to their car and customer. Throws the reason of `stop`.
 */
export async function rebuildAll(db: Kysely<DB>, stop?: AbortSignal) {
  const sums = { shops: 0, kayit: 0, islem: 0, expense: 0, feedback: 0, vehicle: 0, customer: 0, linked: 0 }
  for (const { id } of await shopsOf(db).execute()) {
    const counts = await rebuildShop(db, id, stop)
    sums.shops += 1
    for (const name of COUNTED) sums[name] += counts[name]
  }
  return sums
}

const shopsOf = (db: Kysely<DB>) => db.selectFrom('shops').orderBy('id').select('id')

/** Raised by each release whose functions compute other derived columns from the same rows. */
const DERIVED_VERSION = 3

/** Rebuilds the shops whose derived columns an older version computed. Throws the reason of `stop`. */
export async function rebuildOutdated(db: Kysely<DB>, _now: Date, stop?: AbortSignal): Promise<void> {
  for (const { id } of await shopsOf(db).where('derived_version', '<', DERIVED_VERSION).execute())
    await rebuildShop(db, id, stop)
}

async function rebuildShop(db: Kysely<DB>, id: number, stop?: AbortSignal) {
  const shop = { db, actor: { shop: id } }
  const { kayit, islem } = await rederiveKayitlar(shop, stop)
  const linked = await linkUnlinked(shop, stop)
  const vehicle = await rederiveVehicles(shop, stop)
  const customer = await rederiveCustomers(shop, stop)
  await separateUnnumberedCars(shop, stop)
  const expense = await rederiveExpenses(shop, stop)
  const feedback = await rederiveFeedbacks(shop, stop)
  await rederiveNamed(shop)
  await attributeChanges(shop, stop)
  await recountTotals(db, id)
  await db.updateTable('shops').set({ derived_version: DERIVED_VERSION }).where('id', '=', id).execute()
  return { kayit, islem, linked, vehicle, customer, expense, feedback }
}
