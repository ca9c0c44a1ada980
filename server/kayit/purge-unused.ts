import type { Kysely } from 'kysely'

import { purgeInBatches } from '#server/platform/core/deleted.ts'
import { removeUnused, rootColumn } from '#server/directory/links.ts'
import type { DB } from '#server/platform/db/schema.ts'

/**
 * Removes every shop's cars and customers whose last record was removed for good: nothing of a customer may stay
 * behind it. Returns how many.
 */
export async function purgeUnused(db: Kysely<DB>, _now: Date, stop?: AbortSignal): Promise<number> {
  let removed = 0
  for (const name of ['customer', 'vehicle'] as const)
    removed += await purgeInBatches(async (limit) => {
      const unused = await unusedIn(db, name, limit)
      for (const { shop_id, id } of unused)
        await db.transaction().execute((trx) => removeUnused({ db: trx, actor: { shop: shop_id } }, name, id))
      return unused.length
    }, stop)
  return removed
}

/** What has no record, not even of what was merged into it. */
function unusedIn(db: Kysely<DB>, name: 'customer' | 'vehicle', limit: number) {
  const counted = db
    .selectFrom(name)
    .leftJoin('kayit', (join) =>
      join.onRef('kayit.shop_id', '=', `${name}.shop_id`).onRef(`kayit.${name}_id`, '=', `${name}.id`),
    )
    .groupBy([`${name}.shop_id`, rootColumn(name)])
    .select((eb) => [
      `${name}.shop_id`,
      rootColumn(name).as('id'),
      eb.fn.count<number>('kayit.id').as('records'),
    ])
  return db
    .selectFrom(counted.as('counted'))
    .where('records', '=', 0)
    .select(['shop_id', 'id'])
    .limit(limit)
    .execute()
}
