import type { Updateable } from 'kysely'

import { rederiveRows, type Shop, ownRows, updateOwn } from '#server/platform/core/own-rows.ts'
import type { DB } from '#server/platform/db/schema.ts'

import type { Linked } from './links.ts'
import { NO_VISITS, sumsOf } from './visit-totals.ts'

type Rederived<Row> = { table: Linked; columns: readonly string[]; derivedOf: (row: Row) => object }

/**
 * Recomputes the search texts, sort keys and sums of the shop's cars or customers, and writes only what differs; returns
 * how many rows it changed. May run alongside saves. Throws the reason of `stop`.
 */
export const rederiveLinked = <Row>(
  shop: Shop,
  { table, columns, derivedOf }: Rederived<Row>,
  stop?: AbortSignal,
): Promise<number> =>
  rederiveRows(
    shop,
    {
      lock: async (trx, { after, limit }) => {
        const rows = await ownRows(trx, table)
          .where('id', '>', after)
          .orderBy('id')
          .limit(limit)
          .select(columns as readonly 'id'[])
          .select(['visits', 'total_kurus', 'last_day'])
          .forNoKeyUpdate()
          .execute()
        const sums = await sumsOf(trx, table, rows)
        return rows.map((row) => ({ ...row, sums: sums.get(row.id) ?? NO_VISITS }))
      },
      expected: ({ sums, ...row }) => ({ ...derivedOf(row as Row), ...sums }),
      write: (trx, id, change) =>
        updateOwn(trx, table)
          .set(change as Updateable<DB['vehicle']>)
          .where('id', '=', id)
          .execute(),
    },
    stop,
  )
