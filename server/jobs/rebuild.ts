import type { Kysely } from 'kysely'

import { rederiveCustomers } from '#server/customer/rederive.ts'
import type { DB } from '#server/db/schema.ts'
import { rederiveExpenses } from '#server/expense/rederive.ts'
import { rederiveFeedbacks } from '#server/feedback/rederive.ts'
import { linkUnlinked } from '#server/kayit/fill-links.ts'
import { rederiveKayitlar } from '#server/kayit/rederive.ts'
import { recountTotals } from '#server/stats/recount.ts'
import { rederiveVehicles } from '#server/vehicle/rederive.ts'

/** The number of processed shops, and of changed rows in each table. */
export type Rebuilt = {
  shops: number
  kayit: number
  islem: number
  expense: number
  feedback: number
  vehicle: number
  customer: number
  /** Records that were linked to their car and customer. */
  linked: number
}

/**
 * Recomputes every shop's derived columns and materialised totals: after an older version has run alongside a
 * newer one, or rows were written past the operations. May run alongside other work. Throws the reason of `stop`.
 */
export async function rebuildAll(db: Kysely<DB>, stop?: AbortSignal): Promise<Rebuilt> {
  const rebuilt = {
    shops: 0,
    kayit: 0,
    islem: 0,
    expense: 0,
    feedback: 0,
    vehicle: 0,
    customer: 0,
    linked: 0,
  }
  const shops = await db.selectFrom('users').select('id').where('shop_id', 'is', null).orderBy('id').execute()
  for (const { id } of shops) {
    const shop = { db, actor: { shop: id } }
    const { kayit, islem } = await rederiveKayitlar(shop, stop)
    rebuilt.shops += 1
    rebuilt.linked += await linkUnlinked(shop, stop)
    rebuilt.vehicle += await rederiveVehicles(shop, stop)
    rebuilt.customer += await rederiveCustomers(shop, stop)
    rebuilt.kayit += kayit
    rebuilt.islem += islem
    rebuilt.expense += await rederiveExpenses(shop, stop)
    rebuilt.feedback += await rederiveFeedbacks(shop, stop)
    await recountTotals(db, id)
  }
  return rebuilt
}
