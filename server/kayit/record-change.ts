import type { Linked } from '#server/directory/links.ts'
import { pipelineWrites } from '#server/platform/core/pipeline-writes.ts'
import type { Shop } from '#server/platform/core/own-rows.ts'
import { countVisits, needsRecount, type Visit } from '#server/directory/visit-totals.ts'
import { rememberItems } from '#server/item/memory.ts'
import { type CountedKayit, countRecords } from '#server/stats/totals.ts'

import type { StoredRow } from './items.ts'

/** The columns of a record that are counted beside it. */
export const COUNTED = ['day', 'durum', 'arac_marka', 'toplam_kurus', 'vehicle_id', 'customer_id'] as const

export type Counted = CountedKayit & Visit & { islemler: readonly Omit<StoredRow, 'id'>[] }

/**
 * A record before and after its change; `null` when there was or is none. `firstOf`: what it is linked to was stored
 * with this visit, which is not counted again.
 */
export type RecordChange = {
  id: number
  before: Counted | null
  after: Counted | null
  firstOf?: readonly Linked[]
}

/**
 * Updates all that is derived from records after some of them changed: the visits of their cars and customers, the
 * totals, and the names of work items. Nothing else writes these but their recounts. It is the last locking part of its
 * transaction (docs/architecture.md, 'The order of the locks').
 */
export async function applyRecordChange(
  ctx: Shop,
  changes: readonly RecordChange[],
  locks: { holdsLinks?: boolean } = {},
): Promise<void> {
  const rest = (one: Shop) => [
    countRecords(one, changes),
    ...changes.map(({ id, ...change }) => rememberItems(one, id, change)),
  ]
  const visits = changes.map(uncounted)
  // A recount waits for what it reads, and the totals may not be locked before it.
  if (needsRecount(visits)) {
    await countVisits(ctx, visits, locks)
    await pipelineWrites(ctx, rest)
  } else await pipelineWrites(ctx, (one) => [countVisits(one, visits, locks), ...rest(one)])
}

/** The visits of a change that the rows of its car and customer do not count yet. */
function uncounted({ before, after, firstOf = [] }: RecordChange) {
  const counted = Object.fromEntries(firstOf.map((name) => [`${name}_id`, null]))
  return { before, after: after && { ...after, ...counted } }
}
