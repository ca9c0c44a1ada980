import type { UserCtx } from '#server/platform/core/context.ts'
import { inOrder } from '#server/platform/core/in-order.ts'
import { countVisits, type Visit } from '#server/directory/visit-totals.ts'
import { rememberItems } from '#server/item/memory.ts'
import { type CountedKayit, countKayit } from '#server/stats/totals.ts'

import type { StoredRow } from './items.ts'

type Counted = CountedKayit & Visit & { islemler: readonly Omit<StoredRow, 'id'>[] }

/**
 * Updates what is kept beside the records after one of them changed: the visits of its car and customer, the totals
 * and the names of work items. `null` when there was or is none. Nothing that waits for a lock may follow it.
 */
export async function countRecord(
  ctx: UserCtx,
  kayitId: number,
  { before, after }: { before: Counted | null; after: Counted | null },
): Promise<void> {
  const change = { before, after }
  // What is only added waits for no result.
  if (before === null) {
    await inOrder(ctx, (one) => [
      countVisits(one, [change]),
      countKayit(one, before, after),
      rememberItems(one, kayitId, change),
    ])
    return
  }
  await countVisits(ctx, [change])
  await countKayit(ctx, before, after)
  await rememberItems(ctx, kayitId, change)
}
