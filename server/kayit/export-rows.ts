import type { UserCtx } from '#server/platform/core/context.ts'
import { rowsInOrder } from '#server/list/ordered-rows.ts'
import { compiled } from '#server/platform/db/compiled.ts'

import type { IslemLine } from './derived.ts'
import { LIST_COLUMNS } from './list.ts'
import { readItems } from './queries.ts'

/** A record in a file: the columns of the list with the customer's tax number. */
export type ExportedKayit = Awaited<ReturnType<typeof rowsOf>>[number]
export type KayitWithItems = { kayit: ExportedKayit; items: IslemLine[] }

/** Reads these records with their items, in batches. */
export async function* recordsWithItems(
  ctx: UserCtx,
  ids: readonly number[],
): AsyncGenerator<KayitWithItems[]> {
  const batches = rowsInOrder(
    ids,
    (batch) => rowsOf(ctx.db, { shop: ctx.actor.shop, ids: batch }),
    ({ kayit_id }) => kayit_id,
  )
  for await (const batch of batches) {
    const ids = batch.map(({ kayit_id }) => kayit_id)
    const itemsOf = await readItems(ctx, ids)
    yield batch.map((kayit) => ({ kayit, items: itemsOf(kayit.kayit_id) }))
  }
}

const rowsOf = compiled((db, { shop, ids }: { shop: number; ids: number[] }) =>
  db
    .selectFrom('kayit')
    .where('shop_id', '=', shop)
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
    .select([...LIST_COLUMNS, 'tc_vergino']),
)
