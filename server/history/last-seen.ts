import { sql } from 'kysely'

import { rootColumn } from '#server/directory/links.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import { liveRows } from '#server/platform/core/own-rows.ts'
import type { Day } from '#shared/date.ts'

import type { Target } from './visits.ts'

/**
 * The cars with which customers came, or the customers who came with cars, as a table `seen`: at most `most`, those who came
 * last. A merged row counts as the one that it was merged into.
 */
export function lastSeen(ctx: UserCtx, { name, ids }: Target, most: number) {
  const other = name === 'vehicle' ? 'customer' : 'vehicle'
  // The types of Kysely take one table.
  return liveRows(ctx, 'kayit')
    .innerJoin(`${other as 'vehicle'} as came`, (join) =>
      join
        .onRef('came.shop_id', '=', 'kayit.shop_id')
        .onRef('came.id', '=', `kayit.${other as 'vehicle'}_id`),
    )
    .where(`kayit.${name}_id`, 'in', [...ids])
    .groupBy(rootColumn('came'))
    .select(({ fn }) => [
      rootColumn('came').as('id'),
      fn.countAll<number>().as('visits'),
      sql<Day>`max(kayit.day)`.as('last_day'),
    ])
    .orderBy('last_day', 'desc')
    .limit(most)
    .as('seen')
}
