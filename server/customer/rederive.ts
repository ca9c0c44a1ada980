import { rederiveLinked } from '#server/directory/rederive.ts'
import type { Shop } from '#server/platform/core/batches.ts'

import { COLUMNS, derivedOf } from './identify.ts'

/** Recomputes the derived columns of the shop's customers (rederiveLinked). */
export const rederiveCustomers = (shop: Shop, stop?: AbortSignal): Promise<number> =>
  rederiveLinked(shop, { table: 'customer', columns: COLUMNS, derivedOf }, stop)
