import type { UserCtx } from '#server/platform/core/context.ts'
import type { SearchResult } from '#shared/search/schema.ts'

import { findCustomers } from './customers.ts'
import { findRecords, recordByNumber } from './records.ts'
import { findVehicles } from './vehicles.ts'

/** Shorter texts find nothing. */
const MIN_LENGTH = 2

/**
 * Returns the shop's cars, customers and records that match `q`, at most five of each: first an exact plate, chassis
 * number or record number, then the newest. Matches without Turkish marks count only if their kind has no other.
 */
export async function findEverywhere(ctx: UserCtx, { q }: { q: string }): Promise<SearchResult> {
  const none = { vehicles: { items: [] }, customers: { items: [] }, records: { items: [] } }
  if (q.length < MIN_LENGTH) return none
  // '#34' is a record's number, and no part of a plate.
  if (q.startsWith('#')) return { ...none, records: { items: await recordByNumber(ctx, q) } }
  const [vehicles, customers, records] = await Promise.all([
    findVehicles(ctx, q),
    findCustomers(ctx, q),
    findRecords(ctx, q),
  ])
  return { vehicles, customers, records }
}
