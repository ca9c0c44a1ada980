import type { UserCtx } from '#server/platform/core/context.ts'
import type { SearchResult } from '#shared/search/schema.ts'

import { findCustomers } from './customers.ts'
import { findRecords, recordByNumber } from './records.ts'
import { findVehicles } from './vehicles.ts'

/** From the second character on. */
const LEAST = 2

/**
 * The shop's cars, customers and records that match `q`, at most five of each, the newest first; what has exactly the
 * typed plate, chassis number or record number comes before them. Customers and records that match only without their
 * Turkish marks are found where nothing else of their kind is.
 */
export async function findEverywhere(ctx: UserCtx, { q }: { q: string }): Promise<SearchResult> {
  const none = { vehicles: { items: [] }, customers: { items: [] }, records: { items: [] } }
  if (q.length < LEAST) return none
  // '#34' is a record's number, and no part of a plate.
  if (q.startsWith('#')) return { ...none, records: { items: await recordByNumber(ctx, q) } }
  const [vehicles, customers, records] = await Promise.all([
    findVehicles(ctx, q),
    findCustomers(ctx, q),
    findRecords(ctx, q),
  ])
  return { vehicles, customers, records }
}
