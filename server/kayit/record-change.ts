import { pipelineWrites } from '#server/platform/core/pipeline-writes.ts'
import type { Shop } from '#server/platform/core/batches.ts'
import { countVisits, needsRecount, type Visit } from '#server/directory/visit-totals.ts'
import { rememberItems } from '#server/item/memory.ts'
import { type CountedKayit, countRecords } from '#server/stats/totals.ts'

import type { StoredRow } from './items.ts'

/** The columns of a record that are counted beside it. */
export const COUNTED = ['gun', 'durum', 'arac_marka', 'toplam_kurus', 'vehicle_id', 'customer_id'] as const

export type Counted = CountedKayit & Visit & { islemler: readonly Omit<StoredRow, 'id'>[] }

/** A record before and after its change; `null` when there was or is none. */
export type RecordChange = { id: number; before: Counted | null; after: Counted | null }

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
  // A recount waits for what it reads, and the totals may not be locked before it.
  if (needsRecount(changes)) {
    await countVisits(ctx, changes, locks)
    await pipelineWrites(ctx, rest)
  } else await pipelineWrites(ctx, (one) => [countVisits(one, changes, locks), ...rest(one)])
}
