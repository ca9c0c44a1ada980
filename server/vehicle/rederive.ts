import { rederiveRows, type Shop } from '#server/platform/core/batches.ts'
import { NO_VISITS, sumsOf } from '#server/directory/visit-totals.ts'

import { COLUMNS, derivedOf } from './identify.ts'

/**
 * Recomputes the search texts, sort keys and sums of the shop's cars, and writes only what differs; returns how many
 * rows it changed. May run alongside saves. Throws the reason of `stop`.
 */
export const rederiveVehicles = (shop: Shop, stop?: AbortSignal): Promise<number> =>
  rederiveRows(
    shop,
    {
      lock: async (trx, { after, limit }) => {
        const rows = await trx.db
          .selectFrom('vehicle')
          .where('shop_id', '=', trx.actor.shop)
          .where('id', '>', after)
          .orderBy('id')
          .limit(limit)
          .select([...COLUMNS, 'visits', 'total_kurus', 'last_day'])
          .forNoKeyUpdate()
          .execute()
        const sums = await sumsOf(trx, 'vehicle', rows)
        return rows.map((row) => ({ ...row, sums: sums.get(row.id) ?? NO_VISITS }))
      },
      expected: (row) => ({ ...derivedOf(row), ...row.sums }),
      write: (trx, id, change) =>
        trx.db
          .updateTable('vehicle')
          .set(change)
          .where('shop_id', '=', trx.actor.shop)
          .where('id', '=', id)
          .execute(),
    },
    stop,
  )
