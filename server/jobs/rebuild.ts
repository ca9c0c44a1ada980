import type { Kysely } from 'kysely'

import type { DB } from '#server/db/schema.ts'
import { rederiveExpenses } from '#server/expense/rederive.ts'
import { rederiveFeedbacks } from '#server/feedback/rederive.ts'
import { rederiveKayitlar } from '#server/kayit/rederive.ts'
import { recountTotals } from '#server/stats/recount.ts'

/** Shops that were gone through, and rows in them that were not what they follow from. */
export type Rebuilt = { shops: number; kayit: number; islem: number; expense: number; feedback: number }

/**
 * Computes every shop's derived columns and materialised totals anew: after an older version has written beside a newer
 * one, or somebody past the operations. May run beside other work. Throws what made `stop` end it.
 */
export async function rebuildAll(db: Kysely<DB>, stop?: AbortSignal): Promise<Rebuilt> {
  const rebuilt = { shops: 0, kayit: 0, islem: 0, expense: 0, feedback: 0 }
  const shops = await db.selectFrom('users').select('id').orderBy('id').execute()
  for (const { id } of shops) {
    const shop = { db, actor: { shop: id } }
    const { kayit, islem } = await rederiveKayitlar(shop, stop)
    rebuilt.shops += 1
    rebuilt.kayit += kayit
    rebuilt.islem += islem
    rebuilt.expense += await rederiveExpenses(shop, stop)
    rebuilt.feedback += await rederiveFeedbacks(shop, stop)
    await recountTotals(db, id)
  }
  return rebuilt
}
